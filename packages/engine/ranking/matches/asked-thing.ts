import { accessoryStems, type ShopLanguage, standsHeadFirst } from '../../session/text/shop-language.ts';

/**
 * Of the words of a search, the last one says what is asked for of those by which at least this share as many products are
 * called as by the word by which most are: "hinges" of "chrome door hinges", "laptop" of "laptop lenovo". Chosen among .1,
 * .15, .2, .3 and more (docs/design/ranking.md, "Searches").
 */
const LEAST_CALLED = 0.15;
/** Words of a search beyond this many are not what is asked for: each has a bit. */
const MOST_WORDS = 31;

interface AskedWord {
  readonly bit: number;
  /** Of the products that have it, the share that is called by it. */
  readonly share: number;
  /** How far a product that lacks it is another thing, 0 to 1. */
  readonly certainty: number;
  /** Whether the shop has such things. */
  readonly isSold: boolean;
}

/** What a search asks for. */
interface Told {
  /** The bit of the word for it; 0 where no word says it. */
  readonly head: number;
  /** Where that is what belongs to a thing ("laptop accessories"), the bits of the words for the thing; else 0. */
  readonly others: number;
  /** How far a product that lacks the word is another thing, 0 to 1; 0 where no word says it. */
  readonly certainty: number;
  /** Whether the shop has such things. */
  readonly isSold: boolean;
}

const NO_WORD: AskedWord = { bit: 0, share: 0, certainty: 0, isSold: false };
const NOTHING: Told = { head: 0, others: 0, certainty: 0, isSold: false };

/** Tells which of the words of a search says what kind of thing is asked for. */
export class AskedThing {
  readonly #asked: readonly string[];
  readonly #language: ShopLanguage['language'];
  readonly #words = new Map<string, AskedWord>();

  /** @param asked see `SessionQuery.asked`; all words that are added, in their order, where it is empty */
  constructor(asked: readonly string[], language: ShopLanguage['language']) {
    this.#asked = asked;
    this.#language = language;
  }

  /**
   * Takes in the next word that some product has.
   *
   * @param share of the products that have it, the share that is called by it, 0 to 1
   * @param certainty how far a product that lacks it is another thing, 0 to 1
   * @param isSold whether the shop has such things
   * @returns its bit in `FoundProducts.had` and `called`; 0 where no product is called by it
   */
  add(stem: string, share: number, certainty: number, isSold: boolean): number {
    const { size } = this.#words;
    const bit = size < MOST_WORDS && share > 0 ? 1 << size : 0;
    this.#words.set(stem, { bit, share, certainty, isSold });
    return bit;
  }

  /** What the words that were added ask for. */
  told(): Told {
    const asked = this.#asked.length > 0 ? this.#asked : [...this.#words.keys()];
    const fromHead = standsHeadFirst(this.#language) ? asked : asked.toReversed();
    const shares = asked.map((stem) => this.#words.get(stem)?.share ?? 0);
    const least = LEAST_CALLED * Math.max(...shares);
    const accessories = accessoryStems(this.#language);
    for (const stem of fromHead) {
      const word = this.#words.get(stem);
      if (accessories.has(stem) && this.#words.size > (word === undefined ? 0 : 1)) {
        let others = 0;
        for (const { bit } of this.#words.values()) others |= bit;
        const { bit: head, certainty, isSold } = word ?? NO_WORD;
        return { head, others: others & ~head, certainty, isSold };
      }
      if (word !== undefined && word.share >= least)
        return { head: word.bit, others: 0, certainty: word.certainty, isSold: word.isSold };
    }
    return NOTHING;
  }
}
