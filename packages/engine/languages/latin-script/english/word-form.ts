import { americanSpelling } from './american-spelling.ts';
import { withoutIrregularPlural } from './irregular-plurals.ts';

/** What is written in two ways: "cancelling" and "canceling". */
const DOUBLED = /([a-z])\1(?=ing|ed)/;
/** Endings of number, and an "e" before them, which not all plurals keep: "lenses", "lens". */
const ENDING_OF_NUMBER = /(?:(?<!s)s|e)$/;

/**
 * What two folded English words share that differ in number or spelling alone: "plate" and "plates" do, "plate" and "plated" do
 * not, though they have one stem.
 */
export function wordForm(word: string): string {
  let form = withoutIrregularPlural(americanSpelling(word)).replace(DOUBLED, '$1');
  while (ENDING_OF_NUMBER.test(form)) form = form.slice(0, -1);
  return form.replace(/y$/, 'i');
}
