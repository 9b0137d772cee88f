import type { Answers } from './answers.ts';
import type { Completed } from './completion.ts';
import { Cells } from './numbering.ts';

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
  for (let product = 0; product < cell.length; product++) if (cell[product] < 0) missing[product] = 1;
  return missing;
}

/**
 * What a shopper has asked before: the shelf falls into cells by what is recorded of the (at most two) attributes
 * asked, silence included, and the candidates after the answers are the union of up to four cells.
 */
export class Asked {
  readonly cellCount: number;
  /** Products by cell: cell `i` holds `members[start[i]] … members[start[i + 1] - 1]`; a product may be in several. */
  readonly start: Int32Array;
  readonly members: Int32Array;
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
    const found = new Entries({ from: 0, to: products }, first, second, true, keys);
    const none = found.groups.size;
    this.targets = aim.to - aim.from;
    this.parts = parts;
    this.cellCount = none;
    this.start = found.start;
    this.members = found.members;
    const all = parts === 1 && this.targets === products;
    const aimed = all ? found : new Entries(aim, first, second, false, keys);
    this.targetStart = aimed.start;
    this.targetMembers = aimed.members;
    this.weights = aimed.weights;
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
    return this.members.length / 2 + this.targetMembers.length;
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
  readonly start: Int32Array;
  readonly members: Int32Array;
  readonly weights: Float64Array | undefined;

  constructor(
    { from, to }: Range,
    first: Column | undefined,
    second: Column | undefined,
    recorded: boolean,
    keys: number,
  ) {
    const single = first?.several === undefined && second?.several === undefined;
    let size = to - from;
    if (!single) {
      size = 0;
      for (let product = from; product < to; product++) {
        size += ways(first, product, recorded) * ways(second, product, recorded);
      }
    }
    const groups = new Cells(keys, size);
    const groupOf = new Int32Array(size);
    const width = (second?.answers ?? 0) + 1;
    if (single) {
      this.#groupSingle(from, to, first, second, recorded, width, groups, groupOf);
    } else {
      let entry = 0;
      for (let product = from; product < to; product++) {
        const ones = ways(first, product, recorded);
        const others = ways(second, product, recorded);
        for (let one = 0; one < ones; one++) {
          const high = answerAt(first, product, one, recorded) * width;
          for (let other = 0; other < others; other++) {
            const key = high + answerAt(second, product, other, recorded);
            const group = groups.number(key);
            if (group === this.keys.length) this.keys.push(key);
            groupOf[entry++] = group;
          }
        }
      }
    }
    const start = new Int32Array(groups.size + 1);
    for (let index = 0; index < size; index++) start[groupOf[index] + 1]++;
    for (let group = 0; group < groups.size; group++) start[group + 1] += start[group];
    const next = start.slice();
    const members = new Int32Array(size);
    const weights = single ? undefined : new Float64Array(size);
    if (weights === undefined) {
      for (let entry = 0; entry < size; entry++) members[next[groupOf[entry]]++] = from + entry;
    } else {
      let entry = 0;
      for (let product = from; product < to; product++) {
        const count = ways(first, product, recorded) * ways(second, product, recorded);
        for (let way = 0; way < count; way++) {
          const at = next[groupOf[entry++]]++;
          members[at] = product;
          weights[at] = 1 / count;
        }
      }
    }
    this.groups = groups;
    this.start = start;
    this.members = members;
    this.weights = weights;
  }

  /** The common case, in which each product has one combination. */
  #groupSingle(
    from: number,
    to: number,
    first: Column | undefined,
    second: Column | undefined,
    recorded: boolean,
    width: number,
    groups: Cells,
    groupOf: Int32Array,
  ): void {
    const one = first?.truly ?? NOTHING;
    const oneSilent = (recorded ? first?.silent : undefined) ?? NEVER;
    const silentOne = first?.answers ?? 0;
    const other = second?.truly ?? NOTHING;
    const otherSilent = (recorded ? second?.silent : undefined) ?? NEVER;
    const silentOther = second?.answers ?? 0;
    const keys = this.keys;
    for (let product = from; product < to; product++) {
      let key = 0;
      if (first !== undefined) key = (oneSilent[product] === 1 ? silentOne : one[product]) * width;
      if (second !== undefined) key += otherSilent[product] === 1 ? silentOther : other[product];
      const group = groups.number(key);
      if (group === keys.length) keys.push(key);
      groupOf[product - from] = group;
    }
  }
}

/** Nothing is asked: one column that says the same of all. */
const NOTHING = new Int32Array(0);
const NEVER = new Uint8Array(0);

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
