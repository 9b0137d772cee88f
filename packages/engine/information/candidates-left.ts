import { hashNumber } from '../primitives/hash.ts';
import { AdaptiveKeyIndex } from '../primitives/key-index.ts';
import type { Random } from '../primitives/random.ts';
import type { CompletedColumn } from './candidate-partition.ts';

/**
 * The candidates that answers leave, for sampled targets, question after question: the products that have each answer
 * and, as the shelf stands, those without a recorded value. Unlike `CandidatePartition`, it takes any number of
 * questions.
 */
export class CandidatesLeft {
  /** Mean over the targets of log2 of the candidates. */
  readonly bits: number;
  readonly #products: number;
  /** Products (0 to n − 1) that are targets. */
  readonly #targets: number;
  /** Per entry its product; undefined where each product has one entry, in order. */
  readonly #productOf: Int32Array | undefined;
  /** Per entry its group: the products with equal answers so far, "not recorded" being an answer of its own. */
  readonly #groupOf: Int32Array;
  readonly #groups: number;
  /** Per target the groups of which its candidates consist; -1 for an empty one. */
  readonly #candidates: Int32Array;
  readonly #parts: number;

  private constructor(state: State) {
    this.#products = state.products;
    this.#targets = state.targets;
    this.#productOf = state.productOf;
    this.#groupOf = state.groupOf;
    this.#groups = state.groups;
    this.#candidates = state.candidates;
    this.#parts = state.parts;
    this.bits = meanBits(state);
  }

  /** Before the first question all products are candidates. */
  static ofAll(products: number, targets: number): CandidatesLeft {
    return new CandidatesLeft({
      products,
      targets,
      productOf: undefined,
      groupOf: new Int32Array(products),
      groups: 1,
      candidates: new Int32Array(targets),
      parts: 1,
    });
  }

  /**
   * After one more question, which each target answers with one of its true values.
   *
   * @param asIs whether products without a recorded value stay candidates; otherwise every value is recorded
   * @param mostEntries undefined is returned where products with several values would need more entries
   */
  after(
    column: CompletedColumn,
    asIs: boolean,
    random: Random,
    mostEntries = Number.POSITIVE_INFINITY,
  ): CandidatesLeft | undefined {
    const entries = this.#entries(column, asIs, mostEntries);
    if (entries === undefined) return undefined;
    const { keys, productOf } = entries;
    const width = column.answers + 1;
    const numbering = new AdaptiveKeyIndex(this.#groups * width, keys.length);
    const groupOf = new Int32Array(keys.length);
    for (let entry = 0; entry < keys.length; entry++) groupOf[entry] = numbering.add(keys[entry]);
    const givenBy = answerDraw(column, this.#products, random);
    const parts = asIs ? 2 * this.#parts : this.#parts;
    const candidates = new Int32Array(this.#targets * parts);
    let part = 0;
    for (let target = 0; target < this.#targets; target++) {
      const answer = givenBy(target);
      for (let of = target * this.#parts; of < (target + 1) * this.#parts; of++) {
        const base = this.#candidates[of] * width;
        candidates[part++] = base < 0 ? -1 : numbering.find(base + answer);
        if (asIs) candidates[part++] = base < 0 ? -1 : numbering.find(base + column.answers);
      }
    }
    return new CandidatesLeft({
      products: this.#products,
      targets: this.#targets,
      productOf,
      groupOf,
      groups: numbering.size,
      candidates,
      parts,
    });
  }

  /** The entries after one more question: a product has one for each of its answers, or one without an answer. */
  #entries(
    { answers, trueCell, erased, multiValued }: CompletedColumn,
    asIs: boolean,
    most: number,
  ): { readonly keys: Float64Array; readonly productOf: Int32Array | undefined } | undefined {
    const width = answers + 1;
    const productOf = this.#productOf;
    const groupOf = this.#groupOf;
    if (multiValued === undefined) {
      const keys = new Float64Array(groupOf.length);
      for (let entry = 0; entry < keys.length; entry++) {
        const product = productOf === undefined ? entry : productOf[entry];
        const answer = asIs && erased[product] === 1 ? answers : trueCell[product];
        keys[entry] = groupOf[entry] * width + answer;
      }
      return { keys, productOf };
    }
    const { start, answers: flat } = multiValued;
    let size = 0;
    for (let entry = 0; entry < groupOf.length; entry++) {
      const product = productOf === undefined ? entry : productOf[entry];
      const cell = trueCell[product];
      size += asIs && erased[product] === 1 ? 1 : start[cell + 1] - start[cell];
    }
    if (size > most) return undefined;
    const keys = new Float64Array(size);
    const products = new Int32Array(size);
    let next = 0;
    for (let entry = 0; entry < groupOf.length; entry++) {
      const product = productOf === undefined ? entry : productOf[entry];
      const base = groupOf[entry] * width;
      if (asIs && erased[product] === 1) {
        products[next] = product;
        keys[next++] = base + answers;
        continue;
      }
      const cell = trueCell[product];
      for (let at = start[cell]; at < start[cell + 1]; at++) {
        products[next] = product;
        keys[next++] = base + flat[at];
      }
    }
    return { keys, productOf: products };
  }
}

interface State {
  readonly products: number;
  readonly targets: number;
  readonly productOf: Int32Array | undefined;
  readonly groupOf: Int32Array;
  readonly groups: number;
  readonly candidates: Int32Array;
  readonly parts: number;
}

function meanBits({ targets, groupOf, groups, candidates, parts }: State): number {
  const sizes = new Int32Array(groups);
  for (let entry = 0; entry < groupOf.length; entry++) sizes[groupOf[entry]]++;
  let bits = 0;
  for (let target = 0; target < targets; target++) {
    let left = 0;
    for (let part = target * parts; part < (target + 1) * parts; part++)
      left += candidates[part] < 0 ? 0 : sizes[candidates[part]];
    bits += Math.log2(left);
  }
  return targets === 0 ? 0 : bits / targets;
}

/**
 * Draws one of the answers of a target. Which one a random number means depends on the products that have the answers,
 * never on their names: renaming the values changes nothing.
 */
function answerDraw(
  { answers, trueCell, multiValued }: CompletedColumn,
  products: number,
  random: Random,
): (target: number) => number {
  if (multiValued === undefined) return (target) => trueCell[target];
  const { start, answers: flat } = multiValued;
  // Sums of hashes, of numbers from 1 on since that of 0 is 0: answers of the same products are equal, and it is the
  // same which of them is drawn.
  const places = new Float64Array(answers);
  for (let product = 0; product < products; product++) {
    const cell = trueCell[product];
    for (let at = start[cell]; at < start[cell + 1]; at++) places[flat[at]] += hashNumber(product + 1, 0);
  }
  const sorted = new Map<number, Int32Array>();
  return (target) => {
    const cell = trueCell[target];
    let own = sorted.get(cell);
    if (own === undefined) {
      own = flat.slice(start[cell], start[cell + 1]).sort((left, right) => places[left] - places[right]);
      sorted.set(cell, own);
    }
    return own[random.below(own.length)];
  };
}
