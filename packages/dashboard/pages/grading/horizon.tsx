import type { AuditResult } from '@decidable/report/results';
import { count, counted, listed } from '@decidable/report/wording';
import { useId } from 'preact/hooks';

/** The slider is logarithmic, from 10 sessions to a million; its end stands for ever. */
const STEPS = 50;
const sessionsAt = (step: number): number =>
  step >= STEPS ? Number.POSITIVE_INFINITY : Math.round(10 ** (1 + (5 * step) / STEPS));
const stepOf = (sessions: number): number =>
  Number.isFinite(sessions) ? Math.round(((Math.log10(sessions) - 1) / 5) * STEPS) : STEPS;

const twoDigits = (value: number): number => Number(value.toPrecision(2));

/** For how many sessions a value is good, and what to do with that. */
export function Horizon({
  horizon,
  onHorizon,
  result,
}: {
  readonly horizon: number;
  readonly onHorizon: (sessions: number) => void;
  readonly result: AuditResult;
}) {
  const id = useId();
  const open = result.attributes.filter(({ missing, priority }) => missing > 0 && priority !== null);
  const to = (action: string) => open.filter((each) => each.action === action).length;
  const are = (many: number) => (many === 1 ? 'is' : 'are');
  const becomes = (
    [
      ['record', (many: number) => `${are(many)} worth looking up`],
      ['derive', () => 'can be filled from other columns'],
      ['ask', (many: number) => `${are(many)} cheaper to ask in the session`],
      ['leave', () => 'would hardly help'],
    ] as const
  )
    .filter(([action]) => to(action) > 0)
    .map(
      ([action, words], at) =>
        `${at === 0 ? counted(to(action), 'attribute') : count(to(action))} ${words(to(action))}`,
    );
  const said = Number.isFinite(horizon) ? `${count(twoDigits(horizon))} sessions` : 'any number of sessions';
  return (
    <div class="horizon">
      <label for={id}>A recorded value serves</label>
      <input
        id={id}
        type="range"
        min={0}
        max={STEPS}
        value={stepOf(horizon)}
        aria-valuetext={said}
        onInput={(event) => onHorizon(sessionsAt(Number(event.currentTarget.value)))}
      />
      <output for={id}>{said}</output>
      <p class="quiet">Then {listed(becomes, becomes.length)}.</p>
    </div>
  );
}
