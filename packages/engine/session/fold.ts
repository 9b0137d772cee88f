import { timeOfDayOf } from './context.ts';
import { reinforce, strength } from './decay.ts';
import { evidenceOf } from './evidence.ts';
import { extractKeywords } from './keywords.ts';
import { SIGNAL_KINDS } from './signals.ts';
import { interestName } from './text.ts';
import type {
  Behaviour,
  Context,
  DeviceClass,
  InterestKind,
  Keywords,
  NamedInterest,
  Profile,
  Signal,
  Touch,
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

/**
 * Adds to the interests of those names, one after the other; beyond `most` the one that is worth least now is forgotten
 * each time. Of more names than that only the last are added: those before them would be forgotten again.
 */
function reinforced<T extends NamedInterest>(
  list: readonly T[],
  names: readonly string[],
  amount: number,
  at: number,
  step: number,
  most: number,
  rest: (known: T | undefined) => Omit<T, keyof NamedInterest>,
): readonly T[] {
  const kept = list.slice();
  // Most words of a long search are new: looking through all names for each would take longer than all the rest.
  const held = names.length > 1 ? new Set(list.map(({ name }) => name)) : undefined;
  let worth: number[] | undefined;
  for (const name of names.slice(-most)) {
    const place = held?.has(name) === false ? -1 : kept.findIndex((interest) => interest.name === name);
    const known = kept[place];
    const entry = { name, ...reinforce(known, amount, at, step), ...rest(known) } as T;
    let gone = place;
    if (known === undefined && kept.length >= most) {
      worth ??= kept.map((interest) => strength(interest, at, step));
      gone = leastOf(worth);
    }
    if (gone >= 0) {
      held?.delete(kept[gone]!.name);
      kept.splice(gone, 1);
      worth?.splice(gone, 1);
    }
    held?.add(name);
    kept.push(entry);
    worth?.push(strength(entry, at, step));
  }
  return kept;
}

/** The place of the smallest number, the first of them. */
function leastOf(numbers: readonly number[]): number {
  let place = 0;
  for (let i = 1; i < numbers.length; i++) if (numbers[i]! < numbers[place]!) place = i;
  return place;
}

const nothingMore = (): Record<never, never> => ({});

/**
 * A profile being folded: its parts are replaced, never changed, so that the profile it began with stays as it was
 * and a long replay copies only what a signal touches.
 */
type Draft = { -readonly [K in keyof Profile]: Profile[K] };

function interest(
  draft: Draft,
  kind: InterestKind,
  named: string | readonly string[],
  amount: number,
  at: number,
): void {
  const names = (typeof named === 'string' ? [named] : named).filter((name) => name !== '');
  if (names.length === 0) return;
  const bound = PROFILE_BOUNDS[kind];
  draft.interests = {
    ...draft.interests,
    [kind]: reinforced(draft.interests[kind], names, amount, at, draft.step, bound, nothingMore),
  };
}

function touch(draft: Draft, id: string, kind: Touch, at: number): void {
  const earlier = draft.products.slice(1 - PROFILE_BOUNDS.products);
  draft.products = [...earlier, { id, touch: kind, at, step: draft.step }];
  if (kind === 'dismissed') {
    draft.dismissed = [...draft.dismissed.filter((other) => other !== id), id].slice(
      -PROFILE_BOUNDS.dismissed,
    );
  } else if (WANTED.has(kind) && draft.dismissed.includes(id)) {
    draft.dismissed = draft.dismissed.filter((other) => other !== id);
  }
}

/** Time spent with a product is told of its latest touch, whose place in the order it does not change. */
function dwell(draft: Draft, id: string, seconds: number, at: number): void {
  const latest = draft.products.findLastIndex((product) => product.id === id);
  if (latest < 0) {
    touch(draft, id, 'viewed', at);
    dwell(draft, id, seconds, at);
    return;
  }
  const product = draft.products[latest]!;
  const dwellSeconds = (product.dwellSeconds ?? 0) + seconds;
  draft.products = draft.products.with(latest, { ...product, dwellSeconds });
}

function search(draft: Draft, read: Keywords, at: number): void {
  interest(draft, 'keyword', read.stems, INTEREST_WEIGHTS.keyword, at);
  interest(draft, 'negatedKeyword', read.negated, INTEREST_WEIGHTS.keyword, at);
  for (const { attribute, value, role } of read.matched) {
    const name = interestName(role === undefined ? `${attribute}=${value}` : value);
    interest(draft, role ?? 'attribute', name, INTEREST_WEIGHTS.phrase, at);
  }
  if (read.priceRange !== undefined) draft.priceFilter = { ...read.priceRange, at, step: draft.step };
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

function foldShopper(draft: Draft, signal: Signal): void {
  const { type, at } = signal;
  const value = signal.value ?? '';
  const read = type === 'search' ? keywordsOf(signal) : undefined;
  const shown = evidenceOf(draft, signal, read?.stems);
  draft.step++;
  if (at > draft.lastSeenAt + VISIT_GAP) draft.visits++;
  for (const { name, amount } of shown) {
    const bound = PROFILE_BOUNDS.evidence;
    draft.evidence = reinforced(draft.evidence, [name], amount, at, draft.step, bound, nothingMore);
  }
  switch (type) {
    case 'category_view':
      interest(draft, 'category', interestName(value), INTEREST_WEIGHTS.category_view, at);
      break;
    case 'brand_view':
      interest(draft, 'brand', interestName(value), INTEREST_WEIGHTS.brand_view, at);
      break;
    case 'attribute_filter': {
      const equals = value.indexOf('=');
      const name = `${interestName(value.slice(0, equals))}=${interestName(value.slice(equals + 1))}`;
      interest(draft, 'attribute', name, INTEREST_WEIGHTS.attribute_filter, at);
      break;
    }
    case 'search':
      search(draft, read!, at);
      break;
    case 'price_filter': {
      const [min, max] = value.split('-').map(Number);
      draft.priceFilter = { min: min!, max: max!, at, step: draft.step };
      break;
    }
    case 'dwell': {
      const colon = value.lastIndexOf(':');
      dwell(draft, value.slice(0, colon), Number(value.slice(colon + 1)), at);
      break;
    }
    case BEHAVIOUR_SIGNAL: {
      const name = value.normalize('NFC');
      const count = (known: Behaviour | undefined) => ({ count: (known?.count ?? 0) + 1 });
      const bound = PROFILE_BOUNDS.behaviours;
      draft.behaviours = reinforced(draft.behaviours, [name], 1, at, draft.step, bound, count);
      break;
    }
    default: {
      const kind = TOUCHES[type];
      if (kind !== undefined) touch(draft, value, kind, at);
    }
  }
}

/** The keywords of a search signal: as they were read when it arrived, or read now without a catalogue. */
export function keywordsOf(signal: Signal): Keywords {
  return signal.data === undefined
    ? extractKeywords(signal.value ?? '')
    : (JSON.parse(signal.data) as Keywords);
}

function foldInto(draft: Draft, signal: Signal): void {
  draft.sequence++;
  const internal = signal.data !== undefined;
  if (signal.type === CONTEXT_SIGNAL && internal) {
    if (signal.at > draft.lastSeenAt + VISIT_GAP) draft.visits++;
    setContext(draft, JSON.parse(signal.data!) as Partial<Context>, false);
  } else {
    draft.received++;
    const kind = SIGNAL_KINDS[signal.type];
    if (kind?.automatic) foldAutomatic(draft, signal);
    else if (kind !== undefined || (signal.type === BEHAVIOUR_SIGNAL && internal)) foldShopper(draft, signal);
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
  for (const signal of signals) foldInto(draft, signal);
  return draft;
}

/** The profile of a whole log; `undefined` for an empty one. */
export function replay(signals: readonly Signal[]): Profile | undefined {
  return signals.length === 0 ? undefined : foldAll(emptyProfile(signals[0]!.at), signals);
}
