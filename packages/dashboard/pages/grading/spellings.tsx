import type { AuditResult } from '@decidable/report/results';
import { bits, count } from '@decidable/report/wording';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { fillCells, readReplacements } from '../../api/operations.generated.ts';
import { may } from '../../api/sign-in.ts';
import { useCall } from '../../api/use-call.ts';
import { Check } from '../../parts/forms/field.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { toastProblem } from '../../parts/overlays/toasts.tsx';

/** Groups that are shown at first. */
const SHOWN = 30;

/** Values that look like spellings of one, with what to write instead. */
export function Spellings({
  gradingId,
  result,
  repairable,
  onFilled,
}: {
  readonly gradingId: string;
  readonly result: AuditResult;
  readonly repairable: boolean;
  readonly onFilled: () => void;
}) {
  const { data, reload } = useCall(readReplacements, { params: { gradingId } });
  const [most, setMost] = useState(SHOWN);
  const chosen = new Set(
    data?.replacements.map(({ attribute, current, value }) => JSON.stringify([attribute, current, value])),
  );
  const groups = result.attributes
    .flatMap(({ attribute, spellings = [] }, place) =>
      spellings.map((group) => ({ attribute, place, group })),
    )
    .sort((left, right) => right.group.bits - left.group.bits);
  const canFill = repairable && may('editor');
  const choose = async (attribute: number, current: string, value: string) => {
    const answer = await call(fillCells, {
      params: { gradingId },
      body: { cells: [{ attribute, current, value }] },
    });
    if (!answer.ok) toastProblem(answer.error);
    await reload();
    onFilled();
  };
  return (
    <div class="stack">
      <p class="quiet">
        Nothing was merged. The bits are what the attribute tells by its spelling alone.
        {canFill && ' Tick those that mean the same: they are written alike with the other values.'}
      </p>
      {groups.slice(0, most).map(({ attribute, place, group: { values, proposed, bits: cost } }) => (
        <Card
          key={`${place} ${proposed}`}
          title={
            <>
              <bdi>{attribute}</bdi>: “<bdi>{proposed}</bdi>”
            </>
          }
          about={`${bits(cost)} bits`}
        >
          <div class="stack close">
            {values
              .filter(({ value }) => value !== proposed)
              .map(({ value, products }) => {
                const isChosen = chosen.has(JSON.stringify([place, value, proposed]));
                const label = (
                  <>
                    “<bdi>{value}</bdi>” ({count(products)}) becomes “<bdi>{proposed}</bdi>”
                  </>
                );
                return canFill ? (
                  <Check
                    key={value}
                    label={label}
                    checked={isChosen}
                    onChange={() => choose(place, value, isChosen ? '' : proposed)}
                  />
                ) : (
                  <p key={value}>{label}</p>
                );
              })}
          </div>
        </Card>
      ))}
      {groups.length > most && (
        <button type="button" class="button" onClick={() => setMost(most + SHOWN)}>
          Show {count(Math.min(SHOWN, groups.length - most))} more
        </button>
      )}
    </div>
  );
}
