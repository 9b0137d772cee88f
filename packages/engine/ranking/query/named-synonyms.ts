import type { ShopLanguage } from '../../session/text/shop-language.ts';
import type { Phrase, Phrases } from '../../session/text/vocabulary.ts';
import { type SynonymRule, stemsOfSynonym } from '../indexing/synonyms.ts';

/**
 * The values of a catalogue, of which the synonyms of a category name it, too: where "couch" finds sofas and the category is called
 * Sofas, a search for a couch names the category. A phrase that names a value itself keeps its own meaning.
 */
export function withNamedSynonyms(
  values: Phrases,
  rules: readonly SynonymRule[],
  shop: ShopLanguage,
): Phrases {
  const phrases = new Map(values.phrases);
  let { longest } = values;
  for (const { words, finds } of rules) {
    for (const { attribute, value, role } of (finds ?? words).flatMap((phrase) =>
      categoriesNamed(values, stemsOfSynonym(phrase, shop)),
    )) {
      for (const phrase of words) {
        const stems = stemsOfSynonym(phrase, shop);
        const key = stems.join(' ');
        if (stems.length === 0 || values.phrases.has(key)) continue;
        const known = phrases.get(key) ?? [];
        if (known.some((other) => other.value === value)) continue;
        phrases.set(key, [...known, { attribute, value, ...(role !== undefined && { role }) }]);
        longest = Math.max(longest, stems.length);
      }
    }
  }
  return phrases.size === values.phrases.size ? values : { phrases, longest };
}

const categoriesNamed = ({ phrases }: Phrases, stems: readonly string[]): readonly Phrase[] =>
  (phrases.get(stems.join(' ')) ?? []).filter(({ role }) => role === 'category');
