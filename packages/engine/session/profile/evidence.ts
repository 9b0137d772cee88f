import { wordsIn } from '../../languages/index.ts';
import type { Language, SearchKind } from '../../languages/language-pack.ts';
import { SIGNAL_KINDS } from '../signals/parse-signals.ts';
import { interestName } from '../text/names.ts';
import { stem } from '../text/stemming.ts';
import type { Profile, Signal, TouchedProduct } from '../types.ts';
import { placeOf } from './interest-list.ts';
import { filterSent, nameSent, remembering } from './interest-names.ts';

/** Seconds with one product after which a shopper is reading rather than looking. */
const LONG_DWELL = 30;
/** A cart within this many signals of the first look is a quick decision. */
const QUICK_STEPS = 3;

/** What the words of a search tell of the shopper, strongest last where a stem tells two. */
const KINDS = ['sale', 'premium', 'gift', 'research'] as const satisfies readonly SearchKind[];
const WORDS = KINDS.map((kind) => [kind, wordsIn(({ searches }) => searches?.[kind])] as const);
const kindsByLanguage = new Map<Language, ReadonlyMap<string, SearchKind>>();

/** By the stem of a word, as a language has it, the kind of search that it tells. */
function kindsOfWords(language: Language): ReadonlyMap<string, SearchKind> {
  let kinds = kindsByLanguage.get(language);
  if (kinds === undefined) {
    kinds = new Map(
      WORDS.flatMap(([kind, words]) =>
        words.map((word): [string, SearchKind] => [stem(word, language), kind]),
      ),
    );
    kindsByLanguage.set(language, kinds);
  }
  return kinds;
}
const SALE_ATTRIBUTE = /^(on[ _-]?)?(sale|discount(ed)?|reduced|offer|deal|clearance|promo(tion)?)$/;

/**
 * Every kind of evidence that a profile keeps: the types of shoppers' signals, and what {@link evidenceOf} tells beyond
 * them. Orders are left out, of which there is one for each that a shop has (`sort:newest`).
 */
export const EVIDENCE_KINDS: readonly string[] = [
  ...Object.keys(SIGNAL_KINDS).filter((type) => SIGNAL_KINDS[type].automatic !== true),
  'price_filter:capped',
  'attribute_filter:sale',
  ...KINDS.map((kind) => `search:${kind}`),
  'category_view:another',
  'brand_view:another',
  'brand_view:again',
  'product_view:again',
  'dwell:long',
  'cart_add:quick',
  'purchase:quick',
];

const NOTHING: readonly string[] = [];
const CAPPED = ['price_filter:capped'];
const ON_SALE = ['attribute_filter:sale'];
const OTHER_CATEGORY = ['category_view:another'];
const OTHER_BRAND = ['brand_view:another'];
const SAME_BRAND = ['brand_view:again'];
const SAME_PRODUCT = ['product_view:again'];
const LONG = ['dwell:long'];
const QUICK = { cart_add: ['cart_add:quick'], purchase: ['purchase:quick'] };

const sortedBy = remembering((order) => [`sort:${interestName(order)}`]);

/** The first touch of a product that is known. */
function firstOf(products: readonly TouchedProduct[], id: string): TouchedProduct | undefined {
  for (let place = 0; place < products.length; place++) if (products[place].id === id) return products[place];
  return undefined;
}

/**
 * What a signal shows of the way somebody shops, beyond its own type, given what was known before it: kinds of evidence
 * that are kept for personas to read. `stems` are those of a search, in a language.
 */
export function evidenceOf(
  before: Profile,
  { type, value = '' }: Signal,
  stems: readonly string[] = NOTHING,
  language: Language = 'eng',
): readonly string[] {
  const { interests, products } = before;
  switch (type) {
    case 'sort':
      return sortedBy(value);
    case 'price_filter': {
      const [min = 0, max = 0] = value.split('-').map(Number);
      return min === 0 && max > 0 ? CAPPED : NOTHING;
    }
    case 'attribute_filter':
      return SALE_ATTRIBUTE.test(filterSent(value).attribute) ? ON_SALE : NOTHING;
    case 'search': {
      const kinds: SearchKind[] = [];
      const kindOf = kindsOfWords(language);
      for (const stem of stems) {
        const kind = kindOf.get(stem);
        if (kind !== undefined) kinds.push(kind);
      }
      if (kinds.length === 0) return NOTHING;
      return KINDS.filter((kind) => kinds.includes(kind)).map((kind) => `search:${kind}`);
    }
    case 'category_view':
      return interests.category.length === 0 || placeOf(interests.category, nameSent(value)) >= 0
        ? NOTHING
        : OTHER_CATEGORY;
    case 'brand_view':
      if (interests.brand.length === 0) return NOTHING;
      return placeOf(interests.brand, nameSent(value)) < 0 ? OTHER_BRAND : SAME_BRAND;
    case 'product_view':
      return firstOf(products, value) === undefined ? NOTHING : SAME_PRODUCT;
    case 'dwell':
      return Number(value.slice(value.lastIndexOf(':') + 1)) >= LONG_DWELL ? LONG : NOTHING;
    case 'cart_add':
    case 'purchase': {
      const first = firstOf(products, value);
      return first === undefined || before.step + 1 - first.step <= QUICK_STEPS ? QUICK[type] : NOTHING;
    }
    default:
      return NOTHING;
  }
}
