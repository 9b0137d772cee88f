import { orderByHash } from '../../primitives/radix-sort.ts';
import { hashOf } from '../csv/distinct-texts.ts';
import type { Value } from '../types.ts';
import { FoldedTexts, fold } from './text-folding.ts';

/**
 * The distinct values of a column while its parts are read. Numbers are compared by size, words by their folded text.
 */
export class Values {
  /** The occurrences of each value. A product with several rows may count more than once. */
  readonly counts: number[] = [];
  /** The magnitudes of the values that are numbers. */
  readonly numbers = new Map<number, number>();
  readonly #labels: string[] = [];
  /** How often each spelling occurs, for the few values with several spellings. */
  readonly #spellings = new Map<number, Map<string, number>>();
  readonly #valueOfNumber = new Map<number, number>();
  readonly #words = new FoldedTexts();
  readonly #valueOfWord: number[] = [];

  addNumber(number: number, label: string, count: number): number {
    const known = this.#valueOfNumber.get(number);
    if (known !== undefined) return this.#again(known, label, count);
    const value = this.#first(label, count);
    this.numbers.set(value, number);
    this.#valueOfNumber.set(number, value);
    return value;
  }

  /** @param hash `hashOf` the label. */
  addWord(label: string, count: number, hash = hashOf(label)): number {
    return this.#add(this.#words.number(label, hash), label, count);
  }

  /** Adds a value whose identity is `word` instead of its label. */
  addAs(word: string, label: string, count: number): number {
    return this.#add(this.#words.number(word, hashOf(word)), label, count);
  }

  #add(word: number, label: string, count: number): number {
    if (word < this.#valueOfWord.length) return this.#again(this.#valueOfWord[word], label, count);
    const value = this.#first(label, count);
    this.#valueOfWord.push(value);
    return value;
  }

  #first(label: string, count: number): number {
    this.counts.push(count);
    return this.#labels.push(label) - 1;
  }

  #again(value: number, label: string, count: number): number {
    let spellings = this.#spellings.get(value);
    if (spellings === undefined && label !== this.#labels[value]) {
      spellings = new Map([[this.#labels[value], this.counts[value]]]);
      this.#spellings.set(value, spellings);
    }
    spellings?.set(label, (spellings.get(label) ?? 0) + count);
    this.counts[value] += count;
    return value;
  }

  /**
   * Numbers by size, then words by their folded text, so that the order does not depend on the file.
   *
   * @param unseen whether the words are never shown as answers. There may be one for each product then, and the order
   * of their hashes is computed faster.
   */
  inOrder(unseen: boolean): number[] {
    const order = [...this.#valueOfNumber.keys()].sort((left, right) => left - right);
    const values = order.map((number) => this.#valueOfNumber.get(number)!);
    const words = this.#wordsInOrder(unseen);
    for (let at = 0; at < words.length; at++) values.push(this.#valueOfWord[words[at]]);
    return values;
  }

  #wordsInOrder(unseen: boolean): ArrayLike<number> {
    const { spellings } = this.#words;
    if (unseen) {
      return orderByHash(new Uint32Array(this.#words.hashes), (left, right) =>
        fold(spellings[left]) < fold(spellings[right]) ? -1 : 1,
      );
    }
    const placeOf = new Map(spellings.map((word, place) => [fold(word), place]));
    return [...placeOf.keys()].sort().map((word) => placeOf.get(word)!);
  }

  /** The most frequent spelling is the label; of equally frequent ones the first in code-unit order. */
  finished(value: number): Value {
    let label = this.#labels[value];
    const spellings = this.#spellings.get(value);
    let most = spellings?.get(label) ?? 0;
    for (const [spelling, count] of spellings ?? []) {
      if (count > most || (count === most && spelling < label)) {
        label = spelling;
        most = count;
      }
    }
    const number = this.numbers.get(value);
    return number === undefined ? { label } : { label, number };
  }
}
