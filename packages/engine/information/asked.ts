import type { Answers } from './answers.ts';
import type { Completed } from './completion.ts';
import { Numbering } from './numbering.ts';

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

export function column(answers: Answers, completed: Completed, silent?: Uint8Array): Column {
  const missing = Uint8Array.from(answers.cell, (cell) => (cell < 0 ? 1 : 0));
  const shape = { truly: completed.cell, missing, silent: silent ?? missing };
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

/**
 * What a shopper has asked before: the shelf falls into cells by what is recorded of the (at most two) attributes
 * asked, silence included, and the candidates after the answers are the union of up to four cells.
 */
export class Asked {
  /** Product and cell, one entry for each way a product is found. */
  readonly products: Int32Array;
  readonly cells: Int32Array;
  readonly cellCount: number;
  /** Products of each cell. */
  readonly sizes: Int32Array;
  /** Product, candidates and probability, one entry for each way a target may answer. */
  readonly targets: Int32Array;
  readonly candidates: Int32Array;
  readonly weights: Float64Array | undefined;
  /** Four cells for each set of candidates; `cellCount` stands for an empty one. */
  readonly unions: Int32Array;

  constructor(products: number, asked: readonly Column[]) {
    const [first, second] = asked;
    const width = (second?.answers ?? 0) + 1;
    const found = new Entries(products, first, second);
    const cellNumbers = new Numbering(found.size);
    const silentFirst = first?.answers ?? 0;
    const silentSecond = second?.answers ?? 0;
    const cells = new Int32Array(found.size);
    found.each((entry, _product, one, other) => {
      cells[entry] = cellNumbers.number(one * width + other);
    });
    this.products = found.products;
    this.cells = cells;
    this.cellCount = cellNumbers.size;
    const sizes = new Int32Array(this.cellCount + 1);
    for (let entry = 0; entry < found.size; entry++) sizes[cells[entry]]++;
    this.sizes = sizes;
    const aimed = new Entries(
      products,
      first && { ...first, silent: NONE },
      second && { ...second, silent: NONE },
    );
    const groups = new Numbering(aimed.size);
    const unions: number[] = [];
    const candidates = new Int32Array(aimed.size);
    const cellAt = (one: number, other: number) => {
      const cell = cellNumbers.find(one * width + other);
      return cell < 0 ? this.cellCount : cell;
    };
    aimed.each((entry, _product, one, other) => {
      const before = groups.size;
      const group = groups.number(one * width + other);
      candidates[entry] = group;
      if (group < before) return;
      const none = this.cellCount;
      unions.push(
        cellAt(one, other),
        first === undefined ? none : cellAt(silentFirst, other),
        second === undefined ? none : cellAt(one, silentSecond),
        first === undefined || second === undefined ? none : cellAt(silentFirst, silentSecond),
      );
    });
    this.targets = aimed.products;
    this.candidates = candidates;
    this.weights = aimed.weights;
    this.unions = Int32Array.from(unions);
  }
}

const NONE = new Uint8Array(0);

/** Products paired with each combination of answers to at most two attributes. */
class Entries {
  readonly size: number;
  readonly products: Int32Array;
  readonly weights: Float64Array | undefined;
  readonly #first: Column | undefined;
  readonly #second: Column | undefined;

  constructor(products: number, first: Column | undefined, second: Column | undefined) {
    this.#first = first;
    this.#second = second;
    if (first?.several === undefined && second?.several === undefined) {
      this.size = products;
      this.products = Int32Array.from({ length: products }, (_, product) => product);
      return;
    }
    let size = 0;
    for (let product = 0; product < products; product++)
      size += width(first, product) * width(second, product);
    this.size = size;
    const list = new Int32Array(size);
    const weights = new Float64Array(size);
    let entry = 0;
    for (let product = 0; product < products; product++) {
      const ways = width(first, product) * width(second, product);
      for (let way = 0; way < ways; way++) {
        list[entry] = product;
        weights[entry++] = 1 / ways;
      }
    }
    this.products = list;
    this.weights = weights;
  }

  /** Calls with the entry, its product and its two answers, a silent attribute's being its number of answers. */
  each(visit: (entry: number, product: number, one: number, other: number) => void): void {
    const first = this.#first;
    const second = this.#second;
    for (let entry = 0; entry < this.size; ) {
      const product = this.products[entry];
      const ones = width(first, product);
      const others = width(second, product);
      for (let one = 0; one < ones; one++) {
        for (let other = 0; other < others; other++) {
          visit(entry++, product, answerAt(first, product, one), answerAt(second, product, other));
        }
      }
    }
  }
}

function width(asked: Column | undefined, product: number): number {
  if (asked?.several === undefined || asked.silent[product] === 1) return 1;
  const cell = asked.truly[product];
  return asked.several.start[cell + 1] - asked.several.start[cell];
}

function answerAt(asked: Column | undefined, product: number, at: number): number {
  if (asked === undefined) return 0;
  if (asked.silent[product] === 1) return asked.answers;
  const cell = asked.truly[product];
  return asked.several === undefined ? cell : asked.several.answers[asked.several.start[cell] + at];
}

/** Tables of counts, kept between calls so that nothing is allocated in the loop. */
export class Narrowing {
  readonly #logarithm: Float64Array;
  readonly #products: number;
  readonly #trust: number;
  #truly = new Int32Array(0);
  #drawn = new Int32Array(0);
  #silent = new Int32Array(0);

  constructor(products: number, trust: number) {
    this.#products = products;
    this.#trust = trust;
    this.#logarithm = Float64Array.from({ length: products + 1 }, (_, count) => Math.log2(count));
  }

  /**
   * Bits that recording the column for every product adds after what was asked: the mean over targets of
   * log2(candidates that have the answer or nothing recorded / candidates that have it). With trust r, a recorded
   * value stands with probability r: (r·c + N − r·n) / (r·C + (1 − r)·N), counts taken among the candidates.
   */
  gain(asked: Asked, { answers, truly, missing, several }: Column): number {
    const { products, cells, cellCount, sizes, targets, candidates, weights, unions } = asked;
    const entries = products.length;
    const dense = (cellCount + 1) * answers;
    const hashed = dense > 8 * entries + 65536;
    const numbering = hashed
      ? new Numbering(several === undefined ? entries : countAll(asked, truly, several))
      : undefined;
    const room = (hashed ? numberRoom(asked, truly, several) : dense) + 1;
    this.#clear(room, cellCount + 1);
    const whole = this.#truly;
    const drawn = this.#drawn;
    const silent = this.#silent;
    for (let entry = 0; entry < entries; entry++) {
      const product = products[entry];
      const cell = cells[entry];
      const gone = missing[product];
      silent[cell] += gone;
      const held = truly[product];
      if (several === undefined) {
        const key = cell * answers + held;
        const at = numbering === undefined ? key : numbering.number(key);
        whole[at]++;
        drawn[at] += gone;
      } else {
        for (let index = several.start[held]; index < several.start[held + 1]; index++) {
          const key = cell * answers + several.answers[index];
          const at = numbering === undefined ? key : numbering.number(key);
          whole[at]++;
          drawn[at] += gone;
        }
      }
    }
    const logarithm = this.#logarithm;
    const trust = this.#trust;
    let sum = 0;
    for (let entry = 0; entry < targets.length; entry++) {
      const product = targets[entry];
      const held = truly[product];
      const union = candidates[entry] * 4;
      const from = several === undefined ? held : several.start[held];
      const to = several === undefined ? held + 1 : several.start[held + 1];
      let bits = 0;
      for (let index = from; index < to; index++) {
        const answer = several === undefined ? index : several.answers[index];
        let have = 0;
        let filled = 0;
        let without = 0;
        let size = 0;
        for (let part = union; part < union + 4; part++) {
          const cell = unions[part];
          if (cell === cellCount) continue;
          const key = cell * answers + answer;
          const at = numbering === undefined ? key : numbering.find(key);
          without += silent[cell];
          size += sizes[cell];
          if (at < 0) continue;
          have += whole[at];
          filled += drawn[at];
        }
        if (trust === 1) bits += logarithm[have - filled + without] - logarithm[have];
        else {
          const before = trust * (have - filled) + size - trust * (size - without);
          bits += Math.log2(before / (trust * have + (1 - trust) * size));
        }
      }
      bits /= to - from;
      sum += weights === undefined ? bits : bits * weights[entry];
    }
    return Math.max(0, sum / this.#products);
  }

  #clear(room: number, cells: number): void {
    if (this.#truly.length < room) {
      this.#truly = new Int32Array(room * 2);
      this.#drawn = new Int32Array(room * 2);
    } else {
      this.#truly.fill(0, 0, room);
      this.#drawn.fill(0, 0, room);
    }
    if (this.#silent.length < cells) this.#silent = new Int32Array(cells * 2);
    else this.#silent.fill(0, 0, cells);
  }
}

function countAll({ products }: Asked, truly: Int32Array, several: { readonly start: Int32Array }): number {
  let count = 0;
  for (const product of products) count += several.start[truly[product] + 1] - several.start[truly[product]];
  return count;
}

function numberRoom(asked: Asked, truly: Int32Array, several: Column['several']): number {
  return several === undefined ? asked.products.length : countAll(asked, truly, several);
}
