import { isDenied } from '../../catalogue/columns/type-inference.ts';
import { numberIn } from '../../catalogue/numbers/lone-number.ts';
import type { Value } from '../../catalogue/types.ts';
import { interestName } from '../../session/text.ts';

/** A price of more than 0; NaN otherwise. Free things are not near in log price to anything. */
export function priceOf(value: Value): number {
  const price = value.number ?? numberIn(value.label);
  return price > 0 ? price : Number.NaN;
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
