import type { JudgedSet } from './judged-set.ts';
import { knownItemsOf, TYPINGS } from './known-items.ts';
import { type SearchEngine, searchableColumns, titleColumn } from './search-engine.ts';

/** An item counts as found among so many. */
const FIRST = 10;

/** The share of items that an engine finds. */
interface Found {
  readonly item: number;
  /** The item, or another one with the same title, which a shopper cannot tell from it by the title. */
  readonly title: number;
}

/** Prints the share of known items that each engine finds among the first ten, by how they are typed. */
export async function measureKnownItems(
  sets: readonly { readonly name: string; readonly set: JudgedSet }[],
  engines: readonly SearchEngine[],
  { count, seed, json }: { readonly count: number; readonly seed: number; readonly json: boolean },
): Promise<void> {
  const results: Record<string, Record<string, Record<string, Found>>> = {};
  for (const { name, set } of sets) {
    const column = titleColumn(searchableColumns(set));
    const titles = new Map(set.rows.map((row) => [row[set.idColumn], row[column]]));
    const items = knownItemsOf(set, count, seed);
    if (items.length === 0) {
      console.error(`${name}: no text of the column "${column}" has three words, the last of letters alone.`);
      process.exitCode = 1;
      continue;
    }
    if (!json) {
      console.log(`\n${name}: ${set.rows.length} products, ${items.length} known items, seed ${seed}`);
      console.log(
        [
          'found among the first ten (its title)'.padEnd(38),
          ...TYPINGS.map((each) => each.padStart(22)),
        ].join(''),
      );
    }
    results[name] = {};
    for (const engine of engines) {
      const search = await engine.open(set);
      const found: Record<string, Found> = {};
      for (const typing of TYPINGS) {
        let [hits, alike] = [0, 0];
        for (const { id, title, queries } of items) {
          const ids = await search(queries[typing], FIRST);
          if (ids.includes(id)) hits++;
          if (ids.some((each) => titles.get(each) === title)) alike++;
        }
        found[typing] = { item: hits / items.length, title: alike / items.length };
      }
      results[name][engine.name] = found;
      if (json) continue;
      const cells = TYPINGS.map((each) => {
        const { item, title } = found[each];
        return `${item.toFixed(3)} (${title.toFixed(3)})`.padStart(22);
      });
      console.log([engine.name.padEnd(38), ...cells].join(''));
    }
  }
  if (json) console.log(JSON.stringify(results, null, 2));
}
