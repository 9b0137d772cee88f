import type { Factor, RankedItem } from '@decidable/engine/ranking';

/** A reason with a smaller share of the score is left out, unless all are smaller: then the strongest stays. Set by hand. */
const LEAST_SHARE = 0.05;
/** A smaller share would be rounded to 0 %. */
const LEAST_ROUNDED = 0.005;
/** Reasons in one sentence. Set by hand. */
const MOST_REASONS = 3;

const after = (signal: string): string => signal.slice(signal.indexOf(':') + 1);
const readable = (name: string): string => name.replaceAll('_', ' ');

/** "60-150" as "60 to 150"; either end may be open. */
function priceRange(signal: string): string {
  const [min, max] = after(signal).split('-');
  if (min === '' || min === '0') return `up to ${max}`;
  return max === '' || max === undefined ? `from ${min}` : `${min} to ${max}`;
}

const LIMITS: readonly (readonly [sign: string, words: string])[] = [
  ['<=', 'at most '],
  ['>=', 'at least '],
  ['<', 'less than '],
  ['>', 'more than '],
];

/** A limit in words: "<=2" as "at most 2". Any other value stays. */
function limitInWords(value: string): string {
  const limit = LIMITS.find(([sign]) => value.startsWith(sign) && /^\s*\d/.test(value.slice(sign.length)));
  return limit === undefined ? value : `${limit[1]}${value.slice(limit[0].length).trim()}`;
}

/** "colour=Red" as "colour is Red", after `lead`; `undefined` for a signal that names no value. */
function attribute(signal: string, lead = ''): string | undefined {
  const equals = signal.indexOf('=');
  if (equals < 0) return undefined;
  return `${lead}${readable(signal.slice(0, equals))} is ${limitInWords(signal.slice(equals + 1))}`;
}

/** The value of a column preference: stated, seen, or reached by other shoppers from what was seen. */
function value(signal: string, seen = 'like what was viewed, '): string | undefined {
  if (signal.startsWith('attribute_filter:')) return attribute(after(signal), 'the shopper asked for it: ');
  if (signal.startsWith('gone_to:')) {
    return attribute(after(signal), 'where shoppers go on to from what was viewed, ');
  }
  return attribute(signal, seen);
}

/** A factor as a reason; `undefined` for a factor that explains nothing. */
function reasonOf({ factor, signal }: Factor): string | undefined {
  switch (factor) {
    case 'category':
      return signal.startsWith('category_view:')
        ? `the shopper asked for the category ${after(signal)}`
        : value(signal);
    case 'brand':
      return signal.startsWith('brand_view:')
        ? `the shopper asked for the brand ${after(signal)}`
        : value(signal);
    case 'attribute':
      return value(signal, '');
    case 'price':
      if (signal === 'no_price') return undefined;
      if (signal.startsWith('price_filter:')) {
        return `it costs what the shopper asked for: ${priceRange(signal)}`;
      }
      if (signal.startsWith('near_price_filter:')) {
        return `it costs nearly what the shopper asked for: ${priceRange(signal)}`;
      }
      return signal.startsWith('outside_price_filter:')
        ? `its price is outside what the shopper asked for, ${priceRange(signal)}, and counts by how near it comes`
        : 'it costs about as much as what was viewed';
    case 'keyword':
      return signal.startsWith('not:')
        ? `it is without ${signal.split(',').map(after).join(', ')}`
        : `it matches the search for ${after(signal)}`;
    case 'persona':
      return `it suits how the shopper shops: ${readable(after(signal))}`;
    case 'revisit':
      return signal === 'viewed_now' ? 'the shopper looked at it last' : 'the shopper looked at it before';
    case 'sequence':
      return `others went from ${after(signal).split('>').at(-1)} to it`;
    case 'co-visited':
      return 'similar shoppers looked at it';
    case 'catalogue':
      return 'it stands beside what was viewed in the catalogue';
    case 'context':
      return `visits like this one turn to it: ${readable(signal).replaceAll('=', ' ').replaceAll(',', ', ')}`;
    case 'popularity':
      return 'it is popular in this shop now';
    case 'relevance':
      return 'its place in the list that was sent';
    case 'prior':
    case 'order':
      return undefined;
    default:
      return factor satisfies never;
  }
}

/**
 * Reasons by factor and signal, since few different ones make up a list. A map that is full is cleared: an LRU cache
 * costs more on each hit than a refill (see "Turned down" in docs/design/session.md).
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
  let reason = ofFactor.get(factor.signal);
  if (reason === undefined && !ofFactor.has(factor.signal)) {
    if (ofFactor.size >= MOST_KNOWN) ofFactor.clear();
    reason = reasonOf(factor);
    ofFactor.set(factor.signal, reason);
  }
  return reason;
}

/**
 * The reason of a category or brand factor that says the same as an attribute factor: "category is Boots" adds nothing
 * to "the shopper asked for the category Boots".
 */
function equivalentReason({ factor, signal }: Factor, breakdown: readonly Factor[]): string | undefined {
  if (factor !== 'attribute') return undefined;
  const value = signal.slice(signal.indexOf('=') + 1);
  const same = breakdown.find(
    (other) =>
      (other.factor === 'category' || other.factor === 'brand') &&
      [signal, `attribute_filter:${signal}`, `${other.factor}_view:${value}`].includes(other.signal),
  );
  return same && knownReasonOf(same);
}

/** What orders are called on the wire, in words. */
const DIRECTIONS: readonly (readonly [ending: RegExp, words: string])[] = [
  [/[-_:\s]+(?:asc|ascending|low[-_\s]to[-_\s]high|low[-_\s]high)$/, ', lowest first'],
  [/[-_:\s]+(?:desc|descending|high[-_\s]to[-_\s]low|high[-_\s]low)$/, ', highest first'],
];

/** Says that the shopper chose the order of the list; empty where it is that of the scores. */
function chosenOrder(breakdown: readonly Factor[]): string[] {
  const order = breakdown.find(({ factor }) => factor === 'order');
  if (order === undefined) return [];
  const name = after(order.signal);
  const direction = DIRECTIONS.find(([ending]) => ending.test(name));
  const words = direction === undefined ? name : name.replace(direction[0], direction[1]);
  return [`The shopper sorted the list: ${readable(words)}.`];
}

/** Why the session suppresses a product, or puts others before it. */
const SUPPRESSED = {
  dismissed: 'The shopper does not want to see it.',
  bought: 'The shopper has bought it.',
  removed: 'The shopper took it out of the cart.',
  in_cart: 'It is in the cart, so others come first.',
  kind_bought: 'The shopper has bought one of its kind, so others come first.',
  kind_in_cart: 'One of its kind is in the cart, so others come first.',
} as const satisfies Record<NonNullable<RankedItem['aside']>, string>;

/**
 * Explains the rank of a product to the owner of the shop: the strongest factors, each with its share of the score. If
 * the product is unavailable or suppressed, this comes first.
 */
export function whyOf({
  score,
  scoreBreakdown: breakdown,
  available,
  aside,
}: Pick<RankedItem, 'score' | 'scoreBreakdown' | 'available' | 'aside'>): string {
  const last = [
    ...(available === false ? ['It cannot be bought now.'] : []),
    ...(aside === undefined ? [] : [SUPPRESSED[aside]]),
    ...chosenOrder(breakdown),
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

/** The reasons with at least a share of the score, strongest first. */
function reasonsOf(score: number, breakdown: readonly Factor[], least: number): Reason[] {
  const reasons: Reason[] = [];
  for (const factor of breakdown) {
    const share = factor.contribution / score;
    // Text is made only for factors that can appear in the sentence: a page has hundreds of factors.
    if (!(share >= least)) continue;
    const reason = equivalentReason(factor, breakdown) ?? knownReasonOf(factor);
    if (reason === undefined) continue;
    const same = reasons.find((known) => known.reason === reason);
    if (same === undefined) reasons.push({ reason, share });
    else same.share += share;
  }
  return reasons.sort((a, b) => b.share - a.share);
}
