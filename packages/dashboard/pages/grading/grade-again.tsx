import type { KeptExport } from '@decidable/contract/management';
import type { AuditResult } from '@decidable/report/results';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { follow } from '../../api/listen.ts';
import { gradeExport } from '../../api/operations.generated.ts';
import type { Failure } from '../../api/result.ts';
import { Button } from '../../parts/controls/button.tsx';
import { SelectField, TextField } from '../../parts/forms/field.tsx';
import { HORIZON } from '../../parts/grading/horizon.ts';
import { sentence, useProgress } from '../../parts/grading/use-progress.ts';
import { Problem } from '../../parts/layout/notice.tsx';
import { Progress } from '../../parts/layout/progress.tsx';
import { Dialog } from '../../parts/overlays/dialog.tsx';

const KINDS = {
  '': 'as recognised',
  category: 'one of a few values',
  number: 'a number',
  date: 'a date',
  boolean: 'yes or no',
  list: 'several values',
  text: 'running text',
  identifier: 'a name or code',
  ignored: 'leave it out',
} as const;
type ChosenKind = keyof typeof KINDS;

const SOURCES = {
  merchant: 'The merchant declared them',
  extracted: 'They were extracted from texts',
  enriched: 'A service added them',
  inferred: 'They were inferred',
} as const;
type Source = keyof typeof SOURCES;

const EMPTY = { '': 'not said', no: 'it means no', unknown: 'nobody knows' } as const;
type Empty = keyof typeof EMPTY;

interface GradeAgainProps {
  readonly kept: KeptExport;
  readonly result: AuditResult;
  readonly shelf?: string;
}

/** Grades the same export with other settings. */
export function GradeAgain(props: GradeAgainProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="settings" onClick={() => setOpen(true)}>
        Grade again
      </Button>
      {isOpen && <SettingsDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function SettingsDialog({
  kept,
  result,
  shelf = '',
  onClose,
}: GradeAgainProps & { readonly onClose: () => void }) {
  const { route } = useLocation();
  const { progress, begin, tell, end } = useProgress();
  const [error, setError] = useState<Failure>();
  const [id, setId] = useState(kept.id);
  const [source, setSource] = useState<Source>('merchant');
  const [category, setCategory] = useState(shelf);
  const [kinds, setKinds] = useState<Readonly<Record<string, ChosenKind>>>({});
  const { emptyMeansNo = [], ifEmptyMeansNo } = result;
  const [empty, setEmpty] = useState<Readonly<Record<string, Empty>>>(
    Object.fromEntries([
      ...emptyMeansNo.map((name) => [name, 'no']),
      ...(ifEmptyMeansNo?.attributes ?? []).map((name) => [name, '']),
    ]) as Record<string, Empty>,
  );
  const saidOf = (meaning: Empty) => Object.keys(empty).filter((name) => empty[name] === meaning);
  const columns = [kept.id, ...kept.columns].filter((name) => name !== id);

  const start = async (event: Event) => {
    event.preventDefault();
    setError(undefined);
    begin('waiting for a free place');
    const chosen = Object.entries(kinds).filter(([name]) => name !== id);
    const ignore = chosen.flatMap(([name, kind]) => (kind === 'ignored' ? [name] : []));
    const graded = await follow(gradeExport, tell, {
      body: {
        of: { exportId: kept.exportId },
        id,
        ignore,
        kinds: chosen.flatMap(([attribute, kind]) =>
          kind === 'ignored' || kind === '' ? [] : [{ attribute, kind }],
        ),
        source,
        amortisationHorizon: HORIZON,
        emptyMeansNo: saidOf('no'),
        emptyMeansUnknown: saidOf('unknown'),
        ...(category.trim() !== '' && { category: category.trim() }),
      },
    });
    end();
    if (!graded.ok) setError(graded.error);
    else {
      onClose();
      route(`/audit/${graded.data.gradingId}`);
    }
  };

  return (
    <Dialog title="Grade again with other settings" onClose={onClose} isLocked={progress !== undefined}>
      {progress !== undefined ? (
        <Progress
          label={sentence(progress.stage)}
          {...(progress.share !== undefined && { value: progress.share })}
        />
      ) : (
        <form class="form" onSubmit={start}>
          <SelectField
            label="Column of product ids"
            value={id}
            onChange={(event) => setId(event.currentTarget.value)}
          >
            {[kept.id, ...kept.columns].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
          <SelectField
            label="Where the values come from"
            hint="It decides how far they are trusted."
            value={source}
            onChange={(event) => setSource(event.currentTarget.value as Source)}
          >
            {Object.entries(SOURCES).map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Shelf"
            isOptional
            value={category}
            maxLength={128}
            onInput={(event) => setCategory(event.currentTarget.value)}
          />
          {Object.keys(empty).length > 0 && (
            <fieldset>
              <legend>What an empty cell means, of facts that only ever say yes</legend>
              <ul class="column-kinds">
                {Object.entries(empty).map(([name, meaning]) => (
                  <li key={name}>
                    <bdi>{name}</bdi>
                    <select
                      class="input small"
                      aria-label={`What an empty ${name} means`}
                      value={meaning}
                      onChange={(event) => setEmpty({ ...empty, [name]: event.currentTarget.value as Empty })}
                    >
                      {Object.entries(EMPTY).map(([each, words]) => (
                        <option key={each} value={each}>
                          {words}
                        </option>
                      ))}
                    </select>
                  </li>
                ))}
              </ul>
            </fieldset>
          )}
          <details>
            <summary>How columns are read</summary>
            <ul class="column-kinds">
              {columns.map((name) => (
                <li key={name}>
                  <bdi>{name}</bdi>
                  <select
                    class="input small"
                    aria-label={`How ${name} is read`}
                    value={kinds[name] ?? ''}
                    onChange={(event) =>
                      setKinds({ ...kinds, [name]: event.currentTarget.value as ChosenKind })
                    }
                  >
                    {Object.entries(KINDS).map(([kind, words]) => (
                      <option key={kind} value={kind}>
                        {words}
                      </option>
                    ))}
                  </select>
                </li>
              ))}
            </ul>
          </details>
          {error !== undefined && <Problem error={error} />}
          <div class="buttons end">
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" type="submit">
              Grade again
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
