import { optionConceptOf, wordsOf } from '../../catalogue/columns/header-names.ts';
import { columnName, nameFit } from '../../catalogue/columns/role-names.ts';
import { fold } from '../../catalogue/columns/text-folding.ts';
import type { Attribute } from '../../catalogue/types.ts';
import { isRecorded } from '../../primitives/cell-counts.ts';
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
  /** The words of the name as the file writes them, whatever their order and case. */
  readonly written: string;
  /** The number of a cell's text, made comparable; equal texts have equal numbers. */
  text(cell: number): number;
  /** Per cell the number of its text where it was asked for; else -1. */
  readonly known: Int32Array;
  /**
   * Of a column of numbers, the only one of each cell; NaN where there are several or none, and for 0, which is equal in all
   * units.
   */
  readonly numbers: Float64Array | undefined;
}

/** Numbers texts, of all columns together: comparing numbers is fast. */
export class PlainTexts {
  readonly texts: string[] = [''];
  /** Whether a text has several words, so that it can be a path. */
  readonly areLong: boolean[] = [false];
  readonly #numbers = new Map([['', EMPTY]]);

  numberOf(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.texts.push(text) - 1;
      this.areLong.push(text.includes(' '));
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
  let recorded = 0;
  for (let product = 0; product < cell.length; product++) recorded += isRecorded(cell[product]);
  const words = nameWords(attribute.name);
  const texts = new Int32Array(cells.length).fill(-1);
  return {
    attribute,
    index,
    recorded,
    products: spread(cell, Math.max(1, Math.ceil(recorded / COMPARED_PRODUCTS))),
    words,
    name: [...words].sort().join(' '),
    written: wordsOf(attribute.name.replace(NUMBERED, '')).split(' ').sort().join(' '),
    text(at) {
      if (texts[at] < 0) {
        texts[at] = known.numberOf(
          cells[at]
            .map((value) => plain(values[value].label))
            .sort()
            .join('|'),
        );
      }
      return texts[at];
    },
    known: texts,
    numbers:
      kind === 'number'
        ? Float64Array.from(cells, (set) =>
            set.length === 1 ? values[set[0]].number || Number.NaN : Number.NaN,
          )
        : undefined,
  };
}

/** Every so manieth product with a value. */
function spread(cell: Int32Array, step: number): number[] {
  const products: number[] = [];
  let until = 0;
  for (let product = 0; product < cell.length; product++) {
    if (cell[product] < 0) continue;
    if (until === 0) {
      products.push(product);
      until = step;
    }
    until--;
  }
  return products;
}

/** Words that tell columns of one fact apart: "labels", "labels_tags", "colour code". */
const NOISE =
  /^(?:tags?|codes?|id|name|names|text|texts|value|values|list|label|option|attribute|product|variant|item|en|de|fr|es|it|us|gb|uk)$/;
/** The fit of the most usual names for brands. */
const USUAL_BRAND = 4;
/** The number of a column whose name the file has twice. */
const NUMBERED = / \(\d+\)$/;
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
