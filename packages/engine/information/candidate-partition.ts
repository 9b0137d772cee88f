import { isRecorded } from '../primitives/cell-counts.ts';
import { AdaptiveKeyIndex } from '../primitives/key-index.ts';
import type { EncodedAttribute } from './encoding.ts';
import type { ImputedCells } from './hot-deck.ts';

/**
 * One attribute with its recorded and its true (or imputed) cells. Cells are those of the encoding; cells
 * beyond stand for one unseen answer each.
 */
export interface CompletedColumn {
  /** Number of answers, including unseen ones. */
  readonly answers: number;
  /** Per product the true cell. */
  readonly trueCell: Int32Array;
  /** Per product 1 where nothing is recorded. */
  readonly missing: Uint8Array;
  /**
   * Per product 1 where this attribute cannot rule the product out when another question is valued: missing,
   * or erased by lack of trust.
   */
  readonly erased: Uint8Array;
  /** Undefined where each cell is the answer of the same number. */
  readonly multiValued?: { readonly start: Int32Array; readonly answers: Int32Array };
}

/** @param missing per product 1 where nothing is recorded; `erased` likewise, where it differs */
export function completedColumn(
  answers: EncodedAttribute,
  completed: ImputedCells,
  missing: Uint8Array,
  erased: Uint8Array = missing,
): CompletedColumn {
  const shape = { trueCell: completed.cell, missing, erased };
  if (answers.single) return { answers: answers.count + completed.unseen, ...shape };
  const cells = answers.start.length - 1;
  const start = new Int32Array(cells + completed.unseen + 1);
  start.set(answers.start);
  const flat = new Int32Array(answers.answers.length + completed.unseen);
  flat.set(answers.answers);
  for (let unseen = 0; unseen < completed.unseen; unseen++) {
    flat[answers.answers.length + unseen] = answers.count + unseen;
    start[cells + unseen + 1] = answers.answers.length + unseen + 1;
  }
  return { answers: answers.count + completed.unseen, ...shape, multiValued: { start, answers: flat } };
}

/** Per product 1 where nothing is recorded. */
export function missingMask({ cell }: EncodedAttribute): Uint8Array {
  const missing = new Uint8Array(cell.length);
  for (let product = 0; product < cell.length; product++) missing[product] = 1 - isRecorded(cell[product]);
  return missing;
}

/**
 * The candidates after up to two questions. The recorded answers, with "erased" as an answer of its own,
 * divide the products into cells. The candidates after the answers of a target are the union of up to four
 * cells.
 */
export class CandidatePartition {
  readonly cellCount: number;
  /** Entries by cell. */
  readonly cellSizes: Int32Array;
  /**
   * Per entry its cell. A product has one entry for each combination of its answers, so it can be in several
   * cells.
   */
  readonly cellOf: Int32Array;
  /** Per entry its product; undefined where each product has exactly one entry, in order. */
  readonly productOf: Int32Array | undefined;
  /**
   * Targets grouped by candidate set: set `i` has the targets `targetMembers[targetStart[i]] …
   * targetMembers[targetStart[i + 1] - 1]`, one for each combination of answers that a target may give.
   */
  readonly targetStart: Int32Array;
  readonly targetMembers: Int32Array;
  /** Probability of each combination; undefined where each target has exactly one. */
  readonly weights: Float64Array | undefined;
  /** Number of products that are targets. */
  readonly targets: number;
  /** `parts` cells for each candidate set; `cellCount` stands for an empty cell. */
  readonly unions: Int32Array;
  readonly parts: number;

  /** @param aim the products that are targets, by default all; on a large segment a sample is enough */
  constructor(products: number, asked: readonly CompletedColumn[], aim: Range = { from: 0, to: products }) {
    const [first, second] = asked;
    const width = (second?.answers ?? 0) + 1;
    const keys = ((first?.answers ?? 0) + 1) * width;
    const firstErased = first?.erased.includes(1) === true;
    const secondErased = second?.erased.includes(1) === true;
    const parts = (firstErased ? 2 : 1) * (secondErased ? 2 : 1);
    const found = new Entries({ from: 0, to: products }, asked, true, keys);
    const none = found.groups.size;
    this.targets = aim.to - aim.from;
    this.parts = parts;
    this.cellCount = none;
    this.cellSizes = found.sizes();
    this.cellOf = found.groupOf;
    this.productOf = found.productOf;
    const all = parts === 1 && this.targets === products;
    const aimed = all ? found : new Entries(aim, asked, false, keys);
    const { start, members, weights } = aimed.byGroup();
    this.targetStart = start;
    this.targetMembers = members;
    this.weights = weights;
    const sets = aimed.groups.size;
    const unions = new Int32Array(sets * parts);
    const cellAt = (key: number) => {
      const cell = found.groups.find(key);
      return cell < 0 ? none : cell;
    };
    for (let set = 0; set < sets; set++) {
      const key = aimed.keys[set];
      const other = key % width;
      let part = set * parts;
      unions[part++] = cellAt(key);
      if (firstErased) unions[part++] = cellAt(first.answers * width + other);
      if (secondErased) unions[part++] = cellAt(key - other + second.answers);
      if (firstErased && secondErased) unions[part] = cellAt(first.answers * width + second.answers);
    }
    this.unions = unions;
  }

  /** Number of entries and target combinations that one evaluation visits. */
  get size(): number {
    return this.cellOf.length / 2 + this.targetMembers.length;
  }
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Products grouped by their answers to at most two attributes, either as recorded (the number of answers
 * stands for an erased answer) or as they truly are. The key of a group is `first answer × (answers of the
 * second + 1) + second answer`.
 */
class Entries {
  readonly groups: AdaptiveKeyIndex;
  /** Key of each group. */
  readonly keys: number[] = [];
  /** Per entry its group. */
  readonly groupOf: Int32Array;
  /** Per entry its product and its weight; undefined where each product has one entry. */
  readonly productOf: Int32Array | undefined;
  readonly #weights: Float64Array | undefined;
  readonly #from: number;

  constructor({ from, to }: Range, asked: readonly CompletedColumn[], recorded: boolean, keys: number) {
    const [first, second] = asked;
    this.#from = from;
    if (first?.multiValued === undefined && second?.multiValued === undefined) {
      this.groups = new AdaptiveKeyIndex(keys, to - from);
      this.groupOf = this.#groupSingle(keysOf(from, to, asked, recorded));
      return;
    }
    let size = 0;
    for (let product = from; product < to; product++) {
      size += ways(first, product, recorded) * ways(second, product, recorded);
    }
    this.groups = new AdaptiveKeyIndex(keys, size);
    this.groupOf = new Int32Array(size);
    this.productOf = new Int32Array(size);
    this.#weights = new Float64Array(size);
    const width = (second?.answers ?? 0) + 1;
    let entry = 0;
    for (let product = from; product < to; product++) {
      const ones = ways(first, product, recorded);
      const others = ways(second, product, recorded);
      for (let one = 0; one < ones; one++) {
        const high = answerAt(first, product, one, recorded) * width;
        for (let other = 0; other < others; other++) {
          this.groupOf[entry] = this.#groupAt(high + answerAt(second, product, other, recorded));
          this.productOf[entry] = product;
          this.#weights[entry++] = 1 / (ones * others);
        }
      }
    }
  }

  /** The common case: each product has one combination of answers. */
  #groupSingle(keys: Float64Array): Int32Array {
    const groupOf = new Int32Array(keys.length);
    for (let entry = 0; entry < keys.length; entry++) groupOf[entry] = this.#groupAt(keys[entry]);
    return groupOf;
  }

  #groupAt(key: number): number {
    const group = this.groups.add(key);
    if (group === this.keys.length) this.keys.push(key);
    return group;
  }

  /** Entries by group. */
  sizes(): Int32Array {
    const sizes = new Int32Array(this.groups.size);
    for (let entry = 0; entry < this.groupOf.length; entry++) sizes[this.groupOf[entry]]++;
    return sizes;
  }

  /** The products of group `i`: `members[start[i]] … members[start[i + 1] - 1]`, with their weights. */
  byGroup(): { start: Int32Array; members: Int32Array; weights: Float64Array | undefined } {
    const { groupOf, productOf } = this;
    const size = groupOf.length;
    const start = new Int32Array(this.groups.size + 1);
    start.set(this.sizes(), 1);
    for (let group = 1; group < start.length; group++) start[group] += start[group - 1];
    const next = start.slice();
    const members = new Int32Array(size);
    const weights = this.#weights === undefined ? undefined : new Float64Array(size);
    for (let entry = 0; entry < size; entry++) {
      const at = next[groupOf[entry]]++;
      members[at] = productOf === undefined ? this.#from + entry : productOf[entry];
      if (weights !== undefined) weights[at] = this.#weights![entry];
    }
    return { start, members, weights };
  }
}

/**
 * The key of each product's group where each product has one answer per attribute. Without branches: gaps are
 * random, so a processor would mispredict them.
 */
function keysOf(
  from: number,
  to: number,
  asked: readonly CompletedColumn[],
  recorded: boolean,
): Float64Array {
  const keys = new Float64Array(to - from);
  for (const { answers, trueCell, erased } of asked) {
    const width = answers + 1;
    for (let product = from; product < to; product++) {
      const answer = trueCell[product];
      const heard = recorded ? answer + erased[product] * (answers - answer) : answer;
      keys[product - from] = keys[product - from] * width + heard;
    }
  }
  return keys;
}

function ways(asked: CompletedColumn | undefined, product: number, recorded: boolean): number {
  if (asked?.multiValued === undefined || (recorded && asked.erased[product] === 1)) return 1;
  const cell = asked.trueCell[product];
  return asked.multiValued.start[cell + 1] - asked.multiValued.start[cell];
}

function answerAt(
  asked: CompletedColumn | undefined,
  product: number,
  at: number,
  recorded: boolean,
): number {
  if (asked === undefined) return 0;
  if (recorded && asked.erased[product] === 1) return asked.answers;
  const cell = asked.trueCell[product];
  return asked.multiValued === undefined
    ? cell
    : asked.multiValued.answers[asked.multiValued.start[cell] + at];
}
