import { withoutTerm } from '../../../session/text/keywords.ts';
import type { Terms } from './reading.ts';
import { productCount } from './words-together.ts';

/** A shorter stem is near too many others. Set by hand. */
const LEAST_STEM = 6;

/**
 * The stem that a search negates, by the words of the catalogue. One that no product has, nor says to be without, is read as what
 * products say to be without, at one edit: "butter without lactsoe". It is read as nothing else: a shop that lacks printers may have
 * painters, and "desk without printer" would hide their desks.
 */
export function excludedStem(name: string, terms: Terms): string {
  // What a list lacks the catalogue may have.
  const all = terms.whole ?? terms;
  const absence = withoutTerm(name);
  if (name.length < LEAST_STEM || productCount(name, all) + productCount(absence, all) > 0) return name;
  const [nearest] = all.near(absence, 1);
  return nearest === undefined || all.isUnsearched(name) ? name : nearest.slice(withoutTerm('').length);
}
