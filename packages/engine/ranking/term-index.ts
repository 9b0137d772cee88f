import type { Catalogue } from '../catalogue/types.ts';
import { terms } from '../session/text.ts';
import type { Roles } from './types.ts';

/** Saturation of repeated words and influence of a text's length, as in Robertson & Zaragoza, BM25 (2009). */
const K1 = 1.2;
const B = 0.5;
/** A word in the title says more than one in a description. */
const TITLE_WEIGHT = 3;

/**
 * Words of the products with their BM25 weights. Posting lists per term: products ascending in
 * `items[start[t] .. start[t + 1]]`, their weights in `weights`.
 */
export interface Terms {
  readonly numbers: ReadonlyMap<string, number>;
  readonly start: Int32Array;
  readonly items: Int32Array;
  readonly weights: Float32Array;
  readonly idf: Float64Array;
  readonly averageLength: number;
}

/** Weight of a term that occurs `count` times in a text of `length` words. */
export function termWeight(idf: number, count: number, length: number, averageLength: number): number {
  return (idf * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / (averageLength || 1)));
}

/** Reads the title, the values of the attributes and the descriptions of every product. */
export function buildTerms(catalogue: Catalogue, roles: Roles): Terms {
  const size = catalogue.ids.length;
  const numbers = new Map<string, number>();
  const skip = new Set([roles.price, roles.image, roles.url, roles.availability]);
  // Occurrences as parallel lists of (product, term, weight), product by product.
  const lengths = new Float64Array(size);
  const fields = catalogue.attributes
    .filter(
      ({ name, kind, notQuestion }) =>
        !skip.has(name) &&
        (name === roles.title ||
          kind === 'text' ||
          (kind !== 'identifier' && kind !== 'number' && kind !== 'date' && notQuestion !== 'operational')),
    )
    .map((attribute) => ({
      attribute,
      weight: attribute.name === roles.title ? TITLE_WEIGHT : 1,
      words: new Array<Int32Array | undefined>(attribute.cells.length),
    }));
  const read = (text: string): Int32Array =>
    Int32Array.from(terms(text), (word) => {
      let number = numbers.get(word);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(word, number);
      }
      return number;
    });
  const perTerm: { items: number[]; counts: number[] }[] = [];
  for (let i = 0; i < size; i++) {
    const counts = new Map<number, number>();
    for (const field of fields) {
      const cell = field.attribute.cell[i]!;
      if (cell < 0) continue;
      let words = field.words[cell];
      if (words === undefined) {
        words = read(field.attribute.cells[cell]!.map((v) => field.attribute.values[v]!.label).join(' '));
        field.words[cell] = words;
      }
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + field.weight);
      lengths[i]! += words.length * field.weight;
    }
    for (const [term, count] of counts) {
      perTerm[term] ??= { items: [], counts: [] };
      perTerm[term].items.push(i);
      perTerm[term].counts.push(count);
    }
  }
  const averageLength = size === 0 ? 0 : lengths.reduce((sum, length) => sum + length, 0) / size;
  const start = new Int32Array(perTerm.length + 1);
  for (let t = 0; t < perTerm.length; t++) start[t + 1] = start[t]! + perTerm[t]!.items.length;
  const items = new Int32Array(start[perTerm.length]!);
  const weights = new Float32Array(items.length);
  const idf = new Float64Array(perTerm.length);
  for (let t = 0; t < perTerm.length; t++) {
    const { items: list, counts } = perTerm[t]!;
    idf[t] = Math.log(1 + (size - list.length + 0.5) / (list.length + 0.5));
    items.set(list, start[t]!);
    for (let k = 0; k < list.length; k++) {
      weights[start[t]! + k] = termWeight(idf[t]!, counts[k]!, lengths[list[k]!]!, averageLength);
    }
  }
  return { numbers, start, items, weights, idf, averageLength };
}
