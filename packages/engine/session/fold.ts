import { timeOfDayOf } from './context.ts';
import { evidenceOf } from './evidence.ts';
import {
  addedTo,
  copyOf,
  placeOf,
  reinforced,
  reinforcedAll,
  withLast,
  withLatest,
} from './interest-list.ts';
import { filterSent, nameSent } from './interest-names.ts';
import { asLastRead, isReading } from './search-readings.ts';
import { keywordsOf } from './search-signal.ts';
import { SIGNAL_KINDS } from './signals.ts';
import { interestName } from './text.ts';
import { afterNaming, afterSearch, type NamingKind } from './turning.ts';
import type {
  Behaviour,
  Context,
  DeviceClass,
  InterestKind,
  Keywords,
  NamedInterest,
  PriceRange,
  Profile,
  Signal,
  Touch,
  TouchedProduct,
} from './types.ts';

/** A visit ends after this much silence; ms. */
export const VISIT_GAP = 30 * 60_000;
/** What a profile holds at most, so that no session, however long, grows beyond some ten kilobytes. */
export const PROFILE_BOUNDS = {
  category: 32,
  brand: 32,
  attribute: 64,
  keyword: 64,
  negatedKeyword: 32,
  behaviours: 32,
  evidence: 64,
  products: 50,
  dismissed: 100,
} as const;

/**
 * Types under which the service logs what is not sent as a signal: a named behaviour, and the circumstances that a
 * request showed. They carry `data`, which no signal of a caller does, and so cannot be forged.
 */
export const BEHAVIOUR_SIGNAL = 'behavior';
export const CONTEXT_SIGNAL = 'context';

/** How strongly a signal speaks for what it names. An explicit filter says more than a look. */
const INTEREST_WEIGHTS = { category_view: 1, brand_view: 1, attribute_filter: 1.5, keyword: 1, phrase: 1 };

/** Signals that touch a product, with the kind of touch. */
export const TOUCHES: Readonly<Record<string, Touch>> = Object.assign(Object.create(null), {
  product_view: 'viewed',
  compare: 'compared',
  wishlist_add: 'wished',
  cart_add: 'carted',
  cart_remove: 'removed',
  purchase: 'bought',
  dismiss: 'dismissed',
} satisfies Record<string, Touch>);
/** Touches that take a product back out of those that the shopper does not want to see. */
const WANTED: ReadonlySet<Touch> = new Set<Touch>(['compared', 'wished', 'carted', 'bought']);

export function emptyProfile(openedAt: number): Profile {
  return {
    sequence: 0,
    step: 0,
    received: 0,
    openedAt,
    lastSeenAt: openedAt,
    visits: 1,
    interests: { category: [], brand: [], attribute: [], keyword: [], negatedKeyword: [] },
    products: [],
    dismissed: [],
    context: {},
    signalled: [],
    behaviours: [],
    evidence: [],
  };
}

/** A profile being folded. */
type Draft = { -readonly [K in keyof Profile]: Profile[K] };

/**
 * Whether the lists of a draft are its own, interests in them included, and change in place; else they are copied, so
 * that the profile it began with stays as it was. Touches and behaviours are never changed, so that two may share them.
 */
type Owned = boolean;

/** Adds to what the shopper is interested in; an empty name says nothing. */
function addInterest(
  draft: Draft,
  kind: InterestKind,
  name: string,
  amount: number,
  at: number,
  owned: Owned,
): void {
  if (name === '') return;
  const known = draft.interests[kind];
  setInterests(
    draft,
    kind,
    reinforced(known, name, amount, at, draft.step, PROFILE_BOUNDS[kind], owned),
    owned,
  );
}

/** The same for the words of a search. */
function addWords(
  draft: Draft,
  kind: InterestKind,
  stems: readonly string[],
  at: number,
  owned: Owned,
): void {
  const names = stems.includes('') ? stems.filter((stem) => stem !== '') : stems;
  if (names.length === 0) return;
  const known = draft.interests[kind];
  const { keyword } = INTEREST_WEIGHTS;
  setInterests(
    draft,
    kind,
    reinforcedAll(known, names, keyword, at, draft.step, PROFILE_BOUNDS[kind]),
    owned,
  );
}

function setInterests(draft: Draft, kind: InterestKind, list: readonly NamedInterest[], owned: Owned): void {
  if (draft.interests[kind] === list) return;
  const interests: { -readonly [K in InterestKind]: readonly NamedInterest[] } = owned
    ? draft.interests
    : { ...draft.interests };
  interests[kind] = list;
  draft.interests = interests;
}

/** Adds a kind of signal to what personas are read from. */
function addEvidence(draft: Draft, name: string, at: number, owned: Owned): void {
  draft.evidence = reinforced(draft.evidence, name, 1, at, draft.step, PROFILE_BOUNDS.evidence, owned);
}

/** Counts a behaviour that the shop has named. */
function countBehaviour(draft: Draft, name: string, at: number, owned: Owned): void {
  const place = placeOf(draft.behaviours, name);
  const known = place < 0 ? undefined : draft.behaviours[place];
  const count = (known?.count ?? 0) + 1;
  const latest: Behaviour = { ...addedTo(known, name, 1, at, draft.step), count };
  draft.behaviours = withLatest(draft.behaviours, place, latest, PROFILE_BOUNDS.behaviours, owned);
}

function addTouch(draft: Draft, id: string, kind: Touch, at: number, owned: Owned): void {
  const products = draft.products as TouchedProduct[];
  const latest: TouchedProduct = { id, touch: kind, at, step: draft.step };
  const full = products.length >= PROFILE_BOUNDS.products;
  const place = products.findLastIndex((known) => known.at <= at) + 1;
  // One that was buffered goes where it happened: the shopper looks at what came after it.
  if (place < products.length)
    draft.products = products.toSpliced(place, 0, latest).slice(-PROFILE_BOUNDS.products);
  // Room for some more costs less than a copy at each touch.
  else if (owned && !full) products.push(latest);
  else draft.products = withLast(products, full ? 0 : -1, latest, owned);
  if (kind === 'dismissed') {
    draft.dismissed = [...draft.dismissed.filter((other) => other !== id), id].slice(
      -PROFILE_BOUNDS.dismissed,
    );
  } else if (WANTED.has(kind) && draft.dismissed.includes(id)) {
    draft.dismissed = draft.dismissed.filter((other) => other !== id);
  }
}

/** Time spent with a product is told of its latest touch, whose place in the order it does not change. */
function addDwell(draft: Draft, id: string, seconds: number, at: number, owned: Owned): void {
  const find = (): number => draft.products.findLastIndex((product) => product.id === id);
  let latest = find();
  if (latest < 0) {
    addTouch(draft, id, 'viewed', at, owned);
    latest = find();
  }
  // It may have come so late that it is older than all that is kept.
  if (latest < 0) return;
  const product = draft.products[latest];
  const dwellSeconds = (product.dwellSeconds ?? 0) + seconds;
  draft.products = draft.products.with(latest, { ...product, dwellSeconds });
}

/** The filter that was set last holds, not the one that came last. */
function setPriceFilter(draft: Draft, range: PriceRange, at: number): void {
  if (draft.priceFilter === undefined || draft.priceFilter.at <= at) {
    draft.priceFilter = { ...range, at, step: draft.step };
  }
}

function addSearch(draft: Draft, read: Keywords, at: number, owned: Owned): void {
  addWords(draft, 'keyword', read.stems, at, owned);
  addWords(draft, 'negatedKeyword', read.negated, at, owned);
  for (const { attribute, value, role } of read.matched) {
    const name = interestName(role === undefined ? `${attribute}=${value}` : value);
    addInterest(draft, role ?? 'attribute', name, INTEREST_WEIGHTS.phrase, at, owned);
  }
  draft.interests = afterSearch(draft.interests, read, at);
  if ((draft.language ?? 'eng') !== (read.language ?? 'eng')) draft.language = read.language ?? 'eng';
  if (read.priceRange !== undefined) setPriceFilter(draft, read.priceRange, at);
  if (read.withoutCatalogue === true) draft.unread = (draft.unread ?? 0) + 1;
}

/** Interest in a value that is asked for by its name, and so is not turned away any more. */
function addAsked(
  draft: Draft,
  kind: NamingKind,
  name: string,
  amount: number,
  at: number,
  owned: Owned,
): void {
  const { negatedKeyword } = draft.interests;
  setInterests(draft, 'negatedKeyword', afterNaming(negatedKeyword, kind, name, at, draft.language), owned);
  addInterest(draft, kind, name, amount, at, owned);
}

function setContext(draft: Draft, part: Partial<Context>, signalled: boolean): void {
  const told = (Object.keys(part) as (keyof Context)[]).filter(
    (key) => signalled || !draft.signalled.includes(key),
  );
  draft.context = { ...draft.context, ...Object.fromEntries(told.map((key) => [key, part[key]])) };
  if (signalled) draft.signalled = [...new Set([...draft.signalled, ...told])];
}

/** Signals that tell of circumstances: no step of the shopper's. */
function foldAutomatic(draft: Draft, { type, value }: Signal): void {
  if (value === undefined) return;
  if (type === 'device') setContext(draft, { device: value as DeviceClass }, true);
  else if (type === 'referrer') setContext(draft, { referrer: value }, true);
  else setContext(draft, { timeOfDay: timeOfDayOf(Number(value.slice(0, 2))) }, true);
}

function foldShopper(draft: Draft, signal: Signal, owned: Owned): void {
  const { type, at } = signal;
  const value = signal.value ?? '';
  const read = type === 'search' ? keywordsOf(signal) : undefined;
  const more = evidenceOf(draft, signal, read?.stems, read?.language);
  draft.step++;
  if (at > draft.lastSeenAt + VISIT_GAP) draft.visits++;
  addEvidence(draft, type, at, owned);
  for (const name of more) addEvidence(draft, name, at, owned);
  switch (type) {
    case 'category_view':
      addAsked(draft, 'category', nameSent(value), INTEREST_WEIGHTS.category_view, at, owned);
      break;
    case 'brand_view':
      addAsked(draft, 'brand', nameSent(value), INTEREST_WEIGHTS.brand_view, at, owned);
      break;
    case 'attribute_filter':
      addAsked(draft, 'attribute', filterSent(value).name, INTEREST_WEIGHTS.attribute_filter, at, owned);
      break;
    case 'search':
      addSearch(draft, read!, at, owned);
      break;
    case 'price_filter': {
      const [min, max] = value.split('-').map(Number);
      setPriceFilter(draft, { min: min!, max: max! }, at);
      break;
    }
    case 'dwell': {
      const colon = value.lastIndexOf(':');
      addDwell(draft, value.slice(0, colon), Number(value.slice(colon + 1)), at, owned);
      break;
    }
    case BEHAVIOUR_SIGNAL:
      countBehaviour(draft, value.normalize('NFC'), at, owned);
      break;
    default: {
      const kind = TOUCHES[type];
      if (kind !== undefined) addTouch(draft, value, kind, at, owned);
    }
  }
}

function foldInto(draft: Draft, signal: Signal, owned: Owned): void {
  draft.sequence++;
  // It changes signals before it, which a fold that goes on cannot: see `asLastRead`.
  if (isReading(signal)) return;
  const internal = signal.data !== undefined;
  if (signal.type === CONTEXT_SIGNAL && internal) {
    if (signal.at > draft.lastSeenAt + VISIT_GAP) draft.visits++;
    setContext(draft, JSON.parse(signal.data!) as Partial<Context>, false);
  } else {
    draft.received++;
    const kind = SIGNAL_KINDS[signal.type];
    if (kind?.automatic) foldAutomatic(draft, signal);
    else if (kind !== undefined || (signal.type === BEHAVIOUR_SIGNAL && internal))
      foldShopper(draft, signal, owned);
  }
  draft.lastSeenAt = Math.max(draft.lastSeenAt, signal.at);
}

/** The profile after one more signal. Pure: `profile` stays as it was. */
export function fold(profile: Profile, signal: Signal): Profile {
  return foldAll(profile, [signal]);
}

/** The profile after some more signals, in order. */
export function foldAll(profile: Profile, signals: Iterable<Signal>): Profile {
  const draft: Draft = { ...profile };
  for (const signal of signals) foldInto(draft, signal, false);
  return draft;
}

/**
 * Folds some more signals into a profile itself, which is then what `foldAll` makes of it. Only for who has it, and its
 * lists, to himself: `ownCopy` makes such a one. A session that goes on for long then leaves next to nothing behind
 * with each signal.
 */
export function foldOnto(profile: Profile, signals: Iterable<Signal>): void {
  for (const signal of signals) foldInto(profile, signal, true);
}

/** A copy that shares nothing with the profile that folding onto it changes. */
export function ownCopy(profile: Profile): Profile {
  const { category, brand, attribute, keyword, negatedKeyword } = profile.interests;
  return {
    ...profile,
    interests: {
      category: category.map(copyOf),
      brand: brand.map(copyOf),
      attribute: attribute.map(copyOf),
      keyword: keyword.map(copyOf),
      negatedKeyword: negatedKeyword.map(copyOf),
    },
    products: profile.products.slice(),
    dismissed: profile.dismissed.slice(),
    behaviours: profile.behaviours.slice(),
    evidence: profile.evidence.map(copyOf),
  };
}

/** The profile of a log, from its first signal on, each search as it was read last; `undefined` for an empty one. */
export function replay(signals: readonly Signal[]): Profile | undefined {
  return signals.length === 0 ? undefined : foldAll(emptyProfile(signals[0].at), asLastRead(signals));
}
