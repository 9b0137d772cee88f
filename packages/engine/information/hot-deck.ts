import { countByCell, isRecorded } from '../primitives/cell-counts.ts';
import { AdaptiveKeyIndex } from '../primitives/key-index.ts';
import { Random } from '../primitives/random.ts';
import { LEFT_OUT_PRODUCTS } from './constants.ts';
import type { EncodedAttribute } from './encoding.ts';
import { fitAnswerLaw, type PitmanYor } from './pitman-yor.ts';
import type { PredictorChain } from './predictor-chain.ts';

/** An attribute with every gap imputed. */
export interface ImputedCells {
  /** Per product its cell; cells from `answers.start.length - 1` on stand for unseen values. */
  readonly cell: Int32Array;
  /** Number of unseen values that were drawn, one cell and one answer each. */
  readonly unseen: number;
}

/** The Pitman-Yor law of the recorded answers, which gives the probability of an unseen value. */
export function fitAnswerDistribution({ cell, start, answers, count }: EncodedAttribute): PitmanYor {
  const products = countByCell(cell, start.length - 1);
  const held = new Int32Array(count);
  for (let index = 0; index < products.length; index++) {
    for (let at = start[index]; at < start[index + 1]; at++) held[answers[at]] += products[index];
  }
  return fitAnswerLaw(held.filter((products) => products > 0));
}

/**
 * Imputes the gaps of one attribute by a hierarchical hot deck. A product without a value takes the cell of a
 * random donor from its finest group, or, with probability strength ÷ (n + strength), from the next coarser
 * group; at last from the whole segment, by the Pitman-Yor law, which can give an unseen value. A group with
 * strength 0 never passes a draw on. In a group without recorded values the first imputed value becomes the
 * donor of the others.
 *
 * `known[b]` holds the cells of attribute `b` by which products are grouped, -1 where unknown. All draws of one
 * attribute can share an `urn`.
 */
export function imputeHotDeck(
  answers: EncodedAttribute,
  predictors: PredictorChain,
  known: readonly Int32Array[],
  law: PitmanYor,
  seed: number,
  urn = new SegmentUrn(answers, law),
): ImputedCells {
  const products = answers.cell.length;
  const cell = answers.cell.slice();
  const levels = predictors.chain.length;
  const groups: DonorGroups[] = [];
  let coarser: Int32Array | undefined;
  for (const attribute of predictors.chain) {
    const group = new DonorGroups(products, known[attribute], coarser, cell);
    groups.push(group);
    coarser = group.of;
  }
  const random = new Random(seed);
  urn.restart(random);
  const reach = shareReachingSegment(groups, predictors.strengths, answers.cell);
  for (let product = 0; product < products; product++) {
    if (cell[product] >= 0) continue;
    let donor = -1;
    for (let level = levels - 1; level >= 0 && donor < 0; level--) {
      donor = groups[level].draw(product, predictors.strengths[level], random);
    }
    cell[product] = donor >= 0 ? cell[donor] : urn.draw(reach);
    urn.add(cell[product]);
    for (let level = 0; level < levels; level++) groups[level].join(product);
  }
  return { cell, unseen: urn.unseen };
}

/**
 * An urn with all cells of the segment, recorded and imputed, from which the Pitman-Yor law draws the next. It can be
 * used for one draw after the other, each of which begins with the recorded cells.
 */
export class SegmentUrn {
  unseen = 0;
  readonly #law: PitmanYor;
  #random: Random | undefined;
  readonly #single: boolean;
  readonly #recordedCells: number;
  /** Mean number of answers of a recorded product, and number of distinct answers. */
  readonly #width: number;
  readonly #answers: number;
  /**
   * Per product its cell, in order of arrival; per cell its number of products; the cells with any product.
   */
  readonly #urn: Int32Array;
  readonly #counts: Int32Array;
  readonly #present: Int32Array;
  #size = 0;
  #kinds = 0;
  /** The same of the recorded cells. */
  readonly #recorded: {
    readonly counts: Int32Array;
    readonly present: Int32Array;
    readonly size: number;
    readonly kinds: number;
  };

  constructor({ cell, start, single, count }: EncodedAttribute, law: PitmanYor) {
    this.#law = law;
    this.#single = single;
    this.#recordedCells = start.length - 1;
    this.#answers = count;
    this.#urn = new Int32Array(cell.length);
    let size = 0;
    for (let product = 0; product < cell.length; product++) {
      this.#urn[size] = cell[product];
      size += isRecorded(cell[product]);
    }
    let given = 0;
    let kinds = 0;
    const counts = countByCell(cell, this.#recordedCells);
    this.#counts = new Int32Array(this.#recordedCells + cell.length);
    this.#present = new Int32Array(this.#recordedCells + cell.length);
    for (let index = 0; index < counts.length; index++) {
      given += counts[index] * (start[index + 1] - start[index]);
      if (counts[index] > 0) this.#present[kinds++] = index;
    }
    this.#width = size === 0 ? 1 : given / size;
    this.#recorded = { counts, present: this.#present.slice(0, kinds), size, kinds };
  }

  /** Begins a draw. */
  restart(random: Random): void {
    const { counts, present, size, kinds } = this.#recorded;
    this.#random = random;
    this.unseen = 0;
    this.#counts.fill(0, counts.length);
    this.#counts.set(counts);
    this.#present.set(present);
    this.#size = size;
    this.#kinds = kinds;
  }

  add(cell: number): void {
    this.#urn[this.#size++] = cell;
    if (this.#counts[cell]++ === 0) this.#present[this.#kinds++] = cell;
  }

  /** Draws a cell for the next product. `reach` is the share of draws that reach the whole segment. */
  draw(reach: number): number {
    const { discount, concentration } = this.#law;
    const random = this.#random!;
    const seen = this.#size * this.#width;
    const kinds = this.#answers + this.unseen;
    const unseen = Math.max(0, (concentration + discount * kinds) / (seen + concentration));
    if (this.#size === 0 || random.uniform() * reach < unseen) return this.#recordedCells + this.unseen++;
    if (!this.#single) return this.#urn[random.below(this.#size)];
    if (discount < 0) {
      const even = -discount * this.#kinds;
      if (random.uniform() * (this.#size + even) < even) return this.#present[random.below(this.#kinds)];
      return this.#urn[random.below(this.#size)];
    }
    for (;;) {
      const cell = this.#urn[random.below(this.#size)];
      const count = this.#counts[cell];
      if (discount === 0 || random.uniform() * count < count - discount) return cell;
    }
  }
}

/**
 * Estimates the share of draws that reach the whole segment, by leaving out recorded products in turn. Unseen
 * values come only from there, so they must be more frequent there by this factor.
 */
function shareReachingSegment(
  groups: readonly DonorGroups[],
  strengths: readonly number[],
  cell: Int32Array,
): number {
  if (groups.length === 0) return 1;
  let reach = 0;
  let recorded = 0;
  for (let product = 0; product < cell.length && recorded < LEFT_OUT_PRODUCTS; product++) {
    if (cell[product] < 0) continue;
    let chance = 1;
    for (let level = 0; level < groups.length; level++) {
      chance *= groups[level].passProbability(product, strengths[level]);
    }
    reach += chance;
    recorded++;
  }
  return reach / Math.max(1, recorded);
}

/**
 * Products grouped by their cells of the predictors. The members with a value, the possible donors, come
 * first.
 */
class DonorGroups {
  /** Per product its group; -1 where a predictor is unknown. */
  readonly of: Int32Array;
  readonly #start: Int32Array;
  readonly #filled: Int32Array;
  readonly #members: Int32Array;

  constructor(products: number, known: Int32Array, coarser: Int32Array | undefined, cell: Int32Array) {
    let kinds = 0;
    let groups = 0;
    for (let product = 0; product < products; product++) {
      if (known[product] >= kinds) kinds = known[product] + 1;
      if (coarser !== undefined && coarser[product] >= groups) groups = coarser[product] + 1;
    }
    const keys = Math.max(1, groups) * kinds;
    // Where there are few keys, they are the group numbers.
    const numbering = keys <= 2 * products ? undefined : new AdaptiveKeyIndex(keys, products);
    const of = new Int32Array(products).fill(-1);
    const start = new Int32Array((numbering === undefined ? keys : products) + 1);
    for (let product = 0; product < products; product++) {
      const above = coarser === undefined ? 0 : coarser[product];
      if (known[product] < 0 || above < 0) continue;
      const key = above * kinds + known[product];
      const group = numbering === undefined ? key : numbering.add(key);
      of[product] = group;
      start[group + 1]++;
    }
    for (let group = 1; group < start.length; group++) start[group] += start[group - 1];
    const filled = start.slice(0, -1);
    const members = new Int32Array(start[start.length - 1]);
    for (let product = 0; product < products; product++) {
      const group = of[product];
      if (group < 0) continue;
      // Branch-free: the place is overwritten by the next product unless this one has a value.
      members[filled[group]] = product;
      filled[group] += isRecorded(cell[product]);
    }
    this.of = of;
    this.#start = start;
    this.#filled = filled;
    this.#members = members;
  }

  /** A random donor, or -1 to pass the draw on to the coarser group. */
  draw(product: number, strength: number, random: Random): number {
    const group = this.of[product];
    if (group < 0) return -1;
    const start = this.#start[group];
    const size = this.#filled[group] - start;
    if (size === 0) return -1;
    const at = strength === 0 ? random.below(size) : Math.floor(random.uniform() * (size + strength));
    return at < size ? this.#members[start + at] : -1;
  }

  /** Probability that a draw for a recorded product, itself left out, passes on to the coarser group. */
  passProbability(product: number, strength: number): number {
    const group = this.of[product];
    if (group < 0) return 1;
    const others = this.#filled[group] - this.#start[group] - 1;
    return others === 0 ? 1 : strength / (others + strength);
  }

  /**
   * Adds an imputed product as a donor to a group without recorded values; other groups keep their recorded
   * donors only.
   */
  join(product: number): void {
    const group = this.of[product];
    if (group >= 0 && this.#filled[group] === this.#start[group])
      this.#members[this.#filled[group]++] = product;
  }
}
