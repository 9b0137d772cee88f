import { DEFAULT_LANGUAGE } from '../../languages/index.ts';
import type { Language } from '../../languages/language-pack.ts';
import { type IntentWord, intentWordsIn } from '../../languages/words/intents.ts';
import { placeOf } from '../profile/interest-list.ts';
import { filterSent, nameSent, remembering } from '../profile/interest-names.ts';
import { interestName } from '../text/names.ts';
import { stem } from '../text/stemming.ts';
import { foldText } from '../text/tokens.ts';
import type { FoldedProfile, ProductInteraction, Profile } from '../types.ts';
import type { SignalEvidence } from './signal-type.ts';

/** Seconds with one product after which a shopper is reading rather than looking; set by hand. */
const LONG_DWELL = 30;
/** A cart or a purchase within this many signals of the first look is a quick decision; set by hand. */
const QUICK_STEPS = 3;

/** Kinds of searches, and what words say them; a stem that tells two of them tells the later one. */
const SAID_BY = {
  sale: ['cheap', 'cheapest', 'sale'],
  premium: ['premium'],
  gift: ['gift', 'occasion'],
  research: ['research'],
} as const satisfies Readonly<Record<string, readonly IntentWord[]>>;
type SearchKind = keyof typeof SAID_BY;
const KINDS = Object.keys(SAID_BY) as SearchKind[];
const WORDS = KINDS.map(
  (kind) =>
    [
      kind,
      // Idioms have a stem of their own: "pas-cher".
      intentWordsIn(...SAID_BY[kind]).map((phrase) => foldText(phrase).replaceAll(' ', '-')),
    ] as const,
);
const kindsByLanguage = new Map<Language, ReadonlyMap<string, SearchKind>>();

/** The kind of search that a stem tells, in a language. */
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

/** Names of attributes that tell of reduced prices. */
const SALE_ATTRIBUTE = /^(on[ _-]?)?(sale|discount(ed)?|reduced|offer|deal|clearance|promo(tion)?)$/;

const NONE: readonly string[] = [];

/** Evidence of one kind, or none. */
const whether = <Before = FoldedProfile>(
  kind: string,
  holds: (...args: Parameters<SignalEvidence<Before>['of']>) => boolean,
): SignalEvidence<Before> => {
  const kinds = [kind];
  return { kinds, of: (...args) => (holds(...args) ? kinds : NONE) };
};

const interactionWith = (
  products: readonly ProductInteraction[],
  id: string,
): ProductInteraction | undefined => {
  for (let place = 0; place < products.length; place++) if (products[place].id === id) return products[place];
  return undefined;
};

/** The price is limited from above only. */
export const cappedPrice = whether('price_filter:capped', (_, { value = '' }) => {
  const [min = 0, max = 0] = value.split('-').map(Number);
  return min === 0 && max > 0;
});

export const saleFilter = whether('attribute_filter:sale', (_, { value = '' }) => {
  const { attribute, isNot } = filterSent(value);
  return !isNot && SALE_ATTRIBUTE.test(attribute);
});

export const anotherCategory = whether<Profile>(
  'category_view:another',
  ({ interests: { category } }, { value = '' }) =>
    category.length > 0 && placeOf(category, nameSent(value)) < 0,
);

const ANOTHER_BRAND = ['brand_view:another'];
const SAME_BRAND = ['brand_view:again'];
export const anotherOrSameBrand: SignalEvidence<Profile> = {
  kinds: [...ANOTHER_BRAND, ...SAME_BRAND],
  of({ interests: { brand } }, { value = '' }) {
    if (brand.length === 0) return NONE;
    return placeOf(brand, nameSent(value)) < 0 ? ANOTHER_BRAND : SAME_BRAND;
  },
};

export const sameProduct = whether(
  'product_view:again',
  ({ products }, { value = '' }) => interactionWith(products, value) !== undefined,
);

export const longDwell = whether(
  'dwell:long',
  (_, { value = '' }) => Number(value.slice(value.lastIndexOf(':') + 1)) >= LONG_DWELL,
);

/** The decision followed soon after the first interaction with the product, or was the first. */
export const quickDecision = (type: string): SignalEvidence =>
  whether(`${type}:quick`, ({ products, step }, { value = '' }) => {
    const first = interactionWith(products, value);
    return first === undefined || step + 1 - first.step <= QUICK_STEPS;
  });

/** The words of a search tell what kind of shopper asks. */
export const searchKinds: SignalEvidence<Profile> = {
  kinds: KINDS.map((kind) => `search:${kind}`),
  of(_, { value = '' }, readSearch) {
    const { stems, asks = NONE, language = DEFAULT_LANGUAGE } = readSearch(value);
    const kindOf = kindsOfWords(language);
    let found: Set<SearchKind> | undefined;
    for (const stem of [...asks, ...stems]) {
      const kind = kindOf.get(stem);
      if (kind !== undefined) found = (found ?? new Set()).add(kind);
    }
    return found === undefined
      ? NONE
      : KINDS.filter((kind) => found.has(kind)).map((kind) => `search:${kind}`);
  },
};

const sortedBy = remembering((order) => [`sort:${interestName(order)}`]);

/** The order itself: a shop may have any, so that its kinds are not listed. */
export const order: SignalEvidence = { kinds: [], of: (_, { value = '' }) => sortedBy(value) };
