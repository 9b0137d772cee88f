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
