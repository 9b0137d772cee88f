import { foldText } from '../../languages/fold-text.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../languages/index.ts';
import type { LanguagePack } from '../../languages/language-pack.ts';
import { SHELVES } from './shelves.ts';

/** Letters of the shortest name that is looked for at the end of a compound: "Lederschuh". Set by hand. */
const SHORTEST_END = 4;
/** Letters by which an inflected noun is longer or shorter than its name. Set by hand. */
const LONGEST_ENDING = 2;
/** Words whose stems are kept of a language; a shop repeats its words. Set by hand. */
const MAX_KEPT = 50_000;
/** Signs that end a phrase of a title: "Running shoes - black". */
const MARK = /[;|()[\]\u2014\u2022\n]|(?<!\d)[,:\u2013]|[,:\u2013](?!\d)|\s[-/]\s/;
/** One of the characters of which a mark has one, for texts that have none. */
const MAY_MARK = /[;|()[\]\u2014\u2022\n,:\u2013/-]/;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

interface Name {
  readonly words: readonly string[];
  readonly stems: readonly string[];
  /** The shelves that bear it, as places in `SHELVES`. */
  readonly shelves: readonly number[];
}

const NONE: readonly number[] = [];

/** What a text names. */
export interface Named {
  /** As places in `SHELVES`; several where the name means several. */
  readonly shelves: readonly number[];
  /** Words of the name; 0 where there is none. */
  readonly words: number;
}

const NOTHING: Named = { shelves: NONE, words: 0 };

/** Words that say nothing in titles of any language. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  LANGUAGES.find(({ code }) => code === DEFAULT_LANGUAGE)?.words?.stopWords?.map(foldText),
);

/** The names of shelves in one language, and which of them a text says. */
export class ShelfVocabulary {
  readonly #pack: LanguagePack;
  readonly #script: RegExp;
  /** By the stem of their first word, the longest first. */
  readonly #names = new Map<string, Name[]>();
  /** Names of one word by their stems, which may end a compound. */
  readonly #single = new Map<string, readonly number[]>();
  /** Of languages without spaces: names as written, the longest first. */
  readonly #unspaced: (readonly [name: string, shelves: readonly number[]])[] = [];
  readonly #opaque: RegExp | undefined;
  readonly #purpose: ReadonlySet<string>;
  readonly #stops: ReadonlySet<string>;
  readonly #stems = new Map<string, string>();
  readonly #ends = new Map<string, readonly number[]>();

  constructor(pack: LanguagePack) {
    this.#pack = pack;
    const { closedCompounds, purpose = [], stopWords = [], stemsScript = 'Latin' } = pack.words ?? {};
    this.#script = new RegExp(`^\\p{scx=${stemsScript}}+$`, 'u');
    this.#purpose = new Set(purpose);
    this.#stops = new Set(stopWords.map(foldText));
    this.#opaque =
      closedCompounds === undefined
        ? undefined
        : new RegExp(`(?:${closedCompounds.opaque.join('|') || '(?!)'})(?:e|en|n|s|er)?$`);
    const shelvesOf = new Map<string, number[]>();
    SHELVES.forEach(({ names }, shelf) => {
      for (const name of names[pack.code] ?? []) {
        const key = pack.unspaced === true ? name : wordsOf(name).join(' ');
        const known = shelvesOf.get(key);
        if (known === undefined) shelvesOf.set(key, [shelf]);
        else if (!known.includes(shelf)) known.push(shelf);
      }
    });
    for (const [key, shelves] of shelvesOf) this.#add(key, shelves);
    for (const names of this.#names.values()) names.sort((a, b) => b.stems.length - a.stems.length);
    this.#unspaced.sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1));
  }

  /**
   * The shelves of which a title or a category says that a thing is one: by the head of the first phrase that names any. Several
   * where the name means several.
   */
  in(text: string): Named {
    if (this.#pack.unspaced === true) return this.#inUnspaced(text);
    if (!MAY_MARK.test(text)) return this.#inPhrase(wordsOf(text)) ?? NOTHING;
    for (const phrase of text.split(MARK)) {
      const said = this.#inPhrase(wordsOf(phrase));
      if (said === undefined) break;
      if (said.words > 0) return said;
    }
    return NOTHING;
  }

  #add(key: string, shelves: readonly number[]): void {
    if (this.#pack.unspaced === true) {
      this.#unspaced.push([key, shelves]);
      return;
    }
    const words = key.split(' ');
    // Folded, the French tea is the English article.
    if (words.length === 1 && STOP_WORDS.has(key)) return;
    const stems = words.map((word) => this.#stem(word));
    const names = this.#names.get(stems[0]);
    if (names === undefined) this.#names.set(stems[0], [{ words, stems, shelves }]);
    else names.push({ words, stems, shelves });
    if (stems.length === 1) this.#single.set(stems[0], shelves);
  }

  /** Undefined where it begins to say what the thing is for before it says what it is. */
  #inPhrase(words: readonly string[]): Named | undefined {
    let found = NOTHING;
    for (let at = 0; at < words.length; ) {
      const name = this.#nameAt(words, at);
      if (name.words > 0) {
        found = name;
        if (this.#pack.words?.headFirst === true) return found;
      } else if (at > 0 && this.#purpose.has(words[at])) return found.words > 0 ? found : undefined;
      else if (found.words > 0 && this.#stops.has(words[at])) return found;
      at += Math.max(1, name.words);
    }
    return found;
  }

  /** The longest name that begins at a word, or that ends this word. */
  #nameAt(words: readonly string[], at: number): Named {
    const stem = this.#stem(words[at]);
    let longest: Name | undefined;
    for (const name of this.#names.get(stem) ?? []) {
      if (longest !== undefined && name.stems.length < longest.stems.length) break;
      const fit = this.#fit(name, words, at);
      if (fit === 'exact') return { shelves: name.shelves, words: name.stems.length };
      if (fit === 'inflected') longest ??= name;
    }
    if (longest !== undefined) return { shelves: longest.shelves, words: longest.stems.length };
    const ended = this.#opaque === undefined ? NONE : this.#endOf(words[at], stem);
    return ended.length > 0 ? { shelves: ended, words: 1 } : NOTHING;
  }

  /** Stems may be of words that are not the same noun: "ear" is that of "earring". */
  #fit({ words: own, stems }: Name, words: readonly string[], at: number): 'exact' | 'inflected' | undefined {
    let isExact = true;
    for (let next = 0; next < own.length; next++) {
      const word = words[at + next];
      if (word === own[next]) continue;
      isExact = false;
      if (word === undefined || this.#stem(word) !== stems[next]) return undefined;
      if (Math.abs(word.length - own[next].length) > LONGEST_ENDING) return undefined;
    }
    return isExact ? 'exact' : 'inflected';
  }

  /** The name with which a compound ends: "Lederschuh" is a "Schuh", "Handschuh" is none. */
  #endOf(word: string, stem: string): readonly number[] {
    let shelves = this.#ends.get(word);
    if (shelves === undefined) {
      shelves = NONE;
      if (!this.#opaque!.test(word)) {
        for (let from = 2; from <= stem.length - SHORTEST_END && shelves.length === 0; from++)
          shelves = this.#single.get(stem.slice(from)) ?? NONE;
      }
      if (this.#ends.size < MAX_KEPT) this.#ends.set(word, shelves);
    }
    return shelves;
  }

  /** The name that ends last: a noun stands behind what modifies it. */
  #inUnspaced(text: string): Named {
    let last = 0;
    let found = NOTHING;
    for (const [name, shelves] of this.#unspaced) {
      const at = text.lastIndexOf(name);
      if (at < 0 || at + name.length <= last) continue;
      last = at + name.length;
      found = { shelves, words: 1 };
    }
    return found;
  }

  #stem(word: string): string {
    let stem = this.#stems.get(word);
    if (stem !== undefined) return stem;
    const stemmer = this.#pack.words?.stem;
    // Numbers, and names of models, are not inflected, and there are many.
    if (stemmer === undefined || word.length < 3 || !this.#script.test(word)) return word;
    stem = stemmer(word);
    if (this.#stems.size < MAX_KEPT) this.#stems.set(word, stem);
    return stem;
  }
}

const wordsOf = (text: string): readonly string[] => foldText(text).match(WORD) ?? [];

const known = new Map<string, ShelfVocabulary>();

/** The names of shelves in a language. Tables of words are built when they are first asked for. */
export function shelfVocabulary(language: string): ShelfVocabulary {
  let names = known.get(language);
  if (names === undefined) {
    names = new ShelfVocabulary(LANGUAGES.find(({ code }) => code === language)!);
    known.set(language, names);
  }
  return names;
}

/** The languages in which shelves have names. */
export const languagesOfShelves = (): readonly string[] =>
  LANGUAGES.filter(({ code }) => SHELVES.some(({ names }) => names[code] !== undefined)).map(
    ({ code }) => code,
  );
