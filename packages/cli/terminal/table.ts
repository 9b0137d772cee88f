import { fit, listColumnsOf, padEnd, padStart, width } from './layout.ts';
import { type Paint, paint } from './paint.ts';

export interface Column {
  readonly title: string;
  readonly align?: 'right';
  /** Never cut: ids must be complete to be copied. */
  readonly whole?: boolean;
}

/** The output stream's properties; standard output by default. */
interface Place {
  readonly columns: number;
  readonly paint: Paint;
}

/** A plain table. If it is too wide, the widest columns that may be cut are cut. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  place: Place = { columns: listColumnsOf(process.stdout), paint: paint(process.stdout) },
): string[] {
  const wide = columns.map(({ title }, at) =>
    Math.max(title.length, ...rows.map((row) => width(fit(row[at], 1000)))),
  );
  const gaps = 2 * (columns.length - 1);
  for (;;) {
    const over = wide.reduce((sum, each) => sum + each, gaps) - place.columns;
    if (over <= 0) break;
    const flexible = wide.map((each, at) => (columns[at].whole || each <= 8 ? 0 : each));
    const widest = Math.max(...flexible);
    if (widest === 0) break;
    wide[flexible.indexOf(widest)] = Math.max(8, widest - over);
  }
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (columns[at].align === 'right' ? padStart : padEnd)(fit(cell, wide[at]), wide[at]))
      .join('  ')
      .trimEnd();
  return [place.paint.dim(line(columns.map(({ title }) => title))), ...rows.map(line)];
}
