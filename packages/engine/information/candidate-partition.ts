import { Cells } from '../primitives/key-index.ts';
import { type Answers, isRecorded } from './encoding.ts';
import type { Completed } from './hot-deck.ts';

/**
 * One column as the shopper meets it: what is recorded, and what is true (or drawn as true). Cells are those of
 * `answers`; cells beyond stand for one answer each that was never recorded.
 */
export interface Column {
  /** Answers, those never recorded included. */
  readonly answers: number;
  /** Per product the true cell. */
  readonly truly: Int32Array;
  /** Per product 1 where nothing is recorded. */
  readonly missing: Uint8Array;
  /** Per product 1 where it cannot be ruled out by this column when another question is asked. */
  readonly silent: Uint8Array;
  /** Undefined where each cell is one answer of the same number. */
  readonly several?: { readonly start: Int32Array; readonly answers: Int32Array };
}

/** @param missing per product 1 where nothing is recorded; `silent` likewise, where it differs. */
export function column(
  answers: Answers,
  completed: Completed,
  missing: Uint8Array,
  silent: Uint8Array = missing,
): Column {
  const shape = { truly: completed.cell, missing, silent };
  if (answers.single) return { answers: answers.count + completed.fresh, ...shape };
  const cells = answers.start.length - 1;
  const start = new Int32Array(cells + completed.fresh + 1);
  start.set(answers.start);
  const flat = new Int32Array(answers.answers.length + completed.fresh);
  flat.set(answers.answers);
  for (let fresh = 0; fresh < completed.fresh; fresh++) {
    flat[answers.answers.length + fresh] = answers.count + fresh;
    start[cells + fresh + 1] = answers.answers.length + fresh + 1;
  }
  return { answers: answers.count + completed.fresh, ...shape, several: { start, answers: flat } };
}

/** Per product 1 where nothing is recorded. */
export function missingFrom({ cell }: Answers): Uint8Array {
  const missing = new Uint8Array(cell.length);
  for (let product = 0; product < cell.length; product++) missing[product] = 1 - isRecorded(cell[product]);
  return missing;
}

/**
 * What a shopper has asked before: the shelf falls into cells by what is recorded of the (at most two) attributes
 * asked, silence included, and the candidates after the answers are the union of up to four cells.
 */
export class Asked {
  readonly cellCount: number;
  /** Entries by cell. */
  readonly cellSizes: Int32Array;
  /** Per entry its cell: one entry for each way in which a product is found, so that it may be in several cells. */
  readonly cellOf: Int32Array;
  /** Per entry its product; undefined where each product has one, in order. */
  readonly productOf: Int32Array | undefined;
  /** Product, candidates and probability, one entry for each way a target may answer, by candidates. */
  readonly targetStart: Int32Array;
  readonly targetMembers: Int32Array;
  /** Undefined where each product has one way. */
  readonly weights: Float64Array | undefined;
  /** Products that are targets. */
  readonly targets: number;
  /** `parts` cells for each set of candidates; `cellCount` stands for an empty one. */
  readonly unions: Int32Array;
  readonly parts: number;

  /** @param aim the products that are targets, all unless given: on a large shelf a part of them tells enough. */
  constructor(products: number, asked: readonly Column[], aim: Range = { from: 0, to: products }) {
    const [first, second] = asked;
    const width = (second?.answers ?? 0) + 1;
    const keys = ((first?.answers ?? 0) + 1) * width;
    const firstSilent = first?.silent.includes(1) === true;
    const secondSilent = second?.silent.includes(1) === true;
    const parts = (firstSilent ? 2 : 1) * (secondSilent ? 2 : 1);
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
      if (firstSilent) unions[part++] = cellAt(first.answers * width + other);
      if (secondSilent) unions[part++] = cellAt(key - other + second.answers);
      if (firstSilent && secondSilent) unions[part] = cellAt(first.answers * width + second.answers);
    }
    this.unions = unions;
  }

  /** Ways in which products are found and targets answer: what an evaluation costs. */
  get size(): number {
    return this.cellOf.length / 2 + this.targetMembers.length;
  }
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Products grouped by their answers to at most two attributes, as recorded (a silent attribute's answer being its
 * number of answers) or as they truly are. The key of a group is
 * `first answer × (answers of the second + 1) + second answer`.
 */
class Entries {
  readonly groups: Cells;
  /** Key of each group. */
  readonly keys: number[] = [];
  /** Per entry its group. */
  readonly groupOf: Int32Array;
  /** Per entry its product and its share of it; undefined where each product has one entry. */
  readonly productOf: Int32Array | undefined;
  readonly #weights: Float64Array | undefined;
  readonly #from: number;

  constructor({ from, to }: Range, asked: readonly Column[], recorded: boolean, keys: number) {
    const [first, second] = asked;
    this.#from = from;
    if (first?.several === undefined && second?.several === undefined) {
      this.groups = new Cells(keys, to - from);
      this.groupOf = this.#groupSingle(keysOf(from, to, asked, recorded));
      return;
    }
    let size = 0;
    for (let product = from; product < to; product++) {
      size += ways(first, product, recorded) * ways(second, product, recorded);
    }
    this.groups = new Cells(keys, size);
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

  /** The common case, in which each product has one combination. */
  #groupSingle(keys: Float64Array): Int32Array {
    const groupOf = new Int32Array(keys.length);
    for (let entry = 0; entry < keys.length; entry++) groupOf[entry] = this.#groupAt(keys[entry]);
    return groupOf;
  }

  #groupAt(key: number): number {
    const group = this.groups.number(key);
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
 * The key of each product's group where each has one answer to each attribute. Without branches, since gaps come by
 * chance.
 */
function keysOf(from: number, to: number, asked: readonly Column[], recorded: boolean): Float64Array {
  const keys = new Float64Array(to - from);
  for (const { answers, truly, silent } of asked) {
    const width = answers + 1;
    for (let product = from; product < to; product++) {
      const answer = truly[product];
      const heard = recorded ? answer + silent[product] * (answers - answer) : answer;
      keys[product - from] = keys[product - from] * width + heard;
    }
  }
  return keys;
}

function ways(asked: Column | undefined, product: number, recorded: boolean): number {
  if (asked?.several === undefined || (recorded && asked.silent[product] === 1)) return 1;
  const cell = asked.truly[product];
  return asked.several.start[cell + 1] - asked.several.start[cell];
}

function answerAt(asked: Column | undefined, product: number, at: number, recorded: boolean): number {
  if (asked === undefined) return 0;
  if (recorded && asked.silent[product] === 1) return asked.answers;
  const cell = asked.truly[product];
  return asked.several === undefined ? cell : asked.several.answers[asked.several.start[cell] + at];
}
