import { optionConceptOf, wordsOf } from '../../catalogue/columns/header-names.ts';
import { columnName, nameFit } from '../../catalogue/columns/role-names.ts';
import { fold } from '../../catalogue/columns/text-folding.ts';
import type { Attribute } from '../../catalogue/types.ts';
import { COMPARED_PRODUCTS } from '../constants.ts';

/** A column as it is compared with others. */
export interface Comparable {
  readonly attribute: Attribute;
  readonly index: number;
  readonly recorded: number;
  /** Products with a value, spread over the catalogue. */
  readonly products: readonly number[];
  /** Words of the name in one spelling, without those that only tell columns of one fact apart. */
  readonly words: ReadonlySet<string>;
  /** The same words as one text, whatever their order. */
  readonly name: string;
  /** The number of a cell's text, made comparable; equal texts have equal numbers. */
  text(cell: number): number;
  /** The only number of a cell; NaN without one, and for 0, which is equal in all units. */
  number(cell: number): number;
}

/** Numbers texts, of all columns together: comparing numbers is fast. */
export class PlainTexts {
  readonly texts: string[] = [''];
  readonly #numbers = new Map([['', EMPTY]]);

  numberOf(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.texts.push(text) - 1;
      this.#numbers.set(text, number);
    }
    return number;
  }
}

/** The number of the empty text. */
export const EMPTY = 0;

/** @param known texts of all columns that are compared with it */
export function comparable(attribute: Attribute, index: number, known: PlainTexts): Comparable {
  const { cell, cells, values, kind } = attribute;
  const recorded: number[] = [];
  for (let product = 0; product < cell.length; product++) if (cell[product] >= 0) recorded.push(product);
  const step = Math.max(1, Math.ceil(recorded.length / COMPARED_PRODUCTS));
  const words = nameWords(attribute.name);
  const texts: (number | undefined)[] = [];
  return {
    attribute,
    index,
    recorded: recorded.length,
    products: recorded.filter((_, at) => at % step === 0),
    words,
    name: [...words].sort().join(' '),
    text: (at) =>
      (texts[at] ??= known.numberOf(
        cells[at]
          .map((value) => plain(values[value].label))
          .sort()
          .join('|'),
      )),
    number: (at) =>
      kind === 'number' && cells[at].length === 1 ? values[cells[at][0]].number || Number.NaN : Number.NaN,
  };
}

/** Words that tell columns of one fact apart: "labels", "labels_tags", "colour code". */
const NOISE =
  /^(?:tags?|codes?|id|name|names|text|texts|value|values|list|label|option|attribute|product|variant|item|en|de|fr|es|it|us|gb|uk)$/;
/** The fit of the most usual names for brands. */
const USUAL_BRAND = 4;
const METAFIELD = /\s*\(\w+\.metafields\..*\)\s*$/;
const BRACKET = /[([][^()[\]]*[)\]]/g;

function nameWords(name: string): ReadonlySet<string> {
  const words = wordsOf(name.replace(METAFIELD, '').replace(BRACKET, ''))
    .split(' ')
    .filter((word) => word !== '' && !NOISE.test(word))
    .map((word) => {
      const concept = optionConceptOf(word);
      if (concept !== undefined) return concept;
      if (nameFit('brand', columnName(word)) === USUAL_BRAND) return 'brand';
      return /[^s]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
    });
  return new Set(words);
}

/** A label in lower case without accents, punctuation and the language in front of a tag ("en:organic"). */
export const plain = (label: string): string =>
  fold(label)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/^[a-z]{2}:/, '')
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .trim();
