import { useState } from 'preact/hooks';
import type { Failure } from '../../../api/result.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { TextField } from '../../../parts/forms/field.tsx';
import { Card } from '../../../parts/layout/card.tsx';
import { Problem } from '../../../parts/layout/notice.tsx';
import { Progress } from '../../../parts/layout/progress.tsx';
import { counted } from '../../../parts/words/figures.ts';
import { ColumnTable } from '../columns/column-table.tsx';
import { Warnings } from '../warnings.tsx';
import { Changes } from './changes.tsx';
import { type Imported, usePreview } from './use-preview.ts';

/** What an import of a file would do, and the decision to do it. */
export function Preview({
  file,
  onImported,
  onCancel,
}: {
  readonly file: File;
  readonly onImported: (imported: Imported) => void;
  readonly onCancel: () => void;
}) {
  const { preview, error, isReading, choices, id, choose, nameId, importIt } = usePreview(file);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Failure>();
  const start = async () => {
    setBusy(true);
    const answer = await importIt();
    setBusy(false);
    setFault(answer.ok ? undefined : answer.error);
    if (answer.ok) onImported(answer.data);
  };
  const problem = fault ?? error;
  return (
    <div class="stack">
      <div class="row between">
        <h2>
          <bdi>{file.name}</bdi>
        </h2>
        <Button size="small" onClick={onCancel}>
          Choose another file
        </Button>
      </div>
      {problem !== undefined && <Problem error={problem} />}
      {preview === undefined && isReading && <Progress label={`Reading ${file.name}`} />}
      {preview === undefined && error !== undefined && <IdColumn id={id} onName={nameId} />}
      {preview !== undefined && (
        <>
          <Changes preview={preview} />
          <Warnings warnings={preview.warnings} />
          <Card
            look="flush"
            title={counted(preview.columns.length, 'column')}
            about="Check what each is taken as. A private column is in no answer, and no ranking uses it."
          >
            <ColumnTable
              columns={preview.columns}
              products={preview.products}
              choices={choices}
              onChoose={choose}
            />
          </Card>
          <div class="save-bar">
            <p role="status">
              {isBusy ? 'Importing…' : isReading ? 'Reading again…' : 'Nothing is stored yet.'}
            </p>
            <Button
              look="primary"
              icon="check"
              busy={isBusy || isReading || error !== undefined}
              onClick={start}
            >
              Import {counted(preview.products, 'product')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

/** Names the column of the ids, for a file whose own is not recognised. */
function IdColumn({ id, onName }: { readonly id: string; readonly onName: (id: string) => void }) {
  const [name, setName] = useState(id);
  return (
    <Card>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          onName(name.trim());
        }}
      >
        <TextField
          label="Column of the product ids"
          isOptional
          hint="Where the file has one that is called otherwise: its name, as in the first line of the file."
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <div class="buttons">
          <Button type="submit">Read the file again</Button>
        </div>
      </form>
    </Card>
  );
}
