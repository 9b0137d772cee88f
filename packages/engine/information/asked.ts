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
  /** Product and cell, one entry for each way a product is found. */
  readonly found: Entries;
  readonly cells: Int32Array;
  readonly cellCount: number;
  /** Products of each cell. */
  readonly sizes: Int32Array;
  /** Product, candidates and probability, one entry for each way a target may answer. */
  readonly aimed: Entries;
  /** Products that are targets. */
  readonly targets: number;
  readonly candidates: Int32Array;
  /** `parts` cells for each set of candidates; `cellCount` stands for an empty one. */
  readonly unions: Int32Array;
  readonly parts: number;

  /** @param aim the products that are targets, all unless given: on a large shelf a part of them tells enough. */
  constructor(products: number, asked: readonly Column[], aim: Range = { from: 0, to: products }) {
    const [first, second] = asked;
    const all = { from: 0, to: products };
    this.targets = aim.to - aim.from;
    const width = (second?.answers ?? 0) + 1;
    const found = entries(all, first, second, true);
    const cellOf = new Cells(((first?.answers ?? 0) + 1) * width, found.size);
    const cells = new Int32Array(found.size);
    for (let entry = 0; entry < found.size; entry++) cells[entry] = cellOf.number(found.keys[entry]);
    const sizes = new Int32Array(cellOf.size + 1);
    for (let entry = 0; entry < found.size; entry++) sizes[cells[entry]]++;
    const none = cellOf.size;
    const firstSilent = first?.silent.includes(1) === true;
    const secondSilent = second?.silent.includes(1) === true;
    const parts = (firstSilent ? 2 : 1) * (secondSilent ? 2 : 1);
    this.found = found;
    this.cells = cells;
    this.cellCount = none;
    this.sizes = sizes;
    this.parts = parts;
    if (parts === 1 && this.targets === products) {
      this.aimed = found;
      this.candidates = cells;
      this.unions = new Int32Array(none);
      for (let cell = 0; cell < none; cell++) this.unions[cell] = cell;
      return;
    }
    const aimed = entries(aim, first, second, false);
    const groups = new Cells(((first?.answers ?? 0) + 1) * width, aimed.size);
    const candidates = new Int32Array(aimed.size);
    for (let entry = 0; entry < aimed.size; entry++) candidates[entry] = groups.number(aimed.keys[entry]);
    const unions = new Int32Array(groups.size * parts).fill(none);
    let seen = 0;
    for (let entry = 0; entry < aimed.size && seen < groups.size; entry++) {
      if (candidates[entry] !== seen) continue;
      const key = aimed.keys[entry];
      const other = key % width;
      const one = key - other;
      let part = seen * parts;
      unions[part++] = cellOf.find(key);
      if (firstSilent) unions[part++] = cellOf.find(first.answers * width + other);
      if (secondSilent) unions[part++] = cellOf.find(one + second.answers);
      if (firstSilent && secondSilent) unions[part] = cellOf.find(first.answers * width + second.answers);
      seen++;
    }
    for (let at = 0; at < unions.length; at++) if (unions[at] < 0) unions[at] = none;
    this.aimed = aimed;
    this.candidates = candidates;
    this.unions = unions;
  }
}

/** Products with each combination of their answers to at most two attributes. */
interface Entries {
  readonly size: number;
  /** The first product. */
  readonly from: number;
  /** Undefined where each product has one entry: then entry `e` is of product `from + e`. */
  readonly products: Int32Array | undefined;
  /** Undefined where each product has one combination. */
  readonly weights: Float64Array | undefined;
  /** `first answer × (answers of the second + 1) + second answer`, a silent attribute's being its number of answers. */
  readonly keys: Float64Array;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

function entries(
  { from, to }: Range,
  first: Column | undefined,
  second: Column | undefined,
  recorded: boolean,
): Entries {
  const width = (second?.answers ?? 0) + 1;
  if (first?.several === undefined && second?.several === undefined) {
    const keys = new Float64Array(to - from);
    if (first !== undefined) {
      const { truly, silent, answers } = first;
      for (let product = from; product < to; product++) {
        keys[product - from] = (recorded && silent[product] === 1 ? answers : truly[product]) * width;
      }
    }
    if (second !== undefined) {
      const { truly, silent, answers } = second;
      for (let product = from; product < to; product++) {
        keys[product - from] += recorded && silent[product] === 1 ? answers : truly[product];
      }
    }
    return { size: to - from, from, products: undefined, weights: undefined, keys };
  }
  let size = 0;
  for (let product = from; product < to; product++) {
    size += ways(first, product, recorded) * ways(second, product, recorded);
  }
  const list = new Int32Array(size);
  const weights = new Float64Array(size);
  const keys = new Float64Array(size);
  let entry = 0;
  for (let product = from; product < to; product++) {
    const ones = ways(first, product, recorded);
    const others = ways(second, product, recorded);
    for (let one = 0; one < ones; one++) {
      const high = answerAt(first, product, one, recorded) * width;
      for (let other = 0; other < others; other++) {
        list[entry] = product;
        weights[entry] = 1 / (ones * others);
        keys[entry++] = high + answerAt(second, product, other, recorded);
      }
    }
  }
  return { size, from, products: list, weights, keys };
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
