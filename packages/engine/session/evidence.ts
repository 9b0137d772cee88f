import { placeOf } from './interest-list.ts';
import { interestName, stem } from './text.ts';
import type { Profile, Signal } from './types.ts';

/** Seconds with one product after which a shopper is reading rather than looking. */
const LONG_DWELL = 30;
/** A cart within this many signals of the first look is a quick decision. */
const QUICK_STEPS = 3;

/** Words of a search that tell what kind of shopper asks, folded, in several languages; their inflections are stemmed. */
const WORDS = {
  sale: 'sale deal discount cheap clearance bargain outlet offer budget affordable gunstig gunstige billig rabatt angebot schnappchen pas-cher soldes promo promotion barato barata oferta rebaja descuento sconto sconti offerta offerte korting aanbieding aanbiedingen goedkoop',
  premium:
    'premium luxury luxurious luxuries design designer exclusive professional pro deluxe handmade best hochwertig hochwertige luxus edel luxe lujo lusso',
  gift: 'gift present birthday christmas anniversary valentine wedding geschenk geschenke geschenkidee geburtstag weihnachten cadeau cadeaux noel anniversaire regalo regali cumpleanos navidad compleanno natal natale presente',
  research:
    'review compare comparison vs versus spec specification specific guide test rate vergleich bewertung bewertungen avis comparatif opinion opiniones resena recensione recensioni recension',
};
const KINDS = Object.keys(WORDS);
const KIND_OF_WORD = new Map(
  Object.entries(WORDS).flatMap(([kind, words]) => words.split(' ').map((word) => [stem(word), kind])),
);
const SALE_ATTRIBUTE = /^(on[ _-]?)?(sale|discount(ed)?|reduced|offer|deal|clearance|promo(tion)?)$/;

const NOTHING: readonly string[] = [];

/**
 * What a signal shows of the way somebody shops, beyond its own type, given what was known before it: kinds of evidence
 * that are kept for personas to read. `stems` are those of a search.
 */
export function evidenceOf(
  before: Profile,
  { type, value = '' }: Signal,
  stems: readonly string[] = NOTHING,
): readonly string[] {
  const { interests, products } = before;
  switch (type) {
    case 'sort':
      return [`sort:${interestName(value)}`];
    case 'price_filter': {
      const [min = 0, max = 0] = value.split('-').map(Number);
      return min === 0 && max > 0 ? ['price_filter:capped'] : NOTHING;
    }
    case 'attribute_filter': {
      const attribute = interestName(value.slice(0, value.indexOf('=')));
      return SALE_ATTRIBUTE.test(attribute) ? ['attribute_filter:sale'] : NOTHING;
    }
    case 'search': {
      const kinds = new Set(stems.map((stem) => KIND_OF_WORD.get(stem)));
      return KINDS.filter((kind) => kinds.has(kind)).map((kind) => `search:${kind}`);
    }
    case 'category_view':
      return interests.category.length === 0 || placeOf(interests.category, interestName(value)) >= 0
        ? NOTHING
        : ['category_view:another'];
    case 'brand_view':
      if (interests.brand.length === 0) return NOTHING;
      return [placeOf(interests.brand, interestName(value)) < 0 ? 'brand_view:another' : 'brand_view:again'];
    case 'product_view':
      return products.some(({ id }) => id === value) ? ['product_view:again'] : NOTHING;
    case 'dwell':
      return Number(value.slice(value.lastIndexOf(':') + 1)) >= LONG_DWELL ? ['dwell:long'] : NOTHING;
    case 'cart_add':
    case 'purchase': {
      const first = products.find(({ id }) => id === value);
      return first === undefined || before.step + 1 - first.step <= QUICK_STEPS ? [`${type}:quick`] : NOTHING;
    }
    default:
      return NOTHING;
  }
}
