import { wordsOf } from '../../catalogue/columns/header-names.ts';
import type { CountedColumn } from '../../session/text/amounts/count-parser.ts';
import type { ShopLanguage } from '../../session/text/shop-language.ts';
import { stem } from '../../session/text/stemming.ts';
import type { NumberColumn } from '../../session/text/vocabulary.ts';
import type { Column } from './column.ts';

/** What the name of a column begins with that counts what follows: "number of ports". */
const COUNT_OF = /^(?:number|num|no|count|quantity|qty) of /;
/** What it ends with that counts what stands before: "core_count", and "ports quantity" of several. */
const COUNT = /^(?:count|quantity|qty)$/;
const SEVERAL = /[^s]s$/;
/** The names that may be either. */
const MAY_COUNT = /count|quantity|qty|(?:number|num|no)[\s_-]?of/i;
/** What trade counts, which is no part of a product. */
const OF_TRADE =
  /^(?:packs?|cases?|cartons?|boxe?s?|stocks?|orders?|inventory|items?|products?|units?|reviews?|ratings?|views?|sales?|customers?|images?|photos?|variants?|labels?)$/;
/** Columns of rates and bounds count nothing that a product has. */
const NO_COUNT = /\b(?:per|percents?|rates?|ratios?|index|ranks?|max|maximum|min|minimum|ids?|years?)\b/;
/** A column with more is no count of parts. */
const MOST = 1_000;

/** By the columns of a catalogue, which every search asks. */
const known = new WeakMap<readonly Column[], readonly NumberColumn[]>();

/** The columns that a search can refer to by a number with a unit, or with the word for what they count: "8 core cpu". */
export function measuredIn(columns: readonly Column[]): readonly NumberColumn[] {
  let measured = known.get(columns);
  if (measured === undefined) {
    measured = columns.flatMap((column) => numberColumnOf(column) ?? []);
    known.set(columns, measured);
  }
  return measured;
}

function numberColumnOf(column: Column): NumberColumn | undefined {
  const { name, measured } = column;
  return measured === undefined ? countedBy(column) : { attribute: name, ...measured };
}

/** What a column of whole numbers counts; `undefined` where it measures, or counts nothing. */
export function countedBy({ name, numbers, ends, measured, isDate }: Column): CountedColumn | undefined {
  if (numbers === undefined || ends !== undefined || measured !== undefined || isDate === true)
    return undefined;
  // Most columns are told by their names.
  const counted = MAY_COUNT.test(name) ? wordsCounted(wordsOf(name)) : undefined;
  if (counted === undefined) return undefined;
  const counts = numbers.filter((number) => !Number.isNaN(number));
  const areCounts = counts.every((count) => Number.isInteger(count) && count >= 0 && count <= MOST);
  return counts.length > 1 && areCounts ? { attribute: name, ...counted, counts } : undefined;
}

/**
 * What the numbers of a column are of, by which columns are told apart that a search may mean: a dimension, or what is counted.
 */
export function dimensionOf(column: Column, language: ShopLanguage['language']): string | undefined {
  if (column.measured !== undefined) return column.measured.unit.dimension;
  const counted = countedBy(column);
  return counted && countDimension(stem(counted.noun, language));
}

const NUMBER_OF = 'number of ';

/** The dimension of how many there are of something. */
export const countDimension = (noun: string): string => `${NUMBER_OF}${noun}`;

export const isCountDimension = (dimension: string): boolean => dimension.startsWith(NUMBER_OF);

/** What the words of a name count; `undefined` where they say of nothing how many there are. */
function wordsCounted(name: string): Pick<CountedColumn, 'noun' | 'modifiers'> | undefined {
  if (NO_COUNT.test(name)) return undefined;
  const beginning = COUNT_OF.exec(name)?.[0];
  const words = (beginning === undefined ? name : name.slice(beginning.length)).split(' ');
  const last = beginning === undefined ? words.pop()! : 'count';
  const noun = words.pop();
  if (!COUNT.test(last) || noun === undefined || !/^\p{L}{3,}$/u.test(noun) || OF_TRADE.test(noun))
    return undefined;
  // A quantity of one is that of an order.
  if (last !== 'count' && !SEVERAL.test(noun)) return undefined;
  return { noun, modifiers: words };
}
