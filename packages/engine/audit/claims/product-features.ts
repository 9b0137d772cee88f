import type { Attribute } from '../../catalogue/types.ts';
import { type EncodedAttribute, hashText } from '../../information/index.ts';
import { compare } from '../canonical-order.ts';
import type { ExportPair } from '../verify/export-pairing.ts';

/** What products have in common: the values of one attribute, or the words of their texts. */
export interface Features {
  readonly name: string;
  /** Their numbers are below this. */
  readonly count: number;
  /** How many a product has, on average. */
  readonly width: number;
  of(product: number): ArrayLike<number>;
}

/** Characters of a product's texts that are looked at. */
const CHARACTERS = 2_000;
/** Products whose words are counted. */
const SAMPLED_PRODUCTS = 200;
/** Values of a cell that are looked at. */
const MOST_VALUES = 16;
/** Few recorded numbers fill few ranges: about the root of their count, and no more than are asked. */
const MOST_RANGES = 8;
const ROOTS_A_RANGE = 1.4;

/** What the later export mentions of each product, put together once for all claims of a call. */
export class ProductContext {
  readonly #pair: ExportPair;
  /** Titles, links and descriptions. */
  readonly #written: readonly Attribute[];
  readonly #words: (readonly string[] | undefined)[] = [];
  readonly #numbered: (readonly number[] | undefined)[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #features = new Map<number, Features>();
  readonly #textWords: (TextWords | undefined)[] = [];
  readonly #keys = new Map<Attribute, Int32Array>();
  readonly #keyNumbers = new Map<string, number>();
  #words_: Features | undefined;

  constructor(pair: ExportPair) {
    this.#pair = pair;
    this.#written = pair.attributes.flatMap(({ after }) =>
      after.notQuestion === 'identifier' || after.notQuestion === 'text' ? [after] : [],
    );
  }

  /** The distinct words of a product's id, titles and descriptions, in lower case. */
  wordsOf(product: number): readonly string[] {
    let words = this.#words[product];
    if (words === undefined) {
      words = [...new Set(wordsIn(this.#textOf(product)))];
      this.#words[product] = words;
    }
    return words;
  }

  /** Whether a product's texts say a word, in whichever form. */
  mentions(product: number, word: string): boolean {
    let textWords = this.#textWords[product];
    if (textWords === undefined) {
      const words = this.wordsOf(product);
      textWords = { words: new Set(words), stems: new Set(words.flatMap(stemsOf)) };
      this.#textWords[product] = textWords;
    }
    const { words, stems } = textWords;
    return words.has(word) || stems.has(word) || stemsOf(word).some((stem) => words.has(stem));
  }

  /** The same words by number. */
  get words(): Features {
    this.#words_ ??= {
      name: "the products' own texts",
      count: Infinity,
      width: this.#meanWords(),
      of: (product) => this.#numberedOf(product),
    };
    return this.#words_;
  }

  #meanWords(): number {
    const counted = Math.min(SAMPLED_PRODUCTS, this.#pair.ids.length);
    let sum = 0;
    for (let product = 0; product < counted; product++) sum += this.wordsOf(product).length;
    return sum / Math.max(1, counted);
  }

  #numberedOf(product: number): readonly number[] {
    let numbered = this.#numbered[product];
    if (numbered === undefined) {
      numbered = this.wordsOf(product).map((word) => numberOf(this.#numbers, word));
      this.#numbered[product] = numbered;
    }
    return numbered;
  }

  /** The values of one attribute; that nothing is recorded is a trait as well. */
  featuresOf(index: number): Features {
    let features = this.#features.get(index);
    if (features === undefined) {
      const { name, after } = this.#pair.attributes[index];
      const { cell, start, answers, count } = coarseEncoding(after);
      const held = Array.from({ length: start.length - 1 }, (_, own) =>
        answers.subarray(start[own], start[own + 1]),
      );
      const none = Int32Array.of(count);
      features = {
        name: `"${name}"`,
        count: count + 1,
        width: meanAnswersPerCell({ start }),
        of: (product) => (cell[product] < 0 ? none : held[cell[product]]),
      };
      this.#features.set(index, features);
    }
    return features;
  }

  /**
   * For each cell of an attribute a number that equals that of the same cell in any other attribute, however it is
   * split or spelled.
   */
  keysOf(attribute: Attribute): Int32Array {
    let keys = this.#keys.get(attribute);
    if (keys === undefined) {
      const { cells, values } = attribute;
      const tokens = values.map(({ label }) => tokensOf(label));
      keys = Int32Array.from(cells, (cell) => {
        const key = cell
          .flatMap((value) => tokens[value])
          .sort(compare)
          .join(' ');
        return numberOf(this.#keyNumbers, key);
      });
      this.#keys.set(attribute, keys);
    }
    return keys;
  }

  /** How many such numbers there are so far. */
  get keys(): number {
    return this.#keyNumbers.size;
  }

  #textOf(product: number): string {
    // A number in an id counts products.
    let text = this.#pair.ids[product].replace(/\p{N}+/gu, ' ');
    for (const { cell, cells, values } of this.#written) {
      if (cell[product] < 0) continue;
      for (const value of cells[cell[product]]) text += ` ${values[value].label}`;
      if (text.length > CHARACTERS) break;
    }
    return text.slice(0, CHARACTERS);
  }
}

/** The distinct words of a product, and what is left of them without their endings. */
interface TextWords {
  readonly words: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
}

/** Letters by which two forms of a word may differ at their ends: plant and plants, women and womens. */
const ENDING = 2;

function stemsOf(word: string): string[] {
  const stems: string[] = [];
  for (let letters = 1; letters <= ENDING && word.length - letters >= 3; letters++)
    stems.push(word.slice(0, -letters));
  return stems;
}

function numberOf(numbers: Map<string, number>, text: string): number {
  let number = numbers.get(text);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(text, number);
  }
  return number;
}

/** Words and numbers: `3.0` and `3` are the same, `63%` and `63` too. */
function tokensOf(label: string): string[] {
  const tokens = label.toLowerCase().match(/\p{L}+|\p{N}+(?:\.\p{N}+)?/gu) ?? [label];
  return tokens.map((token) => (/^\d/.test(token) ? `${Number(token)}` : token));
}

/** Words of at least three letters, and numbers. */
export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/\p{L}{3,}|\p{N}+/gu) ?? [];
}

/**
 * An attribute of the later export as answers by which few products can be told apart: numbers and dates in ranges, as
 * equally frequent as their values allow, the fewer the fewer are recorded. AdaptiveKeyIndex keep the numbers that the attribute
 * gives them.
 */
export function coarseEncoding(attribute: Attribute): EncodedAttribute {
  const { cell, cells, values, kind, name } = attribute;
  const ranges = kind === 'number' || kind === 'date';
  const cuts = ranges ? cutsOf(attribute) : [];
  // What is no number ("no old price") is an answer of its own.
  const answerOf = values.map(({ number }, value) => {
    if (!ranges) return value;
    return number === undefined ? cuts.length + 1 : cuts.filter((cut) => cut <= number).length;
  });
  const held = cells.map((own) => [...new Set(sampledValues(own, values).map((value) => answerOf[value]))]);
  const start = new Int32Array(cells.length + 1);
  held.forEach((own, index) => {
    start[index + 1] = start[index] + own.length;
  });
  const count = ranges ? cuts.length + 2 : values.length;
  return { name, ranges, count, cell, single: false, start, answers: Int32Array.from(held.flat()) };
}

/** The values of a cell; of a long list as many as are looked at, by a hash of what they say. */
export function sampledValues(cell: readonly number[], values: Attribute['values']): readonly number[] {
  if (cell.length <= MOST_VALUES) return cell;
  const hashed = cell.map((value) => ({
    value,
    label: values[value].label,
    hash: hashText(values[value].label),
  }));
  hashed.sort((left, right) => left.hash - right.hash || compare(left.label, right.label));
  return hashed.slice(0, MOST_VALUES).map(({ value }) => value);
}

/** EncodedAttribute of a cell, on average. */
export function meanAnswersPerCell({ start }: Pick<EncodedAttribute, 'start'>): number {
  const cells = start.length - 1;
  return cells === 0 ? 1 : start[cells] / cells;
}

function cutsOf({ cell, cells, values }: Attribute): number[] {
  const held: number[] = [];
  for (const own of cell) {
    const number = own < 0 ? undefined : values[cells[own][0]]?.number;
    if (number !== undefined) held.push(number);
  }
  held.sort((left, right) => left - right);
  const ranges = Math.max(2, Math.min(MOST_RANGES, Math.floor(Math.sqrt(held.length) / ROOTS_A_RANGE)));
  const cuts =
    held.length === 0
      ? []
      : Array.from({ length: ranges - 1 }, (_, at) => held[Math.floor(((at + 1) * held.length) / ranges)]);
  return [...new Set(cuts)];
}
