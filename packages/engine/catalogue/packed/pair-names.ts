import { phrasesIn } from '../../languages/index.ts';
import { wordsOf } from '../columns/header-names.ts';
import type { RawColumn } from '../types.ts';

/** A column that names an option and the column beside it that holds its value: `Option1 Name`, `Option1 Value`. */
export interface Slot {
  readonly name: RawColumn;
  readonly value: RawColumn;
}

/** The part of a column in a pair, as its name says it: `option` is the stem of `Option1 Name`, its number 1. */
export interface PairName {
  readonly part: 'name' | 'value';
  readonly stem: string;
  /** Which pair: its number, with the locale of the column where it has one. */
  readonly pair: string;
  readonly isNumbered: boolean;
}

/** A locale at the end of a name: `.en_US`, `-de_DE`. */
const LOCALE = /[-_. ]([a-z]{2}[-_][A-Z]{2})$/;

/** An ending that makes several of one: "value(s)", "valeur(s)", "Wert(e)". */
const PLURAL = /(?<=\p{L})\(-?\p{L}{1,4}\)/gu;

const partOf = (words: string): RegExp => new RegExp(`(?:^|\\s)(?:${words})(?=\\s|$)`, 'u');
const NAME = partOf(phrasesIn(({ headers }) => headers?.pairs?.names));
const VALUE = partOf(phrasesIn(({ headers }) => headers?.pairs?.values));
/** Some shop systems call the value of an option its description. */
const DESCRIPTION = partOf('descriptions?');

/** The parts that a column may play in a pair, the likeliest first. */
export function pairNames(column: string): readonly PairName[] {
  const locale = LOCALE.exec(column)?.[1] ?? '';
  const words = wordsOf(column.replace(LOCALE, '').replace(PLURAL, ''));
  const number = /(?:^|\s)(\d+)(?=\s|$)/.exec(words);
  const pair = `${number?.[1] ?? ''} ${locale}`.trim();
  const rest = (number === null ? words : words.replace(number[0], '')).trim();
  const as = (part: PairName['part'], pattern: RegExp): PairName[] => {
    const found = pattern.exec(rest);
    if (found === null) return [];
    const stem = rest.replace(found[0], '').replace(/\s+/g, ' ').trim();
    return [{ part, pair, stem, isNumbered: number !== null }];
  };
  const described = as('value', DESCRIPTION).filter(({ stem, isNumbered }) => stem !== '' && isNumbered);
  return [...as('name', NAME), ...as('value', VALUE), ...described];
}
