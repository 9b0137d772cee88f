import { readFileSync } from 'node:fs';
import type { JudgedSet } from '../judged-set.ts';
import type { SearchEngine } from '../search-engine.ts';

interface LanguageSet {
  readonly sentence: string;
  readonly products: readonly string[];
  /** What is typed, and the position of the product that is meant. */
  readonly searches: readonly (readonly [query: string, product: number])[];
}

const SETS = JSON.parse(readFileSync(new URL('./searches.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, LanguageSet>
>;

/** A search, the product that is meant, the one that came first, and whether it is of the first half of its language. */
export interface Answer {
  readonly language: string;
  readonly query: string;
  readonly meant: string;
  readonly first: string | undefined;
  /** On these mistakes may be looked at; the others are left alone. */
  readonly isSeen: boolean;
}

/** A catalogue of the titles; each has a sentence of the language, as descriptions do, by which it is recognised. */
function catalogueOf({ sentence, products }: LanguageSet): JudgedSet {
  const rows = products.map((title, k) => ({ id: `p${k}`, title, description: `${title}. ${sentence}.` }));
  const lines = rows.map((row) =>
    Object.values(row)
      .map((text) => `"${text}"`)
      .join(','),
  );
  return { csv: ['id,title,description', ...lines].join('\n'), rows, idColumn: 'id', queries: [] };
}

/** What an engine answers to the searches of all languages. */
export async function answersOf(engine: SearchEngine): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const [language, set] of Object.entries(SETS)) {
    const search = await engine.open(catalogueOf(set));
    for (const [k, [query, product]] of set.searches.entries()) {
      const [first] = await search(query, 1);
      answers.push({
        language,
        query,
        meant: set.products[product],
        first: first === undefined ? undefined : set.products[Number(first.slice(1))],
        isSeen: k < set.searches.length / 2,
      });
    }
  }
  return answers;
}
