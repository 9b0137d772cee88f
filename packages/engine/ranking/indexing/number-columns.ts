import { wordsOf } from '../../catalogue/columns/header-names.ts';
import type { CountedColumn } from '../../session/text/amounts/count-parser.ts';
import type { ShopLanguage } from '../../session/text/shop-language.ts';
import { stem } from '../../session/text/stemming.ts';
import type { NumberColumn } from '../../session/text/vocabulary.ts';
import type { Column } from './column.ts';

/** Words of a name that say that it counts. */
const COUNT = /^(?:count|quantity|qty|number|num|no|amount)$/;
/** What a name begins with that counts what follows: "number of ports". */
const COUNT_OF = /^(?:number|num|no|count|quantity|qty)(?: of)? /;
/** Columns "per" something, or of a share, count nothing that the product has. */
const NO_COUNT = /\b(?:per|percent|rate|ratio|index|rank|rating|max|maximum|min|minimum|id|year)\b/;
/** A column with more is no count of parts. */
const MOST = 1_000;

/** The columns that a search can refer to by a number with a unit, or with the word for what they count: "8 core cpu". */
export const measuredIn = (columns: readonly Column[]): NumberColumn[] =>
  columns.flatMap(({ name, numbers, ends, measured, isDate }): NumberColumn[] => {
    if (measured !== undefined) return [{ attribute: name, ...measured }];
    if (numbers === undefined || ends !== undefined || isDate === true) return [];
    const counts = numbers.filter((number) => !Number.isNaN(number));
    if (counts.length < 2 || counts.some((count) => !Number.isInteger(count) || count < 0 || count > MOST))
      return [];
    const counted = wordsCounted(name);
    return counted === undefined ? [] : [{ attribute: name, ...counted, counts }];
  });

/** What the numbers of a column are of, by which columns are told apart that a search may mean: a dimension, or what is counted. */
export function dimensionOf(
  { name, numbers, measured }: Column,
  language: ShopLanguage['language'],
): string | undefined {
  if (measured !== undefined) return measured.unit.dimension;
  const counted = numbers === undefined ? undefined : wordsCounted(name);
  return counted && countOf(stem(counted.noun, language));
}

const NUMBER_OF = 'number of ';

/** The dimension of how many there are of something. */
export const countOf = (noun: string): string => `${NUMBER_OF}${noun}`;

export const isCount = (dimension: string): boolean => dimension.startsWith(NUMBER_OF);

/** What a name counts; `undefined` where it says of nothing how many there are. */
function wordsCounted(column: string): Pick<CountedColumn, 'noun' | 'modifiers'> | undefined {
  const name = wordsOf(column);
  if (NO_COUNT.test(name)) return undefined;
  const beginning = COUNT_OF.exec(name)?.[0];
  const words = (beginning === undefined ? name : name.slice(beginning.length)).split(' ');
  const isCount = beginning !== undefined || COUNT.test(words.at(-1)!);
  if (beginning === undefined && COUNT.test(words.at(-1)!)) words.pop();
  const noun = words.pop();
  if (noun === undefined || !/^\p{L}{3,}$/u.test(noun)) return undefined;
  // Without a word for it, a plural counts: "memory_slots".
  if (!isCount && !/[^s]s$/.test(noun)) return undefined;
  return { noun, modifiers: words };
}
