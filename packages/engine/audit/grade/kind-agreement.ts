import type { Attribute } from '../../catalogue/types.ts';
import { isRecorded } from '../../primitives/cell-counts.ts';
import { AdaptiveKeyIndex, KeyIndex } from '../../primitives/key-index.ts';
import { upperShare } from '../../primitives/share-bounds.ts';
import {
  FEWEST_IN_GROUP,
  FEWEST_OF_KIND,
  LEAST_AGREEMENT,
  LEAST_DERIVED,
  LEAST_KIND_COVERAGE,
  MOST_HELD_OUT,
} from '../constants.ts';
import type { Derivation } from './functional-dependency.ts';
import { majorities } from './group-majority.ts';

/** Missing cells that another attribute implies and that the products' own kind confirms. */
export interface ConfirmedDerivation {
  readonly from: Attribute;
  readonly products: number;
  /** Per product the cell that is implied; -1 where none is. */
  readonly cellOf: Int32Array;
  /**
   * Share of the recorded cells that are derived rightly as if they were missing: the lowest, however they are hidden.
   */
  readonly precision: number;
}

/**
 * Keeps of a derivation the cells that products of the same kind confirm: of the group that implies a cell, products
 * of the product's own kind are recorded, and they agree as well. A rule that holds among the recorded kinds need not
 * hold in another: where WLAN goes with NFC among phones, it does not among fridges. A product has two kinds: by the
 * attribute that tells most about the derived one besides the source, and by the one that tells most about whether it
 * is recorded.
 *
 * The rule is then applied to recorded cells as if they were missing: to each by itself, also in groups that only agree
 * without it, and to whole groups of each further attribute, since cells are missing by brands and series rather than
 * one by one. Only groups as large as those that prove right for the single cells (`fewestTrusted`) derive
 * anything, and only if 97 % of the cells hidden by groups are right.
 *
 * @param applies per product 1 where the attribute applies; default everywhere
 */
export function confirmedByKind(
  attribute: Attribute,
  derivation: Derivation,
  all: readonly Attribute[],
  applies?: Uint8Array,
): ConfirmedDerivation | undefined {
  const { from, cellOfGroup } = derivation;
  const cellOf = new Int32Array(attribute.cell.length).fill(-1);
  const others = possibleKinds(attribute, from, all);
  const kinds = confirmingKinds(attribute, others, applies);
  const counts = new GroupCounts(attribute, from, kinds);
  const { majority } = majorities(attribute, from, attribute.cell.length);
  const single = counts.tried(majority);
  const fewest = fewestTrusted(single);
  let products = 0;
  for (let product = 0; product < attribute.cell.length; product++) {
    const group = from.cell[product];
    if (group < 0 || cellOfGroup[group] < 0 || attribute.cell[product] >= 0) continue;
    if (applies !== undefined && applies[product] === 0) continue;
    if (counts.confirming(product, cellOfGroup[group]) < fewest) continue;
    cellOf[product] = cellOfGroup[group];
    products++;
  }
  if (products === 0) return undefined;
  let precision = share(single, fewest);
  for (const other of others.filter((kind) => !kinds.includes(kind)).slice(0, MOST_HELD_OUT)) {
    precision = Math.min(precision, share(counts.tried(majority, other), fewest));
  }
  return precision < LEAST_DERIVED ? undefined : { from, products, cellOf, precision };
}

/** Recorded cells that were derived as if they were missing, by the number of products that confirmed them. */
interface Tried {
  readonly tried: readonly number[];
  readonly right: readonly number[];
}

/**
 * The fewest confirming products with which cells are derived rightly: numbers are taken from the largest on, and
 * joined until their cells prove by themselves, with 95 % confidence, that at least 97 % are right; 95 % where none is
 * wrong. Infinity where the largest prove nothing.
 */
function fewestTrusted({ tried, right }: Tried): number {
  let fewest = Number.POSITIVE_INFINITY;
  let joined = 0;
  let wrong = 0;
  for (let size = tried.length - 1; size > 0; size--) {
    if ((tried[size] ?? 0) === 0) continue;
    joined += tried[size];
    wrong += tried[size] - right[size];
    // Numbers of too few cells to prove anything do not speak against what larger ones prove, unless one is wrong.
    if (wrong === 0 && fewest < Number.POSITIVE_INFINITY) fewest = size;
    if (upperShare(wrong, joined) > 1 - (wrong === 0 ? LEAST_AGREEMENT : LEAST_DERIVED)) continue;
    fewest = size;
    joined = 0;
    wrong = 0;
  }
  return fewest;
}

/** Share of the cells confirmed by at least `fewest` products that are right; 1 where there are none. */
function share({ tried, right }: Tried, fewest: number): number {
  let all = 0;
  let alike = 0;
  for (let size = fewest; size < tried.length; size++) {
    all += tried[size] ?? 0;
    alike += right[size] ?? 0;
  }
  return all === 0 ? 1 : alike / all;
}

/**
 * The attributes with few, mostly recorded values, besides the source: those that tell most about the derived one
 * first.
 */
function possibleKinds(attribute: Attribute, from: Attribute, all: readonly Attribute[]): Attribute[] {
  return kindsAmong(all)
    .filter((other) => other !== attribute && other !== from)
    .map((other) => ({ other, told: dependence(attribute.cell, attribute.cells.length, other) }))
    .sort((left, right) => right.told - left.told)
    .filter(({ told }) => told > 0)
    .map(({ other }) => other);
}

const KINDS = new WeakMap<readonly Attribute[], readonly Attribute[]>();

/** The attributes of few, mostly recorded values; found once for all that are derived among these. */
function kindsAmong(all: readonly Attribute[]): readonly Attribute[] {
  let kinds = KINDS.get(all);
  if (kinds === undefined) {
    kinds = all.filter(({ kind, cells, notQuestion, cell }) => {
      const products = cell.length;
      if (notQuestion !== undefined || kind !== 'category') return false;
      if (cells.length < 2 || cells.length > products / FEWEST_IN_GROUP) return false;
      let recorded = 0;
      for (let product = 0; product < products; product++) recorded += isRecorded(cell[product]);
      return recorded >= LEAST_KIND_COVERAGE * products;
    });
    KINDS.set(all, kinds);
  }
  return kinds;
}

/** The kind by the derived values, and the kind by which of them are recorded. */
function confirmingKinds(
  attribute: Attribute,
  others: readonly Attribute[],
  applies: Uint8Array | undefined,
): Attribute[] {
  const recordedCell = attribute.cell.map((own, product) =>
    applies !== undefined && applies[product] === 0 ? -1 : own < 0 ? 0 : 1,
  );
  let most = 0;
  let byGaps: Attribute | undefined;
  for (const other of others) {
    const told = dependence(recordedCell, 2, other);
    if (told <= most) continue;
    most = told;
    byGaps = other;
  }
  return [...new Set([others[0], byGaps].filter((kind) => kind !== undefined))];
}

/**
 * The likelihood ratio statistic G of two attributes beyond its mean and three standard deviations under independence;
 * 0 or less where they may be independent.
 */
function dependence(cell: Int32Array, width: number, kind: Attribute): number {
  const pairs = new PairCounts(kind.cells.length, width, cell.length);
  const byKind = new Float64Array(kind.cells.length);
  const byCell = new Float64Array(width);
  let recorded = 0;
  for (let product = 0; product < cell.length; product++) {
    const own = cell[product];
    const group = kind.cell[product];
    if (own < 0 || group < 0) continue;
    pairs.add(group, own);
    byKind[group]++;
    byCell[own]++;
    recorded++;
  }
  let statistic = 0;
  for (let at = 0; at < pairs.inOrder.length; at++) {
    const pair = pairs.inOrder[at];
    const group = Math.floor(pair / width);
    const own = pair - group * width;
    const count = pairs.of(group, own);
    statistic += 2 * count * Math.log(count / ((byKind[group] * byCell[own]) / recorded));
  }
  const present = (counts: Float64Array) => {
    let kinds = 0;
    for (let at = 0; at < counts.length; at++) if (counts[at] > 0) kinds++;
    return kinds;
  };
  const freedom = (present(byKind) - 1) * (present(byCell) - 1);
  return statistic - freedom - 3 * Math.sqrt(2 * freedom);
}

/** Recorded products by group, by group and kind, and by the cell that they hold. */
class GroupCounts {
  readonly #attribute: Attribute;
  readonly #from: Attribute;
  readonly #levels: readonly Level[];

  constructor(attribute: Attribute, from: Attribute, kinds: readonly Attribute[]) {
    this.#attribute = attribute;
    this.#from = from;
    this.#levels = [
      new Level(attribute, from, undefined, FEWEST_IN_GROUP - 1),
      ...kinds.map((kind) => new Level(attribute, from, kind, FEWEST_OF_KIND)),
    ];
  }

  /**
   * The other recorded products of the group; 0 where they, or those of the product's own kinds, do not agree on a
   * cell.
   */
  confirming(product: number, cell: number, without?: readonly HeldOut[]): number {
    const [whole, ...kinds] = this.#levels;
    if (!kinds.every((kind, at) => kind.confirming(product, cell, without?.[at + 1]) > 0)) return 0;
    return whole.confirming(product, cell, without?.[0]);
  }

  /**
   * Derives recorded cells as if they were missing: each by itself, or with all others of its group of `heldOut`.
   *
   * @param majority per group the cell of most of its products
   */
  tried(majority: Int32Array, heldOut?: Attribute): Tried {
    const { cell } = this.#attribute;
    const without = heldOut === undefined ? undefined : this.#levels.map((level) => level.heldOut(heldOut));
    const right: number[] = [];
    const tried: number[] = [];
    for (let product = 0; product < cell.length; product++) {
      const group = this.#from.cell[product];
      const own = cell[product];
      if (own < 0 || group < 0 || majority[group] < 0) continue;
      if (heldOut !== undefined && heldOut.cell[product] < 0) continue;
      const implied = majority[group];
      const confirming = this.confirming(product, implied, without);
      if (confirming === 0) continue;
      tried[confirming] = (tried[confirming] ?? 0) + 1;
      right[confirming] = (right[confirming] ?? 0) + (own === implied ? 1 : 0);
    }
    return { right, tried };
  }
}

/** Counts of the recorded products of one division: by the source alone, or by source and kind. */
class Level {
  readonly #attribute: Attribute;
  readonly #fewest: number;
  /** Per product its part; -1 where it is unknown. */
  readonly #part: Int32Array;
  readonly #sizes: Int32Array;
  readonly #alike: PairCounts;

  constructor(attribute: Attribute, from: Attribute, kind: Attribute | undefined, fewest: number) {
    this.#attribute = attribute;
    this.#fewest = fewest;
    const kinds = (kind?.cells.length ?? 0) + 1;
    const parts = new AdaptiveKeyIndex(from.cells.length * kinds, from.cell.length);
    this.#part = from.cell.map((group, product) =>
      group < 0 ? -1 : parts.add(group * kinds + (kind === undefined ? 0 : kind.cell[product] + 1)),
    );
    this.#sizes = new Int32Array(parts.size);
    this.#alike = new PairCounts(parts.size, attribute.cells.length, from.cell.length);
    for (let product = 0; product < this.#part.length; product++) {
      const part = this.#part[product];
      const own = attribute.cell[product];
      if (part < 0 || own < 0) continue;
      this.#sizes[part]++;
      this.#alike.add(part, own);
    }
  }

  /** Counts of the products that are hidden together with each product. */
  heldOut(by: Attribute): HeldOut {
    const { cell, cells } = this.#attribute;
    const width = by.cells.length;
    const parts = this.#sizes.length;
    const sizes = new PairCounts(parts, width, cell.length);
    const alike = new PairCounts(parts, width * cells.length, cell.length);
    for (let product = 0; product < cell.length; product++) {
      if (cell[product] < 0 || by.cell[product] < 0 || this.#part[product] < 0) continue;
      sizes.add(this.#part[product], by.cell[product]);
      alike.add(this.#part[product], by.cell[product] * cells.length + cell[product]);
    }
    return { by, sizes, alike };
  }

  /**
   * The recorded products of the part, without the product itself or all that is held out with it; 0 where they are too
   * few, or do not agree on a cell.
   */
  confirming(product: number, cell: number, without?: HeldOut): number {
    const part = this.#part[product];
    if (part < 0) return 0;
    const own = this.#attribute.cell[product];
    let size = this.#sizes[part];
    let alike = this.#alike.of(part, cell);
    if (without !== undefined) {
      const group = without.by.cell[product];
      size -= without.sizes.of(part, group);
      alike -= without.alike.of(part, group * this.#attribute.cells.length + cell);
    } else if (own >= 0) {
      size--;
      if (own === cell) alike--;
    }
    return size >= this.#fewest && alike >= LEAST_AGREEMENT * size ? size : 0;
  }
}

interface HeldOut {
  readonly by: Attribute;
  readonly sizes: PairCounts;
  readonly alike: PairCounts;
}

/** Counts of pairs of numbers: in a plain table where the range of pairs is small, else by hashing. */
class PairCounts {
  readonly #width: number;
  readonly #table: Int32Array | undefined;
  readonly #index: KeyIndex | undefined;
  readonly #counts: number[] = [];
  /** Each pair that was added, as `first * width + second`, in order of first appearance. */
  readonly inOrder: number[] = [];

  /**
   * @param firsts above every first number
   * @param width above every second number
   * @param entries expected number of pairs that are added
   */
  constructor(firsts: number, width: number, entries: number) {
    this.#width = width;
    if (firsts * width <= 4 * entries + 1024) this.#table = new Int32Array(firsts * width);
    else this.#index = new KeyIndex(1024);
  }

  add(first: number, second: number): void {
    const pair = first * this.#width + second;
    if (this.#table !== undefined) {
      if (this.#table[pair]++ === 0) this.inOrder.push(pair);
      return;
    }
    const number = this.#index!.add(pair);
    if (number === this.#counts.length) {
      this.#counts.push(0);
      this.inOrder.push(pair);
    }
    this.#counts[number]++;
  }

  of(first: number, second: number): number {
    const pair = first * this.#width + second;
    if (this.#table !== undefined) return this.#table[pair];
    const number = this.#index!.find(pair);
    return number < 0 ? 0 : this.#counts[number];
  }
}
