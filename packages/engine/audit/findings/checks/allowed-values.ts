import { headerWords } from '../../../catalogue/columns/header-names.ts';
import type { FindingCollector } from '../finding-collector.ts';
import type { MarketplaceTable } from '../marketplace-table.ts';
import { ALLOWED_VALUES, type RuleName } from '../rules.ts';
import { checkValues } from './per-value.ts';

/** A word without what different marketplaces write between its parts: "in_stock", "in stock", "pre-order". */
const bare = (word: string): string => word.toLowerCase().replace(/[\s_-]/g, '');

/** Values of columns of a feed for which marketplaces take a few words only, in English. */
export function checkAllowedValues(
  findings: FindingCollector,
  { isFeed, attributes }: MarketplaceTable,
): void {
  if (!isFeed) return;
  for (const [rule, { column, words }] of ALLOWED_VALUES) {
    const own = attributes.find(({ name }) => headerWords(name).replace(/^g /, '') === column);
    if (own === undefined) continue;
    const taken = new Set(words.map(bare));
    const faults: readonly RuleName[] = [rule];
    checkValues(findings, own, (value) => (taken.has(bare(value)) ? [] : faults));
  }
}
