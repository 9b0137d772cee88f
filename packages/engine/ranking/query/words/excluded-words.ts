import { withoutTerm } from '../../../session/text/keywords.ts';
import type { Terms } from './reading.ts';
import { productCount } from './words-together.ts';

/** A shorter stem is near too many others: "not wired" excludes nothing wide. Set by hand. */
const LEAST_STEM = 6;

/**
 * The stem that a search negates, read by the words of the catalogue: where no product has it, nor says to be without it, what is
 * one edit from it ("without lactsoe"), of the most products; else itself.
 */
export function excludedStem(name: string, terms: Terms): string {
  // What a list lacks the catalogue may have.
  const all = terms.whole ?? terms;
  const usesOf = (stem: string): number => productCount(stem, all) + productCount(withoutTerm(stem), all);
  if (name.length < LEAST_STEM || usesOf(name) > 0 || all.isUnsearched(name)) return name;
  const absent = all.near(withoutTerm(name), 1).map((stem) => stem.slice(withoutTerm('').length));
  const near = [...all.near(name, 1), ...absent];
  return near.reduce((most, stem) => (usesOf(stem) > usesOf(most) ? stem : most), name);
}
