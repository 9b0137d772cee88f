import type { Grade } from '@decidable/engine/audit';
import { html, type Markup } from './markup.ts';

const place = (value: number) => Number(value.toFixed(2));

/**
 * A bar on the scale of `full`: the solid part, then up to `total` in the colour of a possible gain or of a
 * loss.
 */
export function barChart(
  label: string,
  size: { readonly solid: number; readonly total: number; readonly full: number },
  gained: 'gain' | 'loss' = 'gain',
): Markup {
  const scale = size.full > 0 ? 100 / size.full : 0;
  const solid = place(size.solid * scale);
  // A part that is not zero is drawn with at least half a per cent of the bar, so that it stays visible.
  const rest = size.total > size.solid ? place(Math.max(0.5, (size.total - size.solid) * scale)) : 0;
  return html`<svg class="bar" role="img" viewBox="0 0 100 8" preserveAspectRatio="none"><title>${label}</title><rect class="track" width="100" height="8"/><rect class="now" width="${solid}" height="8"/><rect class="${gained}" x="${Math.min(solid, 99.5)}" width="${rest}" height="8"/></svg>`;
}

const DOTS = 60;
const DOTS_A_ROW = 20;

/**
 * 60 dots for the candidates, and how many remain after an answer: the first group with a complete column,
 * the second with the recorded values; the rest are ruled out.
 */
export function narrowingChart(
  label: string,
  narrowing: { readonly now: number; readonly complete: number },
): Markup {
  const complete = Math.max(1, Math.round(DOTS / narrowing.complete));
  const now = Math.max(complete, Math.round(DOTS / narrowing.now));
  // A row of dots is drawn as one dashed line, since a wide catalogue has a thousand of these charts.
  const dots = (from: number, to: number) => {
    let path = '';
    for (let dot = from; dot < to; ) {
      const column = dot % DOTS_A_ROW;
      const length = Math.min(DOTS_A_ROW - column, to - dot);
      path += `M${column * 5 + 0.75} ${Math.floor(dot / DOTS_A_ROW) * 5 + 2.5}h${length * 5 - 1.5}`;
      dot += length;
    }
    return path;
  };
  return html`<svg class="shelf" role="img" viewBox="0 0 100 15"><title>${label}</title><path class="remains" d="${dots(0, complete)}"/><path class="goes" d="${dots(complete, now)}"/><path class="gone" d="${dots(now, DOTS)}"/></svg>`;
}

/**
 * A bar from a zero line to the left for a loss, to the right for a gain, all on one scale; of a gain the believed part is
 * solid.
 *
 * @param most the largest loss and the largest gain of all bars, both as positive numbers
 */
export function twoSidedChart(
  label: string,
  { moved, believed }: { readonly moved: number; readonly believed: number },
  most: { readonly loss: number; readonly gain: number },
): Markup {
  const scale = most.loss + most.gain > 0 ? 100 / (most.loss + most.gain) : 0;
  const zero = place(most.loss * scale);
  const size = place(moved === 0 ? 0 : Math.max(0.5, Math.abs(moved) * scale));
  const sure = place(Math.max(0, Math.min(believed, moved)) * scale);
  const parts =
    moved < 0
      ? html`<rect class="loss" x="${place(zero - size)}" width="${size}" height="8"/>`
      : html`<rect class="doubted" x="${zero}" width="${size}" height="8"/><rect class="gained" x="${zero}" width="${sure}" height="8"/>`;
  return html`<svg class="bar" role="img" viewBox="0 0 100 8" preserveAspectRatio="none"><title>${label}</title><rect class="track" width="100" height="8"/>${parts}<rect class="zero" x="${Math.min(99.5, zero)}" width="0.5" height="8"/></svg>`;
}

export function gradeBadge(grade: Grade | null, size: 'large' | 'small'): Markup {
  const label = grade === null ? 'Not graded' : `Grade ${grade}`;
  return html`<span class="grade ${size} grade-${grade ?? 'none'}" role="img" aria-label="${label}">${grade ?? '–'}</span>`;
}
