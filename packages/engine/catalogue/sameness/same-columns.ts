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
  const renamed = new Map(pairedByForm(left, fresh));
  const paired = new Set(renamed.values());
  const open = fresh.filter(({ name }) => !renamed.has(name));
  const gone = left.filter(({ name }) => !paired.has(name));
  const told: string[] = [];
  for (const [later, earlier] of pairedByCells(before, after, gone, open)) {
    renamed.set(later, earlier);
    told.push(`"${later}" holds what "${earlier}" held before: it is read as the same column.`);
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

/** Pairs of the later and the earlier name of columns whose headers have one form that nobody else has. */
function pairedByForm(left: readonly RawColumn[], fresh: readonly RawColumn[]): [string, string][] {
  const earlier = Map.groupBy(left, ({ name }) => formOf(name));
  return [...Map.groupBy(fresh, ({ name }) => formOf(name))].flatMap(([form, own]): [string, string][] => {
    const others = earlier.get(form) ?? [];
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

/** Pairs of columns of which each repeats the other's cells, and no third one does. */
function pairedByCells(
  before: Table,
  after: Table,
  left: readonly RawColumn[],
  fresh: readonly RawColumn[],
): [string, string][] {
  const placeBefore = new Map(before.ids.map((id, place) => [id, place]));
  const common = after.ids.flatMap((id, place) => {
    const earlier = placeBefore.get(id);
    return earlier === undefined ? [] : [[earlier, place] as const];
  });
  const pairs = Math.max(1, left.length * fresh.length);
  const most = Math.max(MIN_COMPARED, Math.floor(COMPARED_IN_ALL / pairs));
  const step = Math.max(1, Math.ceil(common.length / most));
  const compared = common.filter((_, at) => at % step === 0);
  const textsOf = ({ cell, texts }: RawColumn, side: 0 | 1) =>
    compared.map((places) => texts[cell[places[side]]]?.toLowerCase());
  const later = fresh.map(({ name, ...column }) => ({ name, texts: textsOf({ name, ...column }, 1) }));
  const alike = left.flatMap((column) => {
    const texts = textsOf(column, 0);
    return later.flatMap((other): [string, string][] =>
      repeats(texts, other.texts) ? [[other.name, column.name]] : [],
    );
  });
  const isOnly = (side: 0 | 1, name: string) => alike.filter((pair) => pair[side] === name).length === 1;
  return alike.filter(([own, other]) => isOnly(0, own) && isOnly(1, other));
}

/** Cells that are compared for all pairs of columns, and for each at least. Set by hand, for speed. */
const COMPARED_IN_ALL = 20_000_000;
const MIN_COMPARED = 60;

/** Whether the second texts repeat the first ones where these are recorded, beyond what chance would. */
function repeats(before: readonly (string | undefined)[], after: readonly (string | undefined)[]): boolean {
  let held = 0;
  let same = 0;
  for (const [at, earlier] of before.entries()) {
    if (earlier === undefined) continue;
    held++;
    if (after[at] === earlier) same++;
    else if (held - same > (1 - REPEATED) * before.length) return false;
  }
  if (held === 0 || same < REPEATED * held) return false;
  const counts = new Map<string, number>();
  let recorded = 0;
  for (const later of after) {
    if (later === undefined) continue;
    counts.set(later, (counts.get(later) ?? 0) + 1);
    recorded++;
  }
  let bits = 0;
  for (const [at, earlier] of before.entries())
    if (earlier !== undefined && after[at] === earlier) bits -= Math.log2(counts.get(earlier)! / recorded);
  return bits >= BEYOND_CHANCE;
}
