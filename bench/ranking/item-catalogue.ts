import {
  type Attribute,
  type Catalogue,
  interpret,
  readTable,
  recogniseRoles,
  writeCsv,
} from '@decidable/engine/catalogue';
import type { Roles } from '@decidable/engine/ranking';
import type { BenchSession, SessionSet } from './session-files.ts';

/** The items to rank, as a catalogue: those of the training sessions, or all of `items.csv`. */
export interface ItemCatalogue {
  readonly catalogue: Catalogue;
  readonly roles: Roles;
}

/**
 * How a shop's export has its categories and brands: by name, or by the number that its system gave them. Without it the
 * columns are taken as they stand, and only their values decide which are numbers.
 */
export type IdsOf = 'names' | 'numbers' | undefined;

/** Items are in the order of `items.csv`, that of the exported catalogue, followed by items that it lacks. */
export function itemCatalogue(
  set: SessionSet,
  train: readonly BenchSession[],
  options: {
    readonly all: boolean;
    readonly attributes: boolean;
    readonly ordered: boolean;
    readonly ids?: IdsOf;
  },
): ItemCatalogue {
  const clicks = new Map<string, number>();
  for (const { steps } of train) {
    for (const { item } of steps) clicks.set(item, (clicks.get(item) ?? 0) + 1);
  }
  const [header = [], ...rows] = set.items;
  const rowOf = new Map(rows.map((row) => [row[0], row]));
  if (options.all) for (const [id] of rows) if (!clicks.has(id!)) clicks.set(id!, 0);
  const place = (id: string): number => (rowOf.has(id) ? 0 : 1);
  const listed = rows.map(([id]) => id!).filter((id) => clicks.has(id));
  const ids = [...listed, ...[...clicks.keys()].filter((id) => place(id) === 1)];
  const names = options.attributes ? header.slice(1) : [];
  const find = (pattern: RegExp): string | undefined => names.find((name) => pattern.test(name));
  if (!options.ordered) shuffle(ids);
  if (options.ids !== undefined) {
    const columns = names.map((name, k) => ({ name, texts: ids.map((id) => rowOf.get(id)?.[k + 1] ?? '') }));
    return asExport(ids, options.ids === 'numbers' ? columns.map(numbered) : columns);
  }
  return {
    catalogue: {
      ids,
      attributes: names.map((name, k) =>
        attributeOf(
          name,
          ids.map((id) => rowOf.get(id)?.[k + 1] ?? ''),
        ),
      ),
      warnings: [],
    },
    roles: { category: find(/^category$/i), brand: find(/^brand$/i), price: find(/^price/i) },
  };
}

interface Column {
  readonly name: string;
  readonly texts: readonly string[];
}

/** The items as the service takes a shop's export. */
function asExport(ids: readonly string[], columns: readonly Column[]): ItemCatalogue {
  const rows = ids.map((id, item) => [id, ...columns.map(({ texts }) => texts[item])]);
  const csv = writeCsv([['sku', ...columns.map(({ name }) => name)], ...rows]);
  const catalogue = interpret(readTable(csv));
  return { catalogue, roles: recogniseRoles(catalogue) };
}

/** A column of words with a number for each word, in no order; one of numbers stays as it is. */
function numbered({ name, texts }: Column): Column {
  const words = [...new Set(texts.filter((text) => text !== ''))].sort();
  if (words.every((word) => Number.isFinite(Number(word)))) return { name, texts };
  shuffle(words);
  // Spread over a range as the ids of a system are, of which a shop has some.
  const idOf = new Map(words.map((word, k) => [word, String(11 + 17 * k)]));
  return { name: `${name}_id`, texts: texts.map((text) => idOf.get(text) ?? '') };
}

function attributeOf(name: string, texts: readonly string[]): Attribute {
  const values = new Map<string, number>();
  const cell = Int32Array.from(texts, (text) => {
    if (text === '') return -1;
    const known = values.get(text) ?? values.size;
    values.set(text, known);
    return known;
  });
  const labels = [...values.keys()];
  const numeric = labels.every((label) => Number.isFinite(Number(label)));
  return {
    name,
    kind: numeric ? 'number' : 'category',
    cell,
    cells: labels.map((_, v) => [v]),
    values: labels.map((label) => (numeric ? { label, number: Number(label) } : { label })),
    placeholders: new Int32Array(0),
  };
}

/** A seeded shuffle, the same in every run, by a linear congruential generator (Park & Miller 1988). */
function shuffle(ids: string[]): void {
  let state = 1;
  for (let k = ids.length - 1; k > 0; k--) {
    state = (state * 48271) % 2147483647;
    const other = state % (k + 1);
    [ids[k], ids[other]] = [ids[other], ids[k]];
  }
}
