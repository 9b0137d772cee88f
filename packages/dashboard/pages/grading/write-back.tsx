import { counted } from '@decidable/report/wording';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { download } from '../../api/download.ts';
import { follow } from '../../api/listen.ts';
import type { Answer } from '../../api/operation.ts';
import { downloadExport, repairExport, useAsCatalogue } from '../../api/operations.generated.ts';
import type { Failure } from '../../api/result.ts';
import { may } from '../../api/sign-in.ts';
import { Button, ButtonLink } from '../../parts/controls/button.tsx';
import { Check, TextField } from '../../parts/forms/field.tsx';
import { sentence, useProgress } from '../../parts/grading/use-progress.ts';
import { Notice, Problem } from '../../parts/layout/notice.tsx';
import { Progress } from '../../parts/layout/progress.tsx';
import { Dialog } from '../../parts/overlays/dialog.tsx';
import { toast, toastProblem } from '../../parts/overlays/toasts.tsx';

type Repaired = Extract<Answer<NonNullable<(typeof repairExport)['contract']>>, { readonly done: true }>;

/** Writes what was filled in into the export, and says what became of it. */
export function WriteBack({
  gradingId,
  cells,
  ofCatalogue,
  name,
}: {
  readonly gradingId: string;
  readonly cells: number;
  readonly ofCatalogue: boolean;
  readonly name: string;
}) {
  const [isOpen, setOpen] = useState(false);
  if (!may('editor')) return null;
  return (
    <div class="write-back">
      {cells === 0 ? (
        <span class="quiet">Values that you fill in are kept here until you write them into the export.</span>
      ) : (
        <>
          <span>
            <strong>{counted(cells, 'value')}</strong> filled in, kept until you write{' '}
            {cells === 1 ? 'it' : 'them'} back.
          </span>
          <Button look="primary" icon="check" onClick={() => setOpen(true)}>
            Make the repaired export
          </Button>
        </>
      )}
      {isOpen && (
        <RepairDialog
          gradingId={gradingId}
          cells={cells}
          ofCatalogue={ofCatalogue}
          name={name}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

function RepairDialog({
  gradingId,
  cells,
  ofCatalogue,
  name,
  onClose,
}: {
  readonly gradingId: string;
  readonly cells: number;
  readonly ofCatalogue: boolean;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const { progress, begin, tell, end } = useProgress();
  const [error, setError] = useState<Failure>();
  const [repaired, setRepaired] = useState<Repaired>();
  const [hours, setHours] = useState('');
  const [method, setMethod] = useState('');
  const [utf8, setUtf8] = useState(false);
  const start = async (event: Event) => {
    event.preventDefault();
    setError(undefined);
    begin('waiting for a free place');
    const answer = await follow(repairExport, tell, {
      params: { gradingId },
      body: {
        ...(utf8 && { utf8 }),
        ...(method.trim() !== '' && { method: method.trim() }),
        ...(hours !== '' && { actualHours: Number(hours) }),
      },
    });
    end();
    if (answer.ok) setRepaired(answer.data);
    else setError(answer.error);
  };
  if (repaired !== undefined)
    return (
      <Dialog title="The repaired export is ready" onClose={onClose}>
        <Outcome repaired={repaired} ofCatalogue={ofCatalogue} />
      </Dialog>
    );
  return (
    <Dialog title="Make the repaired export" onClose={onClose} isLocked={progress !== undefined}>
      {progress !== undefined ? (
        <Progress
          label={sentence(progress.stage)}
          {...(progress.share !== undefined && { value: progress.share })}
        />
      ) : (
        <form class="form" onSubmit={start}>
          <p>
            {counted(cells, 'value')} {cells === 1 ? 'goes' : 'go'} into a copy of <bdi>{name}</bdi>, in its
            own form. Nothing else changes in it. The two are then compared, to see what it was worth.
          </p>
          <TextField
            label="How were the values found?"
            hint="Such as “supplier sheet”. It stands beside the result."
            isOptional
            value={method}
            maxLength={256}
            onInput={(event) => setMethod(event.currentTarget.value)}
          />
          <TextField
            label="Hours that it took"
            hint="For all of them; the result then says bits an hour."
            isOptional
            type="number"
            min={0}
            max={1_000_000}
            step="any"
            value={hours}
            onInput={(event) => setHours(event.currentTarget.value)}
          />
          {error !== undefined && (
            <>
              <Problem error={error} />
              <Check label="Write UTF-8" checked={utf8} onChange={() => setUtf8(!utf8)} />
            </>
          )}
          <div class="buttons end">
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" type="submit">
              Make it and compare
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function Outcome({
  repaired: { exportId, gradingId, said },
  ofCatalogue,
}: {
  readonly repaired: Repaired;
  readonly ofCatalogue: boolean;
}) {
  const [used, setUsed] = useState(false);
  const save = async () => {
    const answer = await download(downloadExport, { params: { exportId } });
    if (!answer.ok) toastProblem(answer.error);
  };
  const use = async () => {
    const answer = await call(useAsCatalogue, { params: { exportId } });
    if (!answer.ok) toastProblem(answer.error);
    else {
      setUsed(true);
      toast('The shop is served from the repaired catalogue now.');
    }
  };
  const [first, ...rest] = said;
  return (
    <div class="stack">
      <Notice kind="good">{first}</Notice>
      {rest.length > 0 && <pre class="said">{rest.join('\n')}</pre>}
      <div class="buttons">
        <Button look="primary" icon="download" onClick={save}>
          Download it
        </Button>
        {gradingId !== undefined && (
          <ButtonLink href={`/verify/${gradingId}`} icon="verify">
            See what it was worth
          </ButtonLink>
        )}
        {ofCatalogue && (
          <Button icon="catalogue" disabled={used} onClick={use}>
            {used ? 'It is the catalogue now' : 'Use it as the catalogue'}
          </Button>
        )}
      </div>
    </div>
  );
}
