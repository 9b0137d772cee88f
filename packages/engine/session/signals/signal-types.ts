import { addDwell, addNamed, addSearch, addUnwanted, setContext, setPriceFilter } from '../profile/draft.ts';
import { filterSent, nameSent } from '../profile/interest-names.ts';
import type { DeviceClass } from '../types.ts';
import { referrerSaid, timeOfDayOf } from './context.ts';
import {
  anotherCategory,
  anotherOrSameBrand,
  cappedPrice,
  longDwell,
  order,
  quickDecision,
  saleFilter,
  sameProduct,
  searchKinds,
} from './evidence.ts';
import type { SignalType, SignalTypes } from './signal-type.ts';
import {
  attributeFilter,
  device,
  dwell,
  names,
  priceFilter,
  priceRangeSent,
  productId,
  referrer,
  timeOfDay,
} from './value-grammar.ts';

/** Strength of an interest that a signal states, in words of a search; set by hand: a filter says more than a look. */
const VIEW = 1;
const FILTER = 1.5;

const viewed = (value: string) => ({ name: nameSent(value), isNot: false });

/**
 * The types of signals that are understood. A new one is an entry here; signals of other types are kept in the log,
 * carry no weight, and are named in the answer.
 */
export const SIGNAL_TYPES: SignalTypes = Object.assign(Object.create(null), {
  category_view: {
    grammar: names('a category handle such as "boots"'),
    states: {
      evidence: anotherCategory,
      names: viewed,
      read: (draft, value, at) => addNamed(draft, 'category', nameSent(value), VIEW, at),
    },
  },
  product_view: { grammar: productId, interaction: 'viewed', evidence: sameProduct },
  brand_view: {
    grammar: names('a brand'),
    states: {
      evidence: anotherOrSameBrand,
      names: viewed,
      read: (draft, value, at) => addNamed(draft, 'brand', nameSent(value), VIEW, at),
    },
  },
  search: {
    grammar: names('what the shopper searched for'),
    states: { evidence: searchKinds, read: addSearch },
  },
  price_filter: {
    grammar: priceFilter,
    states: {
      evidence: cappedPrice,
      read: (draft, value, at) => setPriceFilter(draft, priceRangeSent(value)!, at),
    },
  },
  attribute_filter: {
    grammar: attributeFilter,
    states: {
      evidence: saleFilter,
      names: filterSent,
      read(draft, value, at) {
        const { name, isNot } = filterSent(value);
        if (isNot) addUnwanted(draft, name, at);
        else addNamed(draft, 'attribute', name, FILTER, at);
      },
    },
  },
  sort: { grammar: names('an order such as "price_asc"'), states: { evidence: order } },
  compare: { grammar: productId, interaction: 'compared' },
  wishlist_add: { grammar: productId, interaction: 'wished' },
  cart_add: { grammar: productId, interaction: 'carted', evidence: quickDecision('cart_add') },
  cart_remove: { grammar: productId, interaction: 'removed' },
  purchase: { grammar: productId, interaction: 'bought', evidence: quickDecision('purchase') },
  dwell: {
    grammar: dwell,
    evidence: longDwell,
    fold(draft, value, at, owned) {
      const colon = value.lastIndexOf(':');
      addDwell(draft, value.slice(0, colon), Number(value.slice(colon + 1)), at, owned);
    },
  },
  dismiss: { grammar: productId, interaction: 'dismissed' },
  device: {
    grammar: device,
    automatic: true,
    fold: (draft, value) => setContext(draft, { device: value as DeviceClass }, true),
  },
  referrer: {
    grammar: referrer,
    automatic: true,
    fold: (draft, value) => setContext(draft, { referrer: referrerSaid(value) }, true),
  },
  time_of_day: {
    grammar: timeOfDay,
    automatic: true,
    fold: (draft, value) => setContext(draft, { timeOfDay: timeOfDayOf(Number(value.slice(0, 2))) }, true),
  },
} satisfies Record<string, SignalType>);

/**
 * Every kind of evidence that a profile keeps: the types of shoppers' signals, and what they show beyond their type.
 * Orders are left out, of which a shop may have any (`sort:newest`).
 */
export const evidenceKindsOf = (types: SignalTypes): readonly string[] => {
  const shoppers = Object.entries(types).filter(([, { automatic }]) => automatic !== true);
  return [
    ...shoppers.map(([type]) => type),
    ...shoppers.flatMap(([, { states, evidence = states?.evidence }]) => evidence?.kinds ?? []),
  ];
};
export const EVIDENCE_KINDS = evidenceKindsOf(SIGNAL_TYPES);
