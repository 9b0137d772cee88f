import { withPlainDigits } from '../catalogue/numbers.ts';
import { isDenied } from '../catalogue/readings.ts';
import type { Value } from '../catalogue/types.ts';
import { interestName } from '../session/text/names.ts';

/** A price of more than 0; NaN otherwise. Free things are not near in log price to anything. */
export function priceOf(value: Value): number {
  const price = value.number ?? numberIn(value.label);
  return price > 0 ? price : Number.NaN;
}

/** A number as people write it; a hyphen behind a letter or a digit is no sign. */
const NUMBER = /((?<![\p{L}\p{N}])[-\u2212]\s?\p{Sc}?\s?)?(\d[\d.,'\u00a0\u202f ]*)/u;

/** The first number in a text, as in "£1,299.50", "1.299,50 €" or "19.9900"; NaN without one. */
export function numberIn(text: string): number {
  const match = NUMBER.exec(withPlainDigits(text));
  if (match === null) return Number.NaN;
  const digits = match[2].replace(/[^\d.,]/g, '').replace(/[.,]$/, '');
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const [whole, fraction] = isDecimal(digits, last)
    ? [digits.slice(0, last), digits.slice(last + 1)]
    : [digits, ''];
  const number = Number(`${whole.replace(/[.,]/g, '')}.${fraction}`);
  return match[1] === undefined ? number : -number;
}

/** Whether the last separator begins the fraction: three digits behind it are thousands where they can be. */
function isDecimal(digits: string, last: number): boolean {
  if (last < 0) return false;
  if (digits.length - last - 1 !== 3) return true;
  const others = digits.slice(0, last);
  if (others.includes(digits[last])) return false;
  return /[.,]/.test(others) || others.length > 3 || others.startsWith('0');
}

/** What shops and their software write beside a plain no, in the languages in which columns of stock are recognised. */
const UNAVAILABLE = new Set([
  'out of stock',
  'outofstock',
  'out-of-stock',
  'out_of_stock',
  'sold out',
  'soldout',
  'unavailable',
  'not available',
  'discontinued',
  'inactive',
  'draft',
  'archived',
  'ausverkauft',
  'vergriffen',
  'nicht verfügbar',
  'nicht lieferbar',
  'nicht vorrätig',
  'nicht auf lager',
  'épuisé',
  'indisponible',
  'non disponible',
  'rupture de stock',
  'en rupture de stock',
  'agotado',
  'no disponible',
  'sin stock',
  'esaurito',
  'non disponibile',
  'uitverkocht',
  'niet beschikbaar',
  'niet leverbaar',
  'niet op voorraad',
  'esgotado',
  'indisponível',
  'niedostępny',
  'niedostępne',
  'wyprzedane',
  'brak',
  'slut',
  'slutsåld',
  'slut i lager',
  'ej i lager',
  'udsolgt',
  'utsolgt',
  'ikke på lager',
  'tükendi',
  'stokta yok',
  'нет в наличии',
  'распродано',
  'غير متوفر',
  'نفدت الكمية',
  '품절',
  '재고 없음',
  '売り切れ',
  '品切れ',
  '在庫切れ',
  '在庫なし',
  '缺货',
  '缺貨',
  '无货',
  '無貨',
  '售罄',
]);

/** Whether a product can be bought, by what an export says of it, or of each of its variants: one of them is enough. */
export const canBeBought = (texts: readonly string[]): boolean =>
  texts.length === 0 || texts.some(availabilityOf);

/** All but a plain no, or no stock, says that a product can be bought. */
function availabilityOf(text: string): boolean {
  const folded = interestName(text);
  if (UNAVAILABLE.has(folded) || isDenied(folded)) return false;
  return !(/^-?\d+([.,]\d+)?$/.test(folded) && Number(folded.replace(',', '.')) <= 0);
}
