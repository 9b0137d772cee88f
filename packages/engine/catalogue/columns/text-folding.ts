import { HashChains, hashOf, isUnusual } from '../csv/distinct-texts.ts';

/** Normalises spellings of one value: letter case, composed accents, runs of spaces. */
export function fold(text: string): string {
  return foldHashed(text, hashOf(text));
}

/** @param hash `hashOf` the text. */
export function foldHashed(text: string, hash: number): string {
  if (!isUnusual(hash)) return text.toLowerCase();
  const lower = text.normalize('NFC').toLowerCase();
  return /\s\s|[\t\n\u00a0]/.test(lower) ? lower.replace(/\s+/g, ' ') : lower;
}

/**
 * Numbers texts by their folded form, by first appearance. A text is folded only where it may equal another.
 */
export class FoldedTexts {
  /** The first spelling of each. */
  readonly spellings: string[] = [];
  readonly #chains = new HashChains();
  /** The fallback for texts constructed to collide. */
  #crowded: Map<string, number> | undefined;

  /**
   * The number of a text, which is that of its place in `spellings`.
   *
   * @param written `hashOf` the text.
   */
  number(text: string, written: number): number {
    const folded = isUnusual(written) ? foldHashed(text, written) : undefined;
    const hash = folded === undefined ? written : hashOf(folded);
    const at =
      this.#crowded === undefined
        ? this.#find(text, folded, hash)
        : (this.#crowded.get(folded ?? text.toLowerCase()) ?? -1);
    if (at >= 0) return at;
    this.#crowded?.set(folded ?? text.toLowerCase(), this.spellings.length);
    this.spellings.push(text);
    return this.#chains.add(hash);
  }

  #find(text: string, folded: string | undefined, hash: number): number {
    let at = this.#chains.first(hash);
    if (at < 0 && !this.#chains.isCrowded) return at;
    const own = folded ?? text.toLowerCase();
    while (at >= 0 && fold(this.spellings[at]) !== own) at = this.#chains.after(at);
    if (this.#chains.isCrowded)
      this.#crowded = new Map(this.spellings.map((each, index) => [fold(each), index]));
    return at;
  }

  /** `hashOf` each folded text. */
  get hashes(): Int32Array {
    return this.#chains.hashes;
  }
}
