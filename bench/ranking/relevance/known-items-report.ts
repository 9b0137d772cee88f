import type { JudgedSet } from './judged-set.ts';
import { knownItemsOf, TYPINGS } from './known-items.ts';
import type { SearchEngine } from './search-engine.ts';

/** An item counts as found among so many. */
const FIRST = 10;

/** Prints the share of known items that each engine finds among the first ten, by how they are typed. */
export async function measureKnownItems(
  sets: readonly { readonly name: string; readonly set: JudgedSet }[],
  engines: readonly SearchEngine[],
  { count, seed, json }: { readonly count: number; readonly seed: number; readonly json: boolean },
): Promise<void> {
  const results: Record<string, Record<string, Record<string, number>>> = {};
  for (const { name, set } of sets) {
    const items = knownItemsOf(set, count, seed);
    if (!json) {
      console.log(`\n${name}: ${set.rows.length} products, ${items.length} known items, seed ${seed}`);
      console.log(
        ['found among the first ten'.padEnd(34), ...TYPINGS.map((each) => each.padStart(22))].join(''),
      );
    }
    results[name] = {};
    for (const engine of engines) {
      const search = await engine.open(set);
      const found: Record<string, number> = {};
      for (const typing of TYPINGS) {
        let hits = 0;
        for (const { id, queries } of items) {
          const ids = await search(queries[typing], FIRST);
          if (ids.includes(id)) hits++;
        }
        found[typing] = hits / items.length;
      }
      results[name][engine.name] = found;
      if (json) continue;
      const cells = TYPINGS.map((each) => found[each].toFixed(3).padStart(22));
      console.log([engine.name.padEnd(34), ...cells].join(''));
    }
  }
  if (json) console.log(JSON.stringify(results, null, 2));
}
