import { foldText } from '../../languages/fold-text.ts';
import { wordsIn } from '../../languages/index.ts';
import { type Candidate, Sayings } from './candidate.ts';
import { LEAST_SHARE_OF_WORDS } from './constants.ts';
import type { SourceTexts } from './source-texts.ts';

const STATEMENT = /[^.!?;:\n•|–]+/g;
/** Words of a statement; set by hand. */
const FEWEST_WORDS = 2;
const LONGEST = 3;
/** Products that must make a statement, and share of all that may. Set by hand. */
const FEWEST_PRODUCTS = 3;
const LARGEST_SHARE = 0.9;
/** Statements that are read in a column: bounds the work. Set by hand. */
const MOST_STATEMENTS = 5_000;
/** Share of the products of two statements that make both: more are no answers to one question. Set by hand. */
const MOST_TOGETHER = 0.05;
/** Least share of the second statement: a rarer one is a slip. Set by hand. */
const LEAST_SECOND = 0.1;
const STOP_WORDS: ReadonlySet<string> = new Set(wordsIn(({ words }) => words?.stopWords).map(foldText));

interface Made {
  readonly label: string;
  readonly products: number[];
  readonly places: (readonly [start: number, end: number])[];
}

/**
 * Short statements in descriptions that end in one word and exclude each other: "Matte finish." and "Shiny finish." say
 * what the finish is.
 */
export function saidInStatements(source: SourceTexts): Candidate[] {
  if (!source.isProse) return [];
  const statements = new Map<string, Made>();
  let read = 0;
  source.texts.forEach((text, product) => {
    if (text === undefined) return;
    read++;
    for (const match of text.matchAll(STATEMENT)) {
      // "Technical features:" is a heading.
      if (/[:：]/.test(text[match.index + match[0].length] ?? '')) continue;
      const label = match[0].replace(/\s+/g, ' ').trim();
      const words = label.split(' ');
      if (STOP_WORDS.has(foldText(words[0]))) continue;
      if (words.length < FEWEST_WORDS || words.length > LONGEST || !/^[\p{L}\s'-]+$/u.test(label)) continue;
      const key = foldText(label);
      let made = statements.get(key);
      if (made === undefined) {
        if (statements.size >= MOST_STATEMENTS) continue;
        made = { label: label.toLowerCase(), products: [], places: [] };
        statements.set(key, made);
      }
      if (made.products.at(-1) === product) continue;
      made.products.push(product);
      made.places.push([match.index, match.index + match[0].length]);
    }
  });
  const byHead = new Map<string, [string, Made][]>();
  for (const [key, made] of statements) {
    if (made.products.length < FEWEST_PRODUCTS || made.products.length > LARGEST_SHARE * read) continue;
    const head = key.slice(key.lastIndexOf(' ') + 1);
    const known = byHead.get(head);
    if (known === undefined) byHead.set(head, [[key, made]]);
    else known.push([key, made]);
  }
  return [...byHead].flatMap(([head, group]) => {
    if (
      head.length < 3 ||
      !differ(group.map(([, made]) => made)) ||
      areTogether(group.map(([, made]) => made))
    )
      return [];
    const sayings = new Sayings();
    for (const [key, { label, products, places }] of group)
      products.forEach((product, at) => {
        sayings.add(product, key, () => ({ label }), places[at][0], places[at][1]);
      });
    return [
      {
        key: `statement ${head}`,
        name: head,
        names: [head],
        from: source.column,
        values: sayings.values,
        sayings: sayings.sayings,
        least: LEAST_SHARE_OF_WORDS,
      },
    ];
  });
}

function areTogether(group: readonly Made[]): boolean {
  const all = group.reduce((sum, { products }) => sum + products.length, 0);
  const distinct = new Set(group.flatMap(({ products }) => products)).size;
  return all - distinct > MOST_TOGETHER * distinct;
}

function differ(group: readonly Made[]): boolean {
  const counts = group.map(({ products }) => products.length).sort((left, right) => right - left);
  return counts.length > 1 && counts[1] >= LEAST_SECOND * counts.reduce((sum, count) => sum + count, 0);
}
