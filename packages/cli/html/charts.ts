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
  return html`<svg class="bar" role="img" aria-label="${label}" viewBox="0 0 100 8" preserveAspectRatio="none"><rect class="track" width="100" height="8"/><rect class="now" width="${solid}" height="8"/><rect class="${gained}" x="${Math.min(solid, 99.5)}" width="${rest}" height="8"/></svg>`;
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
  return html`<svg class="shelf" role="img" aria-label="${label}" viewBox="0 0 100 15"><path class="remains" d="${dots(0, complete)}"/><path class="goes" d="${dots(complete, now)}"/><path class="gone" d="${dots(now, DOTS)}"/></svg>`;
}

export function gradeBadge(grade: Grade | null, size: 'large' | 'small'): Markup {
  const label = grade === null ? 'Not graded' : `Grade ${grade}`;
  return html`<span class="grade ${size} grade-${grade ?? 'none'}" role="img" aria-label="${label}">${grade ?? '–'}</span>`;
}
