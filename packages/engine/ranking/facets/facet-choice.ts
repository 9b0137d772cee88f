import { zeroIntegers } from '../../primitives/pooled-arrays.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { Column } from '../indexing/column.ts';
import type { NamedAttribute } from '../request/named-attribute.ts';

/** Products that attributes are compared on: enough that a share of a twentieth is known to a hundredth. Set by hand. */
const SAMPLE = 2_000;
/** Values that count for an attribute: as many as a shopper reads in a sidebar. Set by hand. */
const READ_VALUES = 10;
/** Ranges that numbers are offered in, see `number-facet.ts`. */
export const BUCKETS = 5;
/** An attribute that decides less divides nothing that a shopper would notice; bits. Set by hand. */
const LEAST_BITS = 0.1;
/** Mean length of labels, in characters, above which they are texts rather than names. Set by hand. */
const LONGEST_NAMES = 40;
/** Of two attributes that leave each other fewer than this share of their bits, one repeats the other. Set by hand. */
const REPEATED_SHARE = 0.1;

/** An attribute that a sidebar may offer, and what it decides. */
export interface RatedColumn {
  readonly attribute: Column | 'price';
  /** What knowing its value decides among the products, in bits; see {@link rateColumns}. */
  readonly bits: number;
}

/** At most {@link SAMPLE} of the products, evenly spread. */
function sampleOf(products: Int32Array | undefined, size: number): Int32Array {
  const count = products?.length ?? size;
  const taken = zeroIntegers(Math.min(SAMPLE, count));
  for (let i = 0; i < taken.length; i++) {
    const at = Math.floor((i * count) / taken.length);
    taken[i] = products === undefined ? at : products[at];
  }
  return taken;
}

/** Whether the labels are names that a shopper chooses among. Dates are none. */
function hasNames({ labels, isDate, numbers }: Column): boolean {
  if (isDate) return false;
  if (numbers !== undefined) return true;
  let length = 0;
  const read = Math.min(labels.length, SAMPLE);
  for (let v = 0; v < read; v++) length += labels[v].length;
  return length <= LONGEST_NAMES * read;
}

/**
 * The bits that the {@link READ_VALUES} most frequent values of a column decide: −Σ p · log2 p over them, with p the share
 * of all products (entropy, Shannon 1948). Products without a value and with rarer ones add nothing: an attribute that few
 * products have, or of which each has a value of its own, is of no use in a sidebar. Bins of numbers count as the ranges
 * that they are offered in.
 */
function bitsOf(column: Column, sample: Int32Array, counts: Int32Array): number {
  const { cell, cellStart, cellValues, ends } = column;
  for (const product of sample) {
    const c = cell[product];
    if (c < 0) continue;
    for (let k = cellStart[c]; k < cellStart[c + 1]; k++) counts[cellValues[k]]++;
  }
  const used = counts.subarray(0, column.labels.length).filter((count) => count > 0);
  counts.fill(0, 0, column.labels.length);
  used.sort();
  let bits = 0;
  const read = ends === undefined ? Math.min(READ_VALUES, used.length) : used.length;
  for (let k = used.length - read; k < used.length; k++) {
    const share = used[k] / sample.length;
    bits -= share * Math.log2(share);
  }
  return ends === undefined ? bits : (bits * Math.log2(BUCKETS)) / Math.log2(Math.max(BUCKETS, ends.length));
}

/** Working memory for the counts of any column. */
const countsFor = (columns: readonly Column[]): Int32Array =>
  zeroIntegers(columns.reduce((most, { labels }) => Math.max(most, labels.length), 0));

/**
 * The attributes that divide the products, those of roles first (category, price, brand), then by the bits that they
 * decide. Yields after each column.
 *
 * @param filtered attributes that the request filters by, with the products to rate each on; they are always among them
 */
export function* rateColumns(
  index: CatalogueIndex,
  products: Int32Array | undefined,
  filtered: ReadonlyMap<NamedAttribute, Int32Array | undefined>,
): Generator<void, RatedColumn[]> {
  const { columns, category, brand } = index;
  const sample = sampleOf(products, index.size);
  const counts = countsFor(columns);
  const rated: RatedColumn[] = [];
  for (const column of columns) {
    if (!hasNames(column)) continue;
    const own = filtered.has(column) ? sampleOf(filtered.get(column), index.size) : sample;
    const bits = bitsOf(column, own, counts);
    if (bits >= LEAST_BITS || filtered.has(column)) rated.push({ attribute: column, bits });
    yield;
  }
  if (dividesByPrice(index, sample) || filtered.has('price')) {
    rated.push({ attribute: 'price', bits: Math.log2(BUCKETS) });
  }
  const roles = [category, 'price', brand];
  const placeOf = ({ attribute }: RatedColumn): number => {
    const place = roles.indexOf(attribute);
    return place < 0 ? roles.length : place;
  };
  return rated.sort((a, b) => placeOf(a) - placeOf(b) || b.bits - a.bits);
}

function dividesByPrice({ logPrice }: CatalogueIndex, sample: Int32Array): boolean {
  let first = Number.NaN;
  for (const product of sample) {
    const price = logPrice[product];
    if (Number.isNaN(price)) continue;
    if (Number.isNaN(first)) first = price;
    else if (price !== first) return true;
  }
  return false;
}

/**
 * The first of the rated attributes, without those that repeat one before them, such as a manufacturer beside the brand.
 * Attributes that are filtered by are always chosen. Yields after each comparison.
 */
export function* chooseColumns(
  index: CatalogueIndex,
  products: Int32Array | undefined,
  rated: readonly RatedColumn[],
  filtered: ReadonlySet<NamedAttribute>,
  most: number,
): Generator<void, RatedColumn[]> {
  const sample = sampleOf(products, index.size);
  const chosen: RatedColumn[] = [];
  let open = Math.max(0, most - rated.filter(({ attribute }) => filtered.has(attribute)).length);
  for (const candidate of rated) {
    if (filtered.has(candidate.attribute)) {
      chosen.push(candidate);
      continue;
    }
    if (open === 0) continue;
    let isRepeated = false;
    for (const { attribute } of chosen) {
      if (repeats(candidate.attribute, attribute, sample)) {
        isRepeated = true;
        break;
      }
      yield;
    }
    if (isRepeated) continue;
    chosen.push(candidate);
    open--;
  }
  return chosen;
}

/** Whether each of two columns tells nearly all of the other, by the entropies of their cells over the sample. */
function repeats(a: Column | 'price', b: Column | 'price', sample: Int32Array): boolean {
  if (a === 'price' || b === 'price') return false;
  const ofA = new Map<number, number>();
  const ofB = new Map<number, number>();
  const ofBoth = new Map<number, number>();
  const cells = b.cellStart.length;
  for (const product of sample) {
    const [x, y] = [a.cell[product], b.cell[product]];
    if (x < 0 && y < 0) continue;
    count(ofA, x);
    count(ofB, y);
    count(ofBoth, (x + 1) * cells + y + 1);
  }
  const [bitsA, bitsB, both] = [entropy(ofA), entropy(ofB), entropy(ofBoth)];
  return both - bitsB <= REPEATED_SHARE * bitsA && both - bitsA <= REPEATED_SHARE * bitsB;
}

const count = (counts: Map<number, number>, key: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

function entropy(counts: ReadonlyMap<number, number>): number {
  let total = 0;
  let sum = 0;
  for (const n of counts.values()) {
    total += n;
    sum += n * Math.log2(n);
  }
  return total === 0 ? 0 : Math.log2(total) - sum / total;
}
