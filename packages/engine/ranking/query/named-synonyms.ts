import type { ShopLanguage } from '../../session/text/shop-language.ts';
import type { Phrase, Vocabulary } from '../../session/text/vocabulary.ts';
import { type SynonymRule, stemsOfSynonym } from '../indexing/synonyms.ts';

/**
 * A vocabulary in which the synonyms of a category name it, too: where "couch" finds sofas and the category is called
 * Sofas, a search for a couch names the category. A phrase that names a value itself keeps its own meaning.
 */
export function withNamedSynonyms(
  vocabulary: Vocabulary,
  rules: readonly SynonymRule[],
  shop: ShopLanguage,
): Vocabulary {
  const phrases = new Map(vocabulary.phrases);
  let { longest } = vocabulary;
  for (const { words, finds } of rules) {
    for (const { attribute, value, role } of (finds ?? words).flatMap((phrase) =>
      categoriesNamed(vocabulary, stemsOfSynonym(phrase, shop)),
    )) {
      for (const phrase of words) {
        const stems = stemsOfSynonym(phrase, shop);
        const key = stems.join(' ');
        if (stems.length === 0 || vocabulary.phrases.has(key)) continue;
        const known = phrases.get(key) ?? [];
        if (known.some((other) => other.value === value)) continue;
        phrases.set(key, [...known, { attribute, value, ...(role !== undefined && { role }) }]);
        longest = Math.max(longest, stems.length);
      }
    }
  }
  return phrases.size === vocabulary.phrases.size ? vocabulary : { ...vocabulary, phrases, longest };
}

const categoriesNamed = ({ phrases }: Vocabulary, stems: readonly string[]): readonly Phrase[] =>
  (phrases.get(stems.join(' ')) ?? []).filter(({ role }) => role === 'category');
