import { interestName, stem } from './text.ts';
import type { Profile, Signal } from './types.ts';

/** A kind of evidence that a signal leaves for personas to read, and how much of it. */
export interface Evidence {
  readonly name: string;
  readonly amount: number;
}

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
const KIND_OF_WORD = new Map(
  Object.entries(WORDS).flatMap(([kind, words]) => words.split(' ').map((word) => [stem(word), kind])),
);
const SALE_ATTRIBUTE = /^(on[ _-]?)?(sale|discount(ed)?|reduced|offer|deal|clearance|promo(tion)?)$/;

/** What one signal shows of the way somebody shops, given what was known before it; `stems` are those of a search. */
export function evidenceOf(
  before: Profile,
  { type, value = '' }: Signal,
  stems: readonly string[] = [],
): Evidence[] {
  const found: Evidence[] = [{ name: type, amount: 1 }];
  const add = (name: string, amount = 1): void => {
    found.push({ name, amount });
  };
  switch (type) {
    case 'sort':
      add(`sort:${interestName(value)}`);
      break;
    case 'price_filter': {
      const [min = 0, max = 0] = value.split('-').map(Number);
      if (min === 0 && max > 0) add('price_filter:capped');
      break;
    }
    case 'attribute_filter':
      if (SALE_ATTRIBUTE.test(interestName(value.slice(0, value.indexOf('='))))) add('attribute_filter:sale');
      break;
    case 'search': {
      const kinds = new Set(stems.map((stem) => KIND_OF_WORD.get(stem)));
      for (const kind of Object.keys(WORDS)) if (kinds.has(kind)) add(`search:${kind}`);
      break;
    }
    case 'category_view':
      if (!before.interests.category.some((known) => known.name === interestName(value))) {
        if (before.interests.category.length > 0) add('category_view:another');
      }
      break;
    case 'brand_view':
      if (before.interests.brand.some((known) => known.name === interestName(value))) {
        add('brand_view:again');
      } else if (before.interests.brand.length > 0) add('brand_view:another');
      break;
    case 'product_view':
      if (before.products.some((product) => product.id === value)) add('product_view:again');
      break;
    case 'dwell':
      if (Number(value.slice(value.lastIndexOf(':') + 1)) >= LONG_DWELL) add('dwell:long');
      break;
    case 'cart_add':
    case 'purchase': {
      const first = before.products.find((product) => product.id === value);
      if (first === undefined || before.step + 1 - first.step <= QUICK_STEPS) add(`${type}:quick`);
      break;
    }
  }
  return found;
}
