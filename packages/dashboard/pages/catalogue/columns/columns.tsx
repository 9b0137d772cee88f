import type { ColumnChoices } from '@decidable/contract/management';
import { useState } from 'preact/hooks';
import { call } from '../../../api/call.ts';
import { changeColumns, readColumns } from '../../../api/operations.generated.ts';
import type { Failure } from '../../../api/result.ts';
import { may } from '../../../api/sign-in.ts';
import { useCall } from '../../../api/use-call.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { Card } from '../../../parts/layout/card.tsx';
import { Problem } from '../../../parts/layout/notice.tsx';
import { Skeleton } from '../../../parts/layout/progress.tsx';
import { counted } from '../../../parts/words/figures.ts';
import type { CataloguePart } from '../part.ts';
import { Warnings } from '../warnings.tsx';
import { isChanged, NO_CHOICES } from './choices.ts';
import { ColumnTable } from './column-table.tsx';

/** The columns of the current catalogue: what each is taken as, and who may see it. */
export function Columns({ onChanged }: CataloguePart) {
  const { data, error, reload, replace } = useCall(readColumns);
  const [choices, setChoices] = useState<ColumnChoices>(NO_CHOICES);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Failure>();
  const save = async () => {
    setBusy(true);
    const answer = await call(changeColumns, { body: choices });
    setBusy(false);
    setFault(answer.ok ? undefined : answer.error);
    if (!answer.ok) return;
    setChoices(NO_CHOICES);
    replace(answer.data);
    onChanged('The columns are changed, and rankings follow them.', reload);
  };
  const problem = fault ?? error;
  return (
    <div class="stack">
      {problem !== undefined && <Problem error={problem} {...(fault === undefined && { retry: reload })} />}
      {data === undefined && error === undefined && <Skeleton lines={8} />}
      {data !== undefined && (
        <>
          <Warnings warnings={data.warnings} />
          <Card
            look="flush"
            title={counted(data.columns.length, 'column')}
            about="Cost prices, suppliers, margins and notes are private by their names: they never leave the service, and no ranking uses them. What you decide holds for later imports too."
          >
            <ColumnTable
              columns={data.columns}
              products={data.products}
              choices={choices}
              onChoose={may('editor') ? setChoices : undefined}
            />
          </Card>
          {isChanged(choices) && (
            <div class="save-bar">
              <p>Not saved yet.</p>
              <Button onClick={() => setChoices(NO_CHOICES)}>Undo changes</Button>
              <Button look="primary" busy={isBusy} onClick={save}>
                Save columns
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}
