import type { Attribute, Catalogue } from '@decidable/engine/catalogue';
import type { Roles } from '@decidable/engine/ranking';
import type { BenchSession, SessionSet } from './session-files.ts';

/** The items to rank, as a catalogue: those of the training sessions, or all of `items.csv`. */
export interface ItemCatalogue {
  readonly catalogue: Catalogue;
  readonly roles: Roles;
}

/** Items are in the order of `items.csv`, that of the exported catalogue, followed by items that it lacks. */
export function itemCatalogue(
  set: SessionSet,
  train: readonly BenchSession[],
  options: { readonly all: boolean; readonly attributes: boolean; readonly ordered: boolean },
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
