import type { RawColumn, Table } from '../types.ts';

/** Of the cells that the first export records, the share that the second must repeat under another name. Set by hand. */
const REPEATED = 0.95;
/**
 * Bits by which repeated cells speak against chance: one in a million columns of the same values would repeat them.
 * Set by hand.
 */
const BEYOND_CHANCE = 20;

/**
 * The second export with the columns named as in the first where both are the same column: names that differ in case,
 * blanks and the like, or other names of the same cells.
 */
export function withSameColumns(before: Table, after: Table): Table {
  const known = new Set(before.columns.map(({ name }) => name));
  const kept = new Set(after.columns.map(({ name }) => name));
  const left = before.columns.filter(({ name }) => !kept.has(name));
  const fresh = after.columns.filter(({ name }) => !known.has(name));
  if (left.length === 0 || fresh.length === 0) return after;
  const renamed = new Map(pairedBy(left, fresh, ({ name }) => formOf(name)));
  const paired = new Set(renamed.values());
  const told: string[] = [];
  const open = fresh.filter(({ name }) => !renamed.has(name));
  const cellsOf = cellsOfProducts(before, after);
  for (const column of left.filter(({ name }) => !paired.has(name))) {
    const alike = open.filter((other) => !renamed.has(other.name) && repeats(cellsOf(column, other)));
    if (alike.length !== 1) continue;
    renamed.set(alike[0].name, column.name);
    told.push(`"${alike[0].name}" holds what "${column.name}" held before: it is read as the same column.`);
  }
  if (renamed.size === 0) return after;
  return {
    ...after,
    columns: after.columns.map((column) => {
      const name = renamed.get(column.name);
      return name === undefined ? column : { ...column, name, header: column.name };
    }),
    warnings: [...after.warnings, ...told.map((message) => ({ code: 'column_renamed', message }))],
  };
}

/** Pairs of the later and the earlier name of columns whose keys are equal and that nobody else has. */
function pairedBy(
  left: readonly RawColumn[],
  fresh: readonly RawColumn[],
  keyOf: (column: RawColumn) => string,
): [string, string][] {
  const earlier = Map.groupBy(left, keyOf);
  return [...Map.groupBy(fresh, keyOf)].flatMap(([key, own]): [string, string][] => {
    const others = earlier.get(key) ?? [];
    return own.length === 1 && others.length === 1 ? [[own[0].name, others[0].name]] : [];
  });
}

/** A header without case, blanks, hyphens and underscores. */
function formOf(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/gu, '');
}

/** The texts of two columns for each product of both exports; a gap is undefined. */
function cellsOfProducts(before: Table, after: Table) {
  const placeBefore = new Map(before.ids.map((id, place) => [id, place]));
  const common = after.ids.flatMap((id, place) => {
    const earlier = placeBefore.get(id);
    return earlier === undefined ? [] : [[earlier, place] as const];
  });
  const textOf = ({ cell, texts }: RawColumn, product: number) => texts[cell[product]]?.toLowerCase();
  return (column: RawColumn, other: RawColumn): (readonly [string | undefined, string | undefined])[] =>
    common.map(([earlier, later]) => [textOf(column, earlier), textOf(other, later)]);
}

/** Whether the second texts repeat the first ones where these are recorded, beyond what chance would. */
function repeats(cells: readonly (readonly [string | undefined, string | undefined])[]): boolean {
  const counts = new Map<string, number>();
  let recorded = 0;
  for (const [, later] of cells) {
    if (later === undefined) continue;
    counts.set(later, (counts.get(later) ?? 0) + 1);
    recorded++;
  }
  let held = 0;
  let same = 0;
  let bits = 0;
  for (const [earlier, later] of cells) {
    if (earlier === undefined) continue;
    held++;
    if (later !== earlier) continue;
    same++;
    bits -= Math.log2(counts.get(later)! / recorded);
  }
  return held > 0 && same >= REPEATED * held && bits >= BEYOND_CHANCE;
}
