import type { Attribute } from '../../catalogue/types.ts';
import { compare } from '../canonical-order.ts';
import { LONGEST_ENDING, TEXT_CHARACTERS, WORD_SAMPLE } from '../constants.ts';
import type { ExportPair } from '../verify/export-pairing.ts';
import { coarseEncoding, meanAnswersPerCell } from './coarse-encoding.ts';
import { PiecesOf } from './copies/pieces.ts';

/** Features of products: the values of one attribute, or the words of their texts. */
export interface Features {
  readonly name: string;
  /** Feature numbers are below this. */
  readonly count: number;
  /** Mean number of features per product. */
  readonly width: number;
  of(product: number): ArrayLike<number>;
}

/**
 * Everything that the later export says of each product besides the claimed attribute. Computed once for all
 * claims of a call.
 */
export class ProductContext {
  readonly #pair: ExportPair;
  /** Titles, links and descriptions. */
  readonly #texts: readonly Attribute[];
  readonly #words: (readonly string[] | undefined)[] = [];
  readonly #numbered: (readonly number[] | undefined)[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #features = new Map<number, Features>();
  readonly #textWords: (TextWords | undefined)[] = [];
  readonly #keys = new Map<Attribute, Int32Array>();
  readonly #pieces = new Map<Attribute, PiecesOf>();
  readonly #keyNumbers = new Map<string, number>();
  #wordFeatures: Features | undefined;

  constructor(pair: ExportPair) {
    this.#pair = pair;
    this.#texts = pair.attributes.flatMap(({ after }) =>
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

  /** Whether a product's texts contain a word, in any of its forms. */
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

  /** The words as numbered features. */
  get words(): Features {
    this.#wordFeatures ??= {
      name: "the products' own texts",
      count: Infinity,
      width: this.#meanWords(),
      of: (product) => this.#numberedOf(product),
    };
    return this.#wordFeatures;
  }

  #meanWords(): number {
    const counted = Math.min(WORD_SAMPLE, this.#pair.ids.length);
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

  /** The values of one attribute as features; a gap is a feature as well. */
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

  /** The texts of an attribute in pieces. */
  piecesOf(attribute: Attribute): PiecesOf {
    let pieces = this.#pieces.get(attribute);
    if (pieces === undefined) {
      pieces = new PiecesOf(attribute);
      this.#pieces.set(attribute, pieces);
    }
    return pieces;
  }

  /**
   * Per cell of an attribute a key that equal cells of any attribute share, whatever their order and spelling
   * of numbers.
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

  /** Number of distinct keys so far. */
  get keys(): number {
    return this.#keyNumbers.size;
  }

  #textOf(product: number): string {
    // A number in an id is usually a counter, so it is removed.
    let text = this.#pair.ids[product].replace(/\p{N}+/gu, ' ');
    for (const { cell, cells, values } of this.#texts) {
      if (cell[product] < 0) continue;
      for (const value of cells[cell[product]]) text += ` ${values[value].label}`;
      if (text.length > TEXT_CHARACTERS) break;
    }
    return text.slice(0, TEXT_CHARACTERS);
  }
}

/** The distinct words of a product, and their forms without endings. */
interface TextWords {
  readonly words: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
}

function stemsOf(word: string): string[] {
  const stems: string[] = [];
  for (let letters = 1; letters <= LONGEST_ENDING && word.length - letters >= 3; letters++)
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

/** Splits a label into words and numbers: `3.0` equals `3`, and `63%` equals `63`. */
function tokensOf(label: string): string[] {
  const tokens = label.toLowerCase().match(/\p{L}+|\p{N}+(?:\.\p{N}+)?/gu) ?? [label];
  return tokens.map((token) => (/^\d/.test(token) ? `${Number(token)}` : token));
}

/** Words of at least three letters, and numbers, in lower case. */
export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/\p{L}{3,}|\p{N}+/gu) ?? [];
}
