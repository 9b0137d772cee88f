import type { Paint } from './paint.ts';

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/**
 * A bar of `columns` characters: `solid` as full blocks (to an eighth of a column), then shaded up to
 * `total`, then empty, all on the scale of `full`. A part that is not zero is always visible.
 */
export function bar(
  paint: Paint,
  size: { readonly solid: number; readonly total: number; readonly full: number; readonly columns: number },
  colour: 'green' | 'red' = 'green',
): string {
  const { columns } = size;
  const scale = size.full > 0 ? columns / size.full : 0;
  const end = Math.min(columns, Math.max(size.total > 0 ? 1 : 0, Math.round(size.total * scale)));
  const eighths = Math.min(end * 8, Math.max(size.solid > 0 ? 1 : 0, Math.round(size.solid * scale * 8)));
  // The solid part must leave room for a possible gain, however small.
  const room = size.total > size.solid && end > 1 ? (end - 1) * 8 : end * 8;
  const filled = Math.min(eighths, room);
  const blocks = '█'.repeat(Math.floor(filled / 8)) + EIGHTHS[filled % 8];
  const shaded = '░'.repeat(end - Math.ceil(filled / 8));
  return paint.cyan(blocks) + paint[colour](shaded) + ' '.repeat(columns - end);
}

/**
 * A bar that leaves a zero line to the left for a loss and to the right for a gain, on one scale: of a gain the believed
 * part in full blocks, the rest shaded. A part that is not zero is always visible.
 *
 * @param most the largest loss and the largest gain of all bars, both as positive numbers
 */
export function twoSidedBar(
  paint: Paint,
  { moved, believed }: { readonly moved: number; readonly believed: number },
  most: { readonly loss: number; readonly gain: number },
  columns: number,
): string {
  const whole = most.loss + most.gain;
  if (whole <= 0) return ' '.repeat(columns);
  const room = columns - 1;
  // Each side that is used has at least one column.
  const least = most.loss > 0 ? 1 : 0;
  const left = Math.min(
    room - (most.gain > 0 ? 1 : 0),
    Math.max(least, Math.round((room * most.loss) / whole)),
  );
  const size = (value: number) => (value > 0 ? Math.max(1, Math.round((room * value) / whole)) : 0);
  const lost = Math.min(left, size(-moved));
  const gained = Math.min(room - left, size(moved));
  const full = Math.min(gained, size(believed));
  return (
    ' '.repeat(left - lost) +
    paint.red('█'.repeat(lost)) +
    paint.dim('│') +
    paint.green('█'.repeat(full) + '░'.repeat(gained - full)) +
    ' '.repeat(room - left - gained)
  );
}
