import type { SearchReader } from '../text/keywords.ts';
import { attributeAndValue, interestName } from '../text/names.ts';
import type {
  Behaviour,
  Context,
  FoldedProfile,
  InteractionKind,
  InterestKind,
  NamedInterest,
  PriceRange,
  ProductInteraction,
  Profile,
} from '../types.ts';
import { INTERACTION_KINDS } from './interactions.ts';
import { addedTo, placeOf, reinforced, reinforcedAll, withLast, withLatest } from './interest-list.ts';
import { afterNaming, afterSearch, type NamingKind } from './interest-retraction.ts';

/** What a profile holds at most; set by hand, so that no session grows beyond some ten kilobytes. */
export const PROFILE_BOUNDS = {
  category: 32,
  brand: 32,
  attribute: 64,
  keyword: 64,
  negatedKeyword: 32,
  behaviours: 32,
  evidence: 64,
  products: 50,
  /** Of an interest .1 % is left after as many later ones. */
  statements: 64,
  /**
   * Characters of their values, so that reading them takes a few ms at most, and of those of earlier exclusions; the
   * latest statement is always kept.
   */
  stated: 4096,
  dismissed: 100,
  bought: 100,
  unwanted: 32,
} as const;

/** How strongly a word of a search, or a value that it names, speaks for itself; the unit of all other weights. */
const WORD_WEIGHT = 1;

/** A profile being folded, and one being read: everybody else has them readonly. */
export type FoldDraft = { -readonly [K in keyof FoldedProfile]: FoldedProfile[K] };
export type Draft = { -readonly [K in keyof Profile]: Profile[K] };

/**
 * Whether a draft owns its lists and the interests in them, so that they change in place. Otherwise they are copied, and
 * the profile that the draft began with stays as it was. Interactions, behaviours and statements never change: two
 * profiles may share them. What is read of statements is always the draft's own.
 */
export type Owned = boolean;

/** Adds to an interest; an empty name says nothing. */
function addInterest(draft: Draft, kind: InterestKind, name: string, amount: number, at: number): void {
  if (name === '') return;
  const known = draft.interests[kind];
  setInterests(draft, kind, reinforced(known, name, amount, at, draft.step, PROFILE_BOUNDS[kind], true));
}

/** Adds to the interests in the words of a search. */
function addWords(draft: Draft, kind: InterestKind, stems: readonly string[], at: number): void {
  const names = stems.filter((stem) => stem !== '');
  if (names.length === 0) return;
  const known = draft.interests[kind];
  setInterests(draft, kind, reinforcedAll(known, names, WORD_WEIGHT, at, draft.step, PROFILE_BOUNDS[kind]));
}

function setInterests(draft: Draft, kind: InterestKind, list: readonly NamedInterest[]): void {
  const interests: { -readonly [K in InterestKind]: readonly NamedInterest[] } = draft.interests;
  interests[kind] = list;
}

/** Counts a kind of signal, which personas are inferred from. */
export function addEvidence(draft: FoldDraft, name: string, at: number, owned: Owned): void {
  draft.evidence = reinforced(draft.evidence, name, 1, at, draft.step, PROFILE_BOUNDS.evidence, owned);
}

/** Counts a behaviour that the shop itself named. */
export function countBehaviour(draft: FoldDraft, name: string, at: number, owned: Owned): void {
  const place = placeOf(draft.behaviours, name);
  const known = place < 0 ? undefined : draft.behaviours[place];
  const count = (known?.count ?? 0) + 1;
  const latest: Behaviour = { ...addedTo(known, name, 1, at, draft.step), count };
  draft.behaviours = withLatest(draft.behaviours, place, latest, PROFILE_BOUNDS.behaviours, owned);
}

/** Adds what the shopper did with a product. */
export function addInteraction(
  draft: FoldDraft,
  id: string,
  kind: InteractionKind,
  at: number,
  owned: Owned,
): void {
  const products = draft.products as ProductInteraction[];
  const latest: ProductInteraction = { id, touch: kind, at, step: draft.step };
  const full = products.length >= PROFILE_BOUNDS.products;
  const place = products.findLastIndex((known) => known.at <= at) + 1;
  // A late one is put where it happened: the shopper looks at what came after it.
  if (place < products.length)
    draft.products = products.toSpliced(place, 0, latest).slice(-PROFILE_BOUNDS.products);
  // Room for some more costs less than a copy for each interaction.
  else if (owned && !full) products.push(latest);
  else draft.products = withLast(products, full ? 0 : -1, latest, owned);
  if (kind === 'dismissed') {
    draft.dismissed = [...draft.dismissed.filter((other) => other !== id), id].slice(
      -PROFILE_BOUNDS.dismissed,
    );
  } else if (INTERACTION_KINDS[kind].wants && draft.dismissed.includes(id)) {
    // A late one, from before the dismissal, asks for nothing.
    const isLate = products.some((known) => known.id === id && known.touch === 'dismissed' && known.at > at);
    if (!isLate) draft.dismissed = draft.dismissed.filter((other) => other !== id);
  }
  setBought(draft, latest);
}

/** Remembers a purchase, or forgets it where the product is asked for later. */
function setBought(draft: FoldDraft, { id, touch, at, step }: ProductInteraction): void {
  const known = draft.bought?.find((purchase) => purchase.id === id);
  if (
    touch === 'bought'
      ? known !== undefined && known.at > at
      : !known || !INTERACTION_KINDS[touch].wants || at < known.at
  )
    return;
  const others = (draft.bought ?? []).filter((purchase) => purchase !== known);
  const bought = touch === 'bought' ? [...others, { id, at, step }].slice(-PROFILE_BOUNDS.bought) : others;
  if (bought.length > 0) draft.bought = bought;
  else delete draft.bought;
}

/** Adds time spent with a product to its latest interaction, which keeps its place in the order. */
export function addDwell(draft: FoldDraft, id: string, seconds: number, at: number, owned: Owned): void {
  const find = (): number => draft.products.findLastIndex((product) => product.id === id);
  let latest = find();
  if (latest < 0) {
    addInteraction(draft, id, 'viewed', at, owned);
    latest = find();
  }
  // It may have come so late that it is older than all that is kept.
  if (latest < 0) return;
  const product = draft.products[latest];
  const dwellSeconds = (product.dwellSeconds ?? 0) + seconds;
  draft.products = draft.products.with(latest, { ...product, dwellSeconds });
}

/** Sets the price filter, unless a later one is set: signals may come late. */
export function setPriceFilter(draft: Draft, range: PriceRange, at: number): void {
  if (draft.priceFilter === undefined || draft.priceFilter.at <= at) {
    draft.priceFilter = { ...range, at, step: draft.step };
  }
}

/** Adds what is read from a search. */
export function addSearch(draft: Draft, typed: string, at: number, readSearch: SearchReader): void {
  const read = readSearch(typed);
  const text = typed.trim();
  if (text !== '') draft.searches = [...(draft.searches ?? []), { text, step: draft.step }];
  addWords(draft, 'keyword', read.stems, at);
  addWords(draft, 'negatedKeyword', read.negated, at);
  for (const { attribute, value, role } of read.matched) {
    const name = interestName(role === undefined ? `${attribute}=${value}` : value);
    addInterest(draft, role ?? 'attribute', name, WORD_WEIGHT, at);
    wantAgain(draft, role ?? 'attribute', name, at);
  }
  draft.interests = afterSearch(draft.interests, read, at);
  if (read.language !== undefined) draft.language = read.language;
  if (read.priceRange !== undefined) setPriceFilter(draft, read.priceRange, at);
}

/** Adds to the interest in a value that the shopper asks for by its name, and takes back that it was not wanted. */
export function addNamed(draft: Draft, kind: NamingKind, name: string, amount: number, at: number): void {
  const { negatedKeyword } = draft.interests;
  setInterests(draft, 'negatedKeyword', afterNaming(negatedKeyword, kind, name, at, draft.language));
  addInterest(draft, kind, name, amount, at);
  wantAgain(draft, kind, name, at);
}

/** Adds a value that was filtered out, and takes back earlier interest in it; later interest stands against it. */
export function addUnwanted(draft: Draft, name: string, at: number): void {
  if (draft.interests.attribute.some((interest) => interest.name === name && interest.at > at)) return;
  const [, value] = attributeAndValue(name);
  for (const kind of ['category', 'brand', 'attribute'] as const) {
    const known = draft.interests[kind];
    const place = placeOf(known, kind === 'attribute' ? name : value);
    if (place >= 0 && known[place].at <= at) setInterests(draft, kind, known.toSpliced(place, 1));
  }
  draft.unwanted = reinforced(draft.unwanted ?? [], name, 1, at, draft.step, PROFILE_BOUNDS.unwanted, false);
}

/** A value that is asked for is not filtered out any more, whatever the shop calls its column. */
function wantAgain(draft: Draft, kind: NamingKind, name: string, at: number): void {
  if (draft.unwanted === undefined) return;
  const left = draft.unwanted.filter(
    (one) => one.at > at || (kind === 'attribute' ? one.name !== name : !one.name.endsWith(`=${name}`)),
  );
  if (left.length > 0) draft.unwanted = left;
  else delete draft.unwanted;
}

/** Sets parts of the context; what was signalled wins over what the headers of a request show. */
export function setContext(draft: FoldDraft, part: Partial<Context>, signalled: boolean): void {
  const parts = (Object.keys(part) as (keyof Context)[]).filter(
    (key) => signalled || !draft.signalled.includes(key),
  );
  draft.context = { ...draft.context, ...Object.fromEntries(parts.map((key) => [key, part[key]])) };
  if (signalled) draft.signalled = [...new Set([...draft.signalled, ...parts])];
}
