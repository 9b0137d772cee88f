import { HashChains, hashOf, isUnusual } from './distinct-texts.ts';

/** Two spellings of one value: letter case, composed accents and runs of spaces make no difference. */
export function fold(text: string): string {
  return foldHashed(text, hashOf(text));
}

/** @param hash `hashOf` the text. */
export function foldHashed(text: string, hash: number): string {
  if (!isUnusual(hash)) return text.toLowerCase();
  const lower = text.normalize('NFC').toLowerCase();
  return /\s\s|[\t\n\u00a0]/.test(lower) ? lower.replace(/\s+/g, ' ') : lower;
}

/** Numbers texts that fold alike, by first appearance. Folded texts are written out only where two of them may be equal. */
export class FoldedTexts {
  /** Of each the first spelling. */
  readonly spellings: string[] = [];
  readonly #chains = new HashChains();

  /**
   * The number of a text, which is that of its place in `spellings`.
   *
   * @param written `hashOf` the text.
   */
  number(text: string, written: number): number {
    const folded = isUnusual(written) ? foldHashed(text, written) : undefined;
    const hash = folded === undefined ? written : hashOf(folded);
    let at = this.#chains.first(hash);
    if (at >= 0) {
      const own = folded ?? text.toLowerCase();
      while (at >= 0 && fold(this.spellings[at]) !== own) at = this.#chains.after(at);
      if (at >= 0) return at;
    }
    this.spellings.push(text);
    return this.#chains.add(hash);
  }

  /** `hashOf` each folded text. */
  get hashes(): Int32Array {
    return this.#chains.hashes;
  }
}
