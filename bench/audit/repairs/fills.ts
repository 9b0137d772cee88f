import type { Attribute, Table } from '@decidable/engine/catalogue';
import { below, type Chance, shuffled } from '../chance.ts';
import { recordedIn, textIn } from './tables.ts';

// Ways to fill hidden cells: honestly, in part, and in ways that cost no work.

export type Honest = 'true' | 'half filled' | 'from titles';
export type Cheat =
  | 'random'
  | 'shuffled'
  | 'neighbours'
  | 'invented'
  | 'constant'
  | 'copied'
  | 'dropped'
  | 'half true'
  | 'half invented'
  | 'Other'
  | 'Generic'
  | 'n/a'
  | 'see description'
  | 'first word'
  | 'last word'
  | 'random word'
  | 'longest word'
  | 'last level'
  | 'overwritten';
export type Fill = Honest | Cheat;

export const HONEST: readonly Fill[] = ['true', 'half filled', 'from titles'];
export const CHEATS: readonly Fill[] = [
  'random',
  'shuffled',
  'invented',
  'constant',
  'copied',
  'dropped',
  'half true',
  'half invented',
  'Other',
  'Generic',
  'n/a',
  'see description',
  'first word',
  'last word',
  'random word',
  'longest word',
  'last level',
  'overwritten',
];
/** Ways that are also tried for a part of the cells. */
export const PARTIAL: readonly Fill[] = [
  'random',
  'shuffled',
  'neighbours',
  'invented',
  'constant',
  'copied',
];
/** A column whose cells were hidden. */
export interface HiddenColumn {
  readonly table: Table;
  readonly attributes: readonly Attribute[];
  readonly column: number;
  readonly hidden: readonly number[];
}

/** Texts by product; a product without an entry stays empty. Undefined where the way does not exist here. */
export type Filled = ReadonlyMap<number, string> | undefined;

export function filledBy(fill: Fill, given: HiddenColumn, random: Chance): Filled {
  const { table, attributes, column, hidden } = given;
  const isHidden = new Set(hidden);
  const still = recordedIn(table, column)
    .filter((product) => !isHidden.has(product))
    .map((product) => textIn(table, column, product)!);
  const truth = (product: number) => textIn(table, column, product)!;
  const each = (text: (product: number, at: number) => string | undefined): Filled => {
    const filled = new Map<number, string>();
    hidden.forEach((product, at) => {
      const own = text(product, at);
      if (own !== undefined && own !== '') filled.set(product, own);
    });
    return filled.size < FEWEST_FILLED ? undefined : filled;
  };
  const half = () => new Set(shuffled(hidden, random).slice(0, Math.round(hidden.length / 2)));
  const distinct = [...new Set(still)];
  switch (fill) {
    case 'true':
      return each(truth);
    case 'half filled': {
      const kept = half();
      return each((product) => (kept.has(product) ? truth(product) : undefined));
    }
    case 'from titles':
      return each(
        namedByTitle(
          table,
          attributes,
          column,
          recordedIn(table, column).filter((p) => !isHidden.has(p)),
        ),
      );
    case 'random':
      return distinct.length < 2 ? undefined : each(() => distinct[below(distinct.length, random)]);
    case 'shuffled':
      return distinct.length < 2 ? undefined : each(() => still[below(still.length, random)]);
    case 'neighbours':
      return distinct.length < 2 ? undefined : each(neighbours(given, isHidden));
    case 'half true': {
      const drawn = half();
      return distinct.length < 2
        ? undefined
        : each((product) => (drawn.has(product) ? still[below(still.length, random)] : truth(product)));
    }
    case 'half invented': {
      const made = half();
      return each((product, at) =>
        made.has(product) ? invented(attributes[column], at, random) : truth(product),
      );
    }
    case 'invented':
      return each((_, at) => invented(attributes[column], at, random));
    case 'constant':
      return distinct.length < 2 ? undefined : each(() => commonest(still));
    case 'Other':
    case 'Generic':
    case 'n/a':
    case 'see description':
      return each(() => fill);
    case 'copied': {
      const sources = table.columns.flatMap((source, index) =>
        index !== column && source.texts.length > 1 && hidden.every((product) => source.cell[product] >= 0)
          ? [index]
          : [],
      );
      if (sources.length === 0) return undefined;
      const source = sources[below(sources.length, random)];
      return each((product) => textIn(table, source, product));
    }
    case 'first word':
      return each(wordOfTitle(table, attributes, column, (words) => words[0]));
    case 'last word':
      return each(wordOfTitle(table, attributes, column, (words) => words.at(-1)));
    case 'random word':
      return each(wordOfTitle(table, attributes, column, (words) => words[below(words.length, random)]));
    case 'longest word':
      return each(wordOfTitle(table, attributes, column, longest));
    case 'last level':
      return each(lastLevel(table, column));
    case 'overwritten':
      return distinct.length < 2 ? undefined : overwritten(given, isHidden, distinct, random);
    case 'dropped':
      return new Map();
  }
}

/** The column of titles: of the columns that tell products apart, the one with words that is shortest. */
export function titleColumn(table: Table, attributes: readonly Attribute[]): number | undefined {
  const titles = attributes.flatMap(({ notQuestion, values }, column) => {
    if ((notQuestion !== 'identifier' && notQuestion !== 'text') || values.length < 2) return [];
    const sample = table.columns[column].texts.slice(0, 200);
    const words = sample.reduce((sum, text) => sum + wordsOf(text).length, 0) / sample.length;
    const isAddress = sample.filter((text) => /:\/\/|^\S+$/.test(text)).length > sample.length / 2;
    return words >= 2 && words <= 25 && !isAddress ? [{ column, words }] : [];
  });
  titles.sort((left, right) => left.words - right.words);
  return (
    titles.find(({ column }) => /title|name|titel|nom/i.test(table.columns[column].name))?.column ??
    titles[0]?.column
  );
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’&.-]*/gu) ?? [];

function wordOfTitle(
  table: Table,
  attributes: readonly Attribute[],
  column: number,
  chosen: (words: readonly string[]) => string | undefined,
) {
  const title = titleColumn(table, attributes);
  return (product: number): string | undefined => {
    if (title === undefined || title === column) return undefined;
    const words = wordsOf(textIn(table, title, product) ?? '');
    return words.length === 0 ? undefined : chosen(words);
  };
}

const longest = (words: readonly string[]): string | undefined =>
  words.toSorted((left, right) => right.length - left.length)[0];

/**
 * The known value that a title names: the longest, and of those the first. As a careful reader of titles would, it takes
 * only values that are right where recorded products' titles name them.
 */
function namedByTitle(
  table: Table,
  attributes: readonly Attribute[],
  column: number,
  recorded: readonly number[],
) {
  const title = titleColumn(table, attributes);
  const folded = (text: string) => ` ${wordsOf(text.toLowerCase()).join(' ')} `;
  const titleOf = (product: number) =>
    title === undefined || title === column ? '' : folded(textIn(table, title, product) ?? '');
  const known = new Set(recorded.map((product) => textIn(table, column, product)!));
  const phrases = [...known]
    .map((text) => ({ text, phrase: folded(text) }))
    .filter(({ phrase }) => phrase.trim().length >= 3 && !/^[\d\s.]+$/.test(phrase))
    .sort((left, right) => right.phrase.length - left.phrase.length);
  const named = (product: number) => {
    const own = titleOf(product);
    return phrases.find(({ phrase }) => own.includes(phrase))?.text;
  };
  const counts = new Map<string, { right: number; all: number }>();
  for (const product of recorded) {
    const text = named(product);
    if (text === undefined) continue;
    const count = counts.get(text) ?? { right: 0, all: 0 };
    count.all++;
    if (text === textIn(table, column, product)) count.right++;
    counts.set(text, count);
  }
  return (product: number): string | undefined => {
    const text = named(product);
    const { right = 0, all = 0 } = (text === undefined ? undefined : counts.get(text)) ?? {};
    return all >= FEWEST_NAMED && right >= RIGHT_FROM * all ? text : undefined;
  };
}

/** Recorded products whose titles must name a value, and share of them that must have it. */
const FEWEST_NAMED = 2;
const RIGHT_FROM = 0.9;

/** The last level of the column that holds paths (`Home > Kitchen > Pans`). */
function lastLevel(table: Table, column: number) {
  const path = table.columns.findIndex(({ texts }, index) => {
    if (index === column || texts.length < 2) return false;
    const deep = texts.filter((text) => LEVELS.test(text) && text.length < 200).length;
    return deep >= 0.5 * texts.length && !texts.some((text) => text.includes('://'));
  });
  return (product: number): string | undefined =>
    path < 0 ? undefined : textIn(table, path, product)?.split(LEVELS).at(-1)?.trim();
}

const LEVELS = /\s*>\s*|\s+\/\s+|(?<=\p{L})\/(?=\p{L})/u;

function neighbours({ table, column }: HiddenColumn, isHidden: ReadonlySet<number>) {
  const above = new Map<number, string | undefined>();
  const recorded = recordedIn(table, column).filter((product) => !isHidden.has(product));
  let last = recorded.length === 0 ? undefined : textIn(table, column, recorded[0]);
  table.ids.forEach((_, product) => {
    const own = textIn(table, column, product);
    if (own !== undefined && !isHidden.has(product)) last = own;
    above.set(product, last);
  });
  return (product: number) => above.get(product);
}

/** As many recorded cells as are hidden, with other values that the column has. */
function overwritten(
  { table, column, hidden }: HiddenColumn,
  isHidden: ReadonlySet<number>,
  distinct: readonly string[],
  random: Chance,
): Filled {
  const recorded = recordedIn(table, column).filter((product) => !isHidden.has(product));
  return new Map(
    shuffled(recorded, random)
      .slice(0, hidden.length)
      .map((product) => {
        const others = distinct.filter((text) => text !== textIn(table, column, product));
        return [product, others[below(others.length, random)]];
      }),
  );
}

function commonest(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([, left], [, right]) => right - left)[0][0];
}

function invented(attribute: Attribute, index: number, random: Chance): string {
  const numbers = attribute.values.flatMap(({ number }) => (number === undefined ? [] : [number]));
  if (attribute.kind !== 'number' || numbers.length === 0) return `value ${index % 23} of nobody`;
  const held = new Set(numbers);
  const most = Math.max(...numbers, 10);
  for (;;) {
    const number = Number((random() * 1.5 * most).toFixed(2));
    if (!held.has(number)) return String(number);
  }
}

/** Ways with fewer filled cells are left out. */
const FEWEST_FILLED = 5;
