import type { AuditResult } from '@decidable/engine/audit';
import { productsLeft } from '../plain-words.ts';
import { count, counted, listed } from '../wording.ts';

type KnownShelf = NonNullable<AuditResult['knownShelves']>['values'][number];

/** The shelves of which there is something to say: what they lack, or what a marketplace asks of them. */
export const tellingShelves = ({ knownShelves }: AuditResult): readonly KnownShelf[] =>
  (knownShelves?.values ?? []).filter(
    ({ lacks, marketplaces }) => lacks.length > 0 || marketplaces.length > 0,
  );

/** What the section is called, and what its figures are. */
export const SHELF_HEADING = 'What such shelves usually have';
export const SHELF_NOTE = 'Expected, not measured: how such shelves usually are, from what is known of them.';

/** `no column for size, material (only in title) and gender`; a fact that a column of texts says is named with it. */
export function lacksInWords({ lacks, within }: KnownShelf, most = 8): string {
  const names = lacks.map(({ name, saidIn }) =>
    saidIn === undefined ? name : `${name} (only in ${saidIn})`,
  );
  return `${within === undefined ? '' : 'also '}no column for ${listed(names, most)}`;
}

/** The same as a sentence by itself; undefined where nothing is lacking. */
export function lacksSentence(shelf: KnownShelf): string | undefined {
  if (shelf.lacks.length === 0) return undefined;
  const words = lacksInWords(shelf);
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
}

/**
 * `Shoppers who ask for size, gender and colour are left with all 271; recorded, with about 9 (3 to 27), as such shelves
 * usually go.`
 */
export function expectedInWords({ expected, products }: KnownShelf): string | undefined {
  if (expected === undefined) return undefined;
  const { asked, left, low, high } = expected;
  const [least, most] = [productsLeft(low), productsLeft(high)];
  const range = least === most ? '' : ` (${least} to ${most})`;
  return (
    `Shoppers who ask for ${listed(asked)} are left with all ${count(products)}; recorded, with about ` +
    `${productsLeft(left)}${range}, as such shelves usually go.`
  );
}

/** `Google Merchant Center requires gender and age group, and recommends gtin; no column holds them.` */
export function marketplacesInWords({ marketplaces }: KnownShelf): string[] {
  return marketplaces.map(({ marketplace, required, recommended }) => {
    const asks = [
      required.length === 0 ? '' : `requires ${listed(required, required.length)}`,
      recommended.length === 0 ? '' : `recommends ${listed(recommended, recommended.length)}`,
    ].filter((part) => part !== '');
    const several = required.length + recommended.length > 1;
    return `${marketplace} ${asks.join(', and ')}; no column holds ${several ? 'them' : 'it'}.`;
  });
}

/** `shoes, 271 products`; a part of them `boots, 68 of the 271 products of shoes`. */
export function shelfInWords({ name, products, within }: KnownShelf, { knownShelves }: AuditResult): string {
  const whole = knownShelves?.values.find(({ shelf }) => shelf === within);
  return whole === undefined
    ? `${name}, ${counted(products, 'product')}`
    : `${name}, ${count(products)} of the ${counted(whole.products, 'product')} of ${whole.name}`;
}
