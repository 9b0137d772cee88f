import type { Attribute } from '../catalogue/types.ts';
import { Random } from '../information/index.ts';
import { seedOf } from './canonical.ts';
import type { Wording } from './claims-wording.ts';
import type { Pair } from './verify-pairing.ts';

/** What the products' own titles and descriptions say about new values, in natural logarithms. */
export interface Mentions {
  /** Log-likelihood ratio of the new values: mentioned as often as recorded values, against as often as those of other products. */
  readonly ratio: number;
  /** What true values would reach, and its variance. */
  readonly expected: number;
  readonly variance: number;
}

/** Products looked at on each side. */
const LOOKED_AT = 2_000;
/** Pairs of products compared to learn how often a text mentions a value by chance. */
const PAIRS = 4_000;
/** Shorter labels stand in any text by chance. */
const SHORTEST = 3;
/** Recorded values from which on it can be said how often they are mentioned. */
const FEWEST = 8;

/**
 * Shops write "Leather bag, black" and record black leather: where recorded values are mentioned in a product's own texts more often than the
 * values of other products are, new values should be as well. This is often the only evidence that a shelf of twenty products has.
 */
export function mentions(
  pair: Pair,
  index: number,
  products: readonly number[],
  wording: Wording,
): Mentions | undefined {
  const { before, after, name } = pair.attributes[index];
  // A column of texts would be told by itself.
  if (!wording.isWritten || after.notQuestion !== undefined) return undefined;
  if (after.kind === 'number' || after.kind === 'date' || after.kind === 'boolean') return undefined;
  const labels = after.values.map(({ label }) => label.toLowerCase());
  const isNew = new Set(products);
  const recorded: number[] = [];
  for (let product = 0; product < pair.ids.length && recorded.length < LOOKED_AT; product++) {
    if (before.cell[product] >= 0 && after.cell[product] >= 0 && !isNew.has(product)) recorded.push(product);
  }
  if (recorded.length < FEWEST) return undefined;
  const looked = products.slice(0, LOOKED_AT);
  const own = shareMentioned(after, labels, wording, recorded, recorded);
  const chance = chanceOfMention(after, labels, wording, recorded, seedOf(name, recorded.length));
  if (own <= chance) return undefined;
  const said = Math.log(own / chance);
  const unsaid = Math.log((1 - own) / (1 - chance));
  let ratio = 0;
  for (const product of looked) {
    const share = mentioned(after.cells[after.cell[product]], labels, wording.textOf(product));
    ratio += share * said + (1 - share) * unsaid;
  }
  return {
    ratio,
    expected: looked.length * (own * said + (1 - own) * unsaid),
    variance: looked.length * own * (1 - own) * (said - unsaid) ** 2,
  };
}

/** How often a product's texts mention the value of another product: of every other one on a small shelf, else of some drawn ones. */
function chanceOfMention(
  attribute: Attribute,
  labels: readonly string[],
  wording: Wording,
  recorded: readonly number[],
  seed: number,
): number {
  const count = recorded.length;
  const random = new Random(seed);
  const rounds = Math.max(1, Math.min(count - 1, Math.floor(PAIRS / count)));
  const products: number[] = [];
  const valued: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < count; at++) {
      const further = rounds === count - 1 ? round : random.below(count - 1);
      products.push(recorded[at]);
      valued.push(recorded[(at + 1 + further) % count]);
    }
  }
  return shareMentioned(attribute, labels, wording, products, valued);
}

/** How often the values of `valued[i]` are mentioned in the texts of `products[i]`; never quite 0 or 1. */
function shareMentioned(
  attribute: Attribute,
  labels: readonly string[],
  wording: Wording,
  products: readonly number[],
  valued: readonly number[],
): number {
  let sum = 0;
  products.forEach((product, at) => {
    sum += mentioned(attribute.cells[attribute.cell[valued[at]]], labels, wording.textOf(product));
  });
  return (sum + 0.5) / (products.length + 1);
}

function mentioned(values: readonly number[], labels: readonly string[], text: string): number {
  let count = 0;
  for (const value of values)
    if (labels[value].length >= SHORTEST && startsWord(labels[value], text)) count++;
  return count / values.length;
}

/** Whether a word of the text begins with the label: "womens" mentions women, not men. */
function startsWord(label: string, text: string): boolean {
  for (let at = text.indexOf(label); at !== -1; at = text.indexOf(label, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1])) return true;
  }
  return false;
}
