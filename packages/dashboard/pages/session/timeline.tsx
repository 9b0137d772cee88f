import type { ShownSignal } from '@decidable/contract/management';
import { Icon } from '../../parts/icon.tsx';
import { signalWords } from '../../parts/words/signals.ts';
import { dayAndTime, timeOfDay } from '../../parts/words/times.ts';

/** What the shopper did, the latest first. */
export function Timeline({ signals }: { readonly signals: readonly ShownSignal[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
    <section class="timeline-scroll" tabIndex={0} aria-label="Signals, the latest first">
      <ol class="timeline">
        {signals.toReversed().map((signal) => {
          const { icon, did, about } = signalWords(signal);
          return (
            <li key={signal.sequence}>
              <span class="mark">
                <Icon name={icon} small />
              </span>
              <span>
                {did} {about !== undefined && <strong>{about}</strong>}
              </span>
              <time class="quiet nowrap" dateTime={signal.at} title={dayAndTime(signal.at)}>
                {timeOfDay(signal.at)}
              </time>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
