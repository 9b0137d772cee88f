import type { AuditResult } from '@decidable/engine/audit';
import { count, counted, listed } from '../wording.ts';

export type Finding = NonNullable<AuditResult['findings']>[number];

/** What stands above findings, wherever they are told. */
export const FINDINGS = 'What marketplaces object to';

/** What findings are, in one sentence. */
export const WHAT_FINDINGS_ARE = 'What Google, Meta and Amazon ask of a product. No grade depends on it.';

/** What a severity means. */
export const severities: Readonly<Record<Finding['severity'], string>> = {
  error: 'refused',
  warning: 'refused, or shown less',
  notice: 'advised',
};

/** `12 of 300 products, in gtin`; `300 products: the export has no column for it`. */
export function affectedBy({ products, column }: Finding, all: number): string {
  const affected = products === all ? `all ${counted(all, 'product')}` : undefined;
  // Products that are not judged, as the shop does not offer them, lack the column, too.
  if (column === undefined)
    return `${affected ?? counted(products, 'product')}: the export has no column for it`;
  return `${affected ?? `${count(products)} of ${counted(all, 'product')}`}, in ${column}`;
}

/** `“4006381333932” (A17)`; of what is missing, the product alone. */
export function exampleInWords({ id, title, value }: Finding['examples'][number]): string {
  if (value === undefined) return title === undefined ? id : `${title} (${id})`;
  return value === id ? `“${value}”` : `“${value}” (${id})`;
}

/** Some examples, and how many more products there are; undefined where none is told. */
export function examplesInWords({ examples, products }: Finding, most: number): string | undefined {
  const shown = examples.slice(0, most).map(exampleInWords);
  if (shown.length === 0) return undefined;
  const more = products - shown.length;
  // Titles may hold commas.
  return more > 0 ? `${shown.join('; ')}; and ${count(more)} more` : shown.join('; ');
}

/** `Google and Amazon`. */
export const askedBy = ({ pages }: Finding): string =>
  listed([...new Set(pages.map(({ marketplace }) => marketplace))]);
