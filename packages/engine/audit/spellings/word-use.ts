import { isRecordable } from '../../catalogue/columns/recordability.ts';
import type { Attribute } from '../../catalogue/types.ts';
import { foldText } from '../../languages/fold-text.ts';

/** Values of a column whose words are counted: bounds the work. Set by hand. */
const COUNTED_VALUES = 4_000;

/** In how many distinct values of the export each word stands, counted when first asked. */
export class WordUse {
  readonly #attributes: readonly Attribute[];
  #uses: ReadonlyMap<string, number> | undefined;

  constructor(attributes: readonly Attribute[]) {
    this.#attributes = attributes;
  }

  /** @param word in lower case, without accents */
  of(word: string): number {
    this.#uses ??= countUses(this.#attributes);
    return this.#uses.get(word) ?? 0;
  }
}

function countUses(attributes: readonly Attribute[]): Map<string, number> {
  const uses = new Map<string, number>();
  for (const attribute of attributes) {
    if (attribute.kind === 'number' || attribute.kind === 'date' || !isRecordable(attribute)) continue;
    const step = Math.max(1, Math.ceil(attribute.values.length / COUNTED_VALUES));
    for (let at = 0; at < attribute.values.length; at += step) {
      const words = foldText(attribute.values[at].label).match(/[\p{L}\p{N}]+/gu) ?? [];
      for (const word of new Set(words)) uses.set(word, (uses.get(word) ?? 0) + 1);
    }
  }
  return uses;
}
