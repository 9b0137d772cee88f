import { lastLevel } from '@decidable/engine/catalogue';
import type { Factor, RankedItem } from '@decidable/engine/ranking';
import { isOfSearch, searchedInWords } from './searched-words.ts';
import { rangeInWords, valueInWords, valueNamed } from './value-words.ts';

/** A reason with a smaller share of the score is left out, unless all are smaller: then the strongest stays. Set by hand. */
const LEAST_SHARE = 0.05;
/** A smaller share would be rounded to 0 %. */
const LEAST_ROUNDED = 0.005;
/** Reasons in one sentence. Set by hand. */
const MOST_REASONS = 3;

const after = (signal: string): string => signal.slice(signal.indexOf(':') + 1);
const readable = (name: string): string => name.replaceAll('_', ' ');

/** What a product is, by the value of a column: its category, its brand, or any other. */
function describe(
  factor: Factor['factor'],
  named: { readonly column: string; readonly value: string },
): string {
  if (factor === 'category') return `it is in ${lastLevel(named.value)}`;
  return factor === 'brand' ? `it is by ${named.value}` : valueInWords(named);
}

/** The value of a column preference: stated, seen, or reached by other shoppers; `undefined` where it names none. */
function value({ factor, signal }: Pick<Factor, 'factor' | 'signal'>): string | undefined {
  const isFilter = signal.startsWith('attribute_filter:');
  const isNext = signal.startsWith('gone_to:');
  const named = valueNamed(isFilter || isNext ? after(signal) : signal);
  if (named === undefined) return undefined;
  const what = describe(factor, named);
  if (isFilter) return `${what}, as the shopper asked`;
  return isNext ? `${what}, which shoppers go on to from what was viewed` : `${what}, like what was viewed`;
}

/** A factor as a reason; `undefined` for a factor that explains nothing. */
function reasonOf({
  factor,
  signal,
  matched,
}: Pick<Factor, 'factor' | 'signal' | 'matched'>): string | undefined {
  const asked = { factor, signal };
  switch (factor) {
    case 'category':
      return signal.startsWith('category_view:')
        ? `the shopper asked for the category ${after(signal)}`
        : value(asked);
    case 'brand':
      return signal.startsWith('brand_view:')
        ? `the shopper asked for the brand ${after(signal)}`
        : value(asked);
    case 'attribute':
      return value(asked);
    case 'price':
      if (signal === 'no_price') return undefined;
      // A search that names a price: how the product stands to it is in what it matched.
      if (matched !== undefined) return reasonOf({ ...asked, signal: matched });
      if (signal.startsWith('price_filter:')) {
        return `it costs what the shopper asked for: ${rangeInWords(after(signal))}`;
      }
      if (signal.startsWith('near_price_filter:')) {
        return `it costs nearly what the shopper asked for: ${rangeInWords(after(signal))}`;
      }
      return signal.startsWith('outside_price_filter:')
        ? `its price is outside what the shopper asked for, ${rangeInWords(after(signal))}, and counts by how near it comes`
        : 'it costs about as much as what was viewed';
    case 'keyword':
      return signal.startsWith('not:')
        ? `it is without ${signal.split(',').map(after).join(', ')}`
        : undefined;
    case 'meaning':
      return `it is close in meaning to "${after(signal)}"`;
    case 'persona':
      return `it suits how the shopper shops: ${readable(after(signal))}`;
    case 'revisit':
      return signal === 'viewed_now' ? 'the shopper looked at it last' : 'the shopper looked at it before';
    case 'sequence':
      return 'others went on to it from what was viewed last';
    case 'co-visited':
      return 'similar shoppers looked at it';
    case 'catalogue':
      return 'it stands beside what was viewed in the catalogue';
    case 'context':
      return `visits like this one turn to it: ${contextInWords(signal)}`;
    case 'popularity':
      return 'it is popular in this shop now';
    case 'relevance':
      return 'its place in the list that was sent';
    case 'prior':
    case 'match':
    case 'availability':
    case 'aside':
    case 'order':
    case 'variety':
      return undefined;
    case 'dismissed':
      return 'the shopper dismissed others that are less like it';
    case 'constraint':
      return value(asked);
    default:
      return factor satisfies never;
  }
}

const REFERRERS: Readonly<Record<string, string>> = {
  direct: 'without a link',
  internal: 'from the shop itself',
  search: 'from a search engine',
  social: 'from a social network',
  email: 'from an e-mail',
  paid: 'from an advertisement',
};

/** "device=mobile,time_of_day=night" as "on a mobile, at night". */
const contextInWords = (signal: string): string =>
  signal
    .split(',')
    .map((part) => {
      const [name = '', said = ''] = part.split('=');
      if (name === 'device') return `on a ${said} device`;
      if (name === 'referrer') return REFERRERS[said] ?? `from ${said}`;
      if (name === 'time_of_day') return said === 'night' ? 'at night' : `in the ${said}`;
      return readable(part).replace('=', ' ');
    })
    .join(', ');

/**
 * Reasons by factor and signal, since few different ones make up a list. A map that is full is cleared: an LRU cache
 * costs more on each hit than a refill.
 */
const known = new Map<Factor['factor'], Map<string, string | undefined>>();
/** Reasons that are cached of each factor. Set by hand. */
const MOST_KNOWN = 2_000;

function knownReasonOf(factor: Factor): string | undefined {
  let ofFactor = known.get(factor.factor);
  if (ofFactor === undefined) {
    ofFactor = new Map();
    known.set(factor.factor, ofFactor);
  }
  const key = factor.matched === undefined ? factor.signal : `${factor.signal}\n${factor.matched}`;
  let reason = ofFactor.get(key);
  if (reason === undefined && !ofFactor.has(key)) {
    if (ofFactor.size >= MOST_KNOWN) ofFactor.clear();
    reason = reasonOf(factor);
    ofFactor.set(key, reason);
  }
  return reason;
}

/**
 * The category or brand factor that says the same as an attribute factor: "it is in Boots" adds nothing to "the shopper
 * asked for the category Boots".
 */
function equivalentOf({ factor, signal, matched }: Factor, breakdown: readonly Factor[]): Factor | undefined {
  if (factor !== 'attribute') return undefined;
  const said = matched ?? signal;
  const value = said.slice(said.indexOf('=') + 1);
  return breakdown.find(
    (other) =>
      (other.factor === 'category' || other.factor === 'brand') &&
      (other.matched === said ||
        [said, `attribute_filter:${said}`, `${other.factor}_view:${value}`].includes(other.signal)),
  );
}

/** What orders are called on the wire, in words. */
const DIRECTIONS: readonly (readonly [ending: RegExp, words: string])[] = [
  [/[-_:\s]+(?:asc|ascending|low[-_\s]to[-_\s]high|low[-_\s]high)$/, ', lowest first'],
  [/[-_:\s]+(?:desc|descending|high[-_\s]to[-_\s]low|high[-_\s]low)$/, ', highest first'],
];

/** What words of a search ask of the list: the words, what answers them, and the direction of an order. */
const ASKED = /^(?<typed>.*): (?<attribute>.*?)(?:_(?<direction>asc|desc))?$/su;

/** Says what orders the list in place of the scores: the shopper, or words of the search; empty where nothing does. */
function chosenOrder(breakdown: readonly Factor[]): string[] {
  return breakdown.flatMap(({ factor, signal, matched }) => {
    if (factor !== 'order') return [];
    const name = after(signal);
    const { typed, attribute = '', direction: way } = ASKED.exec(matched ?? '')?.groups ?? {};
    if (typed !== undefined && way === undefined) return [`It is reduced, as "${typed}" asks.`];
    if (typed !== undefined) {
      return [
        `The list is by ${readable(attribute)}, ${way === 'asc' ? 'lowest' : 'highest'} first, as "${typed}" asks.`,
      ];
    }
    const direction = DIRECTIONS.find(([ending]) => ending.test(name));
    const words = direction === undefined ? name : name.replace(direction[0], direction[1]);
    return [`The shopper sorted the list: ${readable(words)}.`];
  });
}

/** What the session says against a product that is listed all the same. */
function objections(breakdown: readonly Factor[]): string[] {
  return breakdown.flatMap(({ factor, signal, weight }) => {
    const named = weight < 0 ? valueNamed(signal) : undefined;
    if (named === undefined) return [];
    const { column, value } = named;
    if (factor === 'dismissed') return [`The shopper dismissed others with ${readable(column)} ${value}.`];
    return factor === 'constraint' ? [`What the shopper looks at has ${readable(column)} ${value}.`] : [];
  });
}

/** Says of a product that does not meet the search how far it does; empty for any other. */
function partialMatch(breakdown: readonly Factor[]): string[] {
  const match = breakdown.find(({ factor }) => factor === 'match');
  if (match?.matched === 'some') {
    const has = (factor: Factor['factor']) => breakdown.some((each) => each.factor === factor);
    const isByMeaning = has('meaning') && !has('keyword');
    return [
      isByMeaning ? 'It has none of the words that were typed.' : 'It has a part of what was asked for.',
    ];
  }
  return match?.matched === 'none' ? ['It has nothing of what was asked for.'] : [];
}

/** Why the session suppresses a product, or puts others before it. */
const SUPPRESSED = {
  dismissed: 'The shopper does not want to see it.',
  unwanted: 'The shopper filtered it out.',
  bought: 'The shopper has bought it.',
  removed: 'The shopper took it out of the cart.',
  in_cart: 'It is in the cart, so others come first.',
  kind_bought: 'The shopper has bought one of its kind, so others come first.',
  kind_in_cart: 'One of its kind is in the cart, so others come first.',
} as const satisfies Record<NonNullable<RankedItem['aside']>, string>;

/**
 * Explains the rank of a product to the owner of the shop: the strongest factors, each with its share of the score. If
 * the product misses a part of a search, is unavailable or suppressed, this comes first.
 */
export function whyOf({
  score,
  scoreBreakdown: breakdown,
  available,
  aside,
}: Pick<RankedItem, 'score' | 'scoreBreakdown' | 'available' | 'aside'>): string {
  const last = [
    ...partialMatch(breakdown),
    ...(available === false ? ['It cannot be bought now.'] : []),
    ...(aside === undefined ? [] : [SUPPRESSED[aside]]),
    ...chosenOrder(breakdown),
    ...objections(breakdown),
  ];
  let reasons = reasonsOf(score, breakdown, LEAST_SHARE);
  if (reasons.length === 0) reasons = reasonsOf(score, breakdown, LEAST_ROUNDED).slice(0, 1);
  if (reasons.length === 0) return last.length > 0 ? last.join(' ') : withoutReason(breakdown);
  const sentence = reasons
    .slice(0, MOST_REASONS)
    .map(
      ({ reason, share }, i) => `${reason} (${Math.round(share * 100)} %${i === 0 ? ' of its score' : ''})`,
    )
    .join('; ');
  return [...last, `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`].join(' ');
}

/**
 * The sentence for a product without a reason. A factor with a value below the prior is evidence against the product.
 */
function withoutReason(breakdown: readonly Factor[]): string {
  const prior = breakdown.find(({ factor }) => factor === 'prior');
  const against = prior !== undefined && breakdown.some(({ value }) => value < prior.value);
  const nothing = `Nothing in the session speaks ${against ? 'for' : 'for or against'} it`;
  return prior?.signal === 'all_visits'
    ? `${nothing}: it stands where the visits of others put it.`
    : `${nothing}.`;
}

interface Reason {
  readonly reason: string;
  share: number;
}

/** The reasons with at least a share of the score, strongest first. What speaks for a search is one reason. */
function reasonsOf(score: number, breakdown: readonly Factor[], least: number): Reason[] {
  const reasons: Reason[] = [];
  const ofSearch: Factor[] = [];
  let searchShare = 0;
  for (const factor of breakdown) {
    const share = factor.contribution / score;
    const told = equivalentOf(factor, breakdown) ?? factor;
    if (isOfSearch(told) && !isOutside(told)) {
      if (told === factor) ofSearch.push(factor);
      searchShare += share;
      continue;
    }
    // Text is made only for factors that can appear in the sentence: a page has hundreds of factors.
    if (!(share >= least)) continue;
    const reason = knownReasonOf(told);
    if (reason === undefined) continue;
    const same = reasons.find((known) => known.reason === reason);
    if (same === undefined) reasons.push({ reason, share });
    else same.share += share;
  }
  const searched = searchShare >= least ? searchedInWords(ofSearch) : undefined;
  if (searched !== undefined) reasons.push({ reason: searched, share: searchShare });
  return reasons.sort((a, b) => b.share - a.share);
}

/** Whether a product misses the price of a search: that is told by itself. */
const isOutside = ({ matched }: Factor): boolean => matched?.startsWith('outside_') ?? false;
