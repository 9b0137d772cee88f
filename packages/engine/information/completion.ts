import type { Answers } from './answers.ts';
import { Numbering } from './numbering.ts';
import type { Predictors } from './predictors.ts';
import { Random } from './random.ts';

/** A column with every gap filled by a draw from what is known of the product. */
export interface Completed {
  /** Per product its cell; cells from `answers.start.length - 1` on stand for values never recorded. */
  readonly cell: Int32Array;
  /** Values never recorded that were drawn, one cell and one answer each. */
  readonly fresh: number;
}

/** Share of the missing products that have a value never recorded, and how many such values there are. */
export interface Unseen {
  readonly share: number;
  readonly kinds: number;
}

/**
 * Good and Turing: the chance that the next product shows a value never recorded is `f1 / n`, with `f1` the
 * values recorded once. Chao: at least `f1 (f1 − 1) / (2 (f2 + 1))` values were never recorded (bias-corrected).
 */
export function unseen(answers: Answers): Unseen {
  const held = new Float64Array(answers.count);
  let recorded = 0;
  for (const cell of answers.cell) {
    if (cell < 0) continue;
    recorded++;
    for (let at = answers.start[cell]; at < answers.start[cell + 1]; at++) held[answers.answers[at]]++;
  }
  let once = 0;
  let twice = 0;
  let asked = 0;
  for (const count of held) {
    if (count === 1) once++;
    else if (count === 2) twice++;
  }
  for (const cell of answers.cell) {
    if (cell < 0) continue;
    const width = answers.start[cell + 1] - answers.start[cell];
    for (let at = answers.start[cell]; at < answers.start[cell + 1]; at++) {
      if (held[answers.answers[at]] === 1) asked += 1 / width;
    }
  }
  if (recorded === 0) return { share: 1, kinds: 1 };
  return { share: asked / recorded, kinds: (once * (once - 1)) / (2 * (twice + 1)) };
}

/**
 * Fills the gaps of one attribute by a hierarchical hot deck: a missing product takes the cell of a random member
 * of the finest group that knows anything, or, with probability strength / (n + strength), of the next coarser one,
 * at last of the shelf, where values never recorded have their share. So a group that was pure stays pure, and a
 * group without any recorded value follows its own first draw.
 *
 * `known[b]` are the cells by which the chain's attributes look products up, -1 where unknown.
 */
export function complete(
  answers: Answers,
  predictors: Predictors,
  known: readonly Int32Array[],
  rare: Unseen,
  seed: number,
): Completed {
  const products = answers.cell.length;
  const cell = Int32Array.from(answers.cell);
  const levels = predictors.chain.length;
  const groups: Group[] = [];
  let coarser: Int32Array | undefined;
  for (const attribute of predictors.chain) {
    const group = new Group(products, known[attribute], coarser, cell);
    groups.push(group);
    coarser = group.of;
  }
  const urn = new Int32Array(products);
  let inUrn = 0;
  for (let product = 0; product < products; product++) if (cell[product] >= 0) urn[inUrn++] = product;
  const recordedCells = answers.start.length - 1;
  const newAtShelf = shareAtShelf(rare.share, groups, predictors.strengths, urn.subarray(0, inUrn));
  const drawnFresh: number[] = [];
  let fresh = 0;
  let fromShelf = 0;
  const random = new Random(seed);
  for (let product = 0; product < products; product++) {
    if (cell[product] >= 0) continue;
    let donor = -1;
    for (let level = levels - 1; level >= 0 && donor < 0; level--)
      donor = groups[level].draw(product, predictors.strengths[level], random);
    if (donor >= 0) cell[product] = cell[donor];
    else if (inUrn === 0 || random.uniform() < newAtShelf) {
      const stillNew = rare.kinds > 0 ? Math.exp((-fromShelf * newAtShelf) / rare.kinds) : 0;
      if (drawnFresh.length === 0 || random.uniform() < stillNew) cell[product] = recordedCells + fresh++;
      else cell[product] = cell[drawnFresh[random.below(drawnFresh.length)]];
      drawnFresh.push(product);
      fromShelf++;
    } else {
      cell[product] = cell[urn[random.below(inUrn)]];
      fromShelf++;
    }
    for (let level = 0; level < levels; level++) groups[level].join(product);
  }
  return { cell, fresh };
}

/**
 * The share of values never recorded among draws that get as far as the whole shelf, such that leaving out each
 * recorded value in turn would meet a new one as often as values were recorded once.
 */
function shareAtShelf(
  share: number,
  groups: readonly Group[],
  strengths: readonly number[],
  recorded: Int32Array,
): number {
  if (groups.length === 0 || share === 0) return share;
  let reach = 0;
  for (const product of recorded) {
    let chance = 1;
    for (let level = 0; level < groups.length; level++)
      chance *= groups[level].passLeftOut(product, strengths[level]);
    reach += chance;
  }
  return Math.min(1, (share * recorded.length) / Math.max(reach, 1e-9));
}

/** Products grouped by what they agree on, members with a value first. */
class Group {
  /** Per product its group; -1 where that is unknown. */
  readonly of: Int32Array;
  readonly #start: Int32Array;
  readonly #filled: Int32Array;
  readonly #members: Int32Array;

  constructor(products: number, known: Int32Array, coarser: Int32Array | undefined, cell: Int32Array) {
    const numbering = new Numbering(products);
    const of = new Int32Array(products);
    for (let product = 0; product < products; product++) {
      if (known[product] < 0 || (coarser !== undefined && coarser[product] < 0)) of[product] = -1;
      else
        of[product] = numbering.number(
          (coarser === undefined ? 0 : coarser[product]) * 16777216 + known[product],
        );
    }
    const start = new Int32Array(numbering.size + 1);
    for (const group of of) if (group >= 0) start[group + 1]++;
    for (let group = 0; group < numbering.size; group++) start[group + 1] += start[group];
    const filled = start.slice(0, numbering.size);
    const members = new Int32Array(start[numbering.size]);
    for (let product = 0; product < products; product++) {
      if (of[product] >= 0 && cell[product] >= 0) members[filled[of[product]]++] = product;
    }
    this.of = of;
    this.#start = start;
    this.#filled = filled;
    this.#members = members;
  }

  /** A random member with a value, or -1 for "ask the coarser group". */
  draw(product: number, strength: number, random: Random): number {
    const group = this.of[product];
    if (group < 0) return -1;
    const start = this.#start[group];
    const size = this.#filled[group] - start;
    if (size === 0) return -1;
    const at = strength === 0 ? random.below(size) : Math.floor(random.uniform() * (size + strength));
    return at < size ? this.#members[start + at] : -1;
  }

  /** The chance that a draw for a recorded product, itself left out, goes on to the coarser group. */
  passLeftOut(product: number, strength: number): number {
    const group = this.of[product];
    if (group < 0) return 1;
    const others = this.#filled[group] - this.#start[group] - 1;
    return others === 0 ? 1 : strength / (others + strength);
  }

  /** A group of which nothing was recorded learns from its first draw; any other stays with what is recorded. */
  join(product: number): void {
    const group = this.of[product];
    if (group >= 0 && this.#filled[group] === this.#start[group])
      this.#members[this.#filled[group]++] = product;
  }
}
