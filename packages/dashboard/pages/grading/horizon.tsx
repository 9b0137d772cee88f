import type { AuditResult } from '@decidable/report/results';
import { count, counted } from '@decidable/report/wording';
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
      <p class="quiet">
        Then {counted(to('record'), 'attribute')} {to('record') === 1 ? 'is' : 'are'} worth looking up,{' '}
        {to('derive')} can be filled from other columns, {to('ask')} {to('ask') === 1 ? 'is' : 'are'} cheaper
        to ask, and {to('leave')} would hardly help.
      </p>
    </div>
  );
}
