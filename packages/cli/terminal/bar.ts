import type { Paint } from './paint.ts';

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/**
 * A bar of `columns`: `solid` as full blocks (to an eighth of a column), then up to `total` shaded, the rest empty.
 * All three are on the scale of `full`, which fills the bar. A part that is not zero always shows.
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
  // Something left to gain must not be rounded away by the solid part.
  const room = size.total > size.solid && end > 1 ? (end - 1) * 8 : end * 8;
  const filled = Math.min(eighths, room);
  const blocks = '█'.repeat(Math.floor(filled / 8)) + EIGHTHS[filled % 8];
  const shaded = '░'.repeat(end - Math.ceil(filled / 8));
  return paint.cyan(blocks) + paint[colour](shaded) + ' '.repeat(columns - end);
}
