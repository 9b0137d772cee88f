import type { AuditResult } from '@decidable/engine/audit';
import { count, counted, listed, percent } from './wording.ts';

type LackingFact = NonNullable<AuditResult['lacking']>[number];
type SpellingGroup = NonNullable<AuditResult['attributes'][number]['spellings']>[number];

/** `Title says it of 84 of 240 products (35 %)`. */
export const saidBy = ({ from, products, of }: LackingFact): string =>
  `${from} says it of ${count(products)} of ${counted(of, 'product')} (${percent(products / of)})`;

/** `500 ml (40), 1 l (31) and 3 others`. */
export const said = ({ values, distinct }: LackingFact, most: number): string => {
  const shown = values.slice(0, most).map(({ value, products }) => `${value} (${count(products)})`);
  const more = distinct - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${counted(more, 'other')}` : listed(shown);
};

/** `2 spellings of sleeveless (20): sleevless (2)`. */
export const spelt = ({ values }: SpellingGroup): string => {
  const [first, ...others] = values.map(({ value, products }) => `“${value}” (${count(products)})`);
  return `${count(values.length)} spellings of ${first}: ${listed(others)}`;
};
