import { headerWords } from '../../../catalogue/columns/header-names.ts';
import type { Findings } from '../finding.ts';
import type { ItemTable } from '../item-columns.ts';
import { type RuleName, WORD_RULES } from '../rules.ts';
import { checkValues } from './values.ts';

/** A word without what different marketplaces write between its parts: "in_stock", "in stock", "pre-order". */
const bare = (word: string): string => word.toLowerCase().replace(/[\s_-]/g, '');

/** Values of columns of a feed for which marketplaces take a few words only, in English. */
export function checkWords(findings: Findings, { isFeed, attributes }: ItemTable): void {
  if (!isFeed) return;
  for (const [rule, { column, words }] of WORD_RULES) {
    const own = attributes.find(({ name }) => headerWords(name).replace(/^g /, '') === column);
    if (own === undefined) continue;
    const taken = new Set(words.map(bare));
    const faults: readonly RuleName[] = [rule];
    checkValues(findings, own, (value) => (taken.has(bare(value)) ? [] : faults));
  }
}
