import type { Factor, RankedItem } from '@decidable/engine/ranking';

/** A reason with a smaller share of the score is not told, unless all have: then the strongest is. */
const LEAST_SHARE = 0.05;
/** What would be told as 0 % is no reason at all. */
const LEAST_ROUNDED = 0.005;
const MOST_REASONS = 3;

const after = (signal: string): string => signal.slice(signal.indexOf(':') + 1);
const readable = (name: string): string => name.replaceAll('_', ' ');

/** "60-150" as people say it; either end may be open. */
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

/** A value as people say it, where it is a limit: "<=2" as "at most 2". */
function said(value: string): string {
  const limit = LIMITS.find(([sign]) => value.startsWith(sign) && /^\s*\d/.test(value.slice(sign.length)));
  return limit === undefined ? value : `${limit[1]}${value.slice(limit[0].length).trim()}`;
}

/** "colour=Red" as "colour is Red", behind `lead`; `undefined` where the product does not say which. */
function attribute(signal: string, lead = ''): string | undefined {
  const equals = signal.indexOf('=');
  if (equals < 0) return undefined;
  return `${lead}${readable(signal.slice(0, equals))} is ${said(signal.slice(equals + 1))}`;
}

/** A value that the session turned to: asked for, or seen, or where others went from what was seen. */
function value(signal: string, seen = 'like what was viewed, '): string | undefined {
  if (signal.startsWith('attribute_filter:')) return attribute(after(signal), 'the shopper asked for it: ');
  if (signal.startsWith('gone_to:')) {
    return attribute(after(signal), 'where shoppers go on to from what was viewed, ');
  }
  return attribute(signal, seen);
}

/** One factor in words that follow "Here because: "; `undefined` for what is no reason. */
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
      return undefined;
    default:
      return factor satisfies never;
  }
}

/** Reasons by factor and signal: the same few are told again and again; all are forgotten when there are too many. */
const known = new Map<Factor['factor'], Map<string, string | undefined>>();
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
 * "category is Boots" says nothing beside "the shopper asked for the category Boots": the reason that stands for both.
 */
function sameInOtherWords({ factor, signal }: Factor, breakdown: readonly Factor[]): string | undefined {
  if (factor !== 'attribute') return undefined;
  const value = signal.slice(signal.indexOf('=') + 1);
  const same = breakdown.find(
    (other) =>
      (other.factor === 'category' || other.factor === 'brand') &&
      [signal, `attribute_filter:${signal}`, `${other.factor}_view:${value}`].includes(other.signal),
  );
  return same && knownReasonOf(same);
}

const ASIDE = {
  dismissed: 'The shopper does not want to see it.',
  bought: 'The shopper has bought it.',
  removed: 'The shopper took it out of the cart.',
} as const satisfies Record<NonNullable<RankedItem['aside']>, string>;

/**
 * Why a product stands where it does, in a sentence for the owner of the shop: its strongest factors, each with its
 * share of the score. Why others are put before it comes first.
 */
export function whyOf({
  score,
  scoreBreakdown: breakdown,
  available,
  aside,
}: Pick<RankedItem, 'score' | 'scoreBreakdown' | 'available' | 'aside'>): string {
  const last = [
    ...(available === false ? ['It cannot be bought now.'] : []),
    ...(aside === undefined ? [] : [ASIDE[aside]]),
  ];
  let reasons = reasonsOf(score, breakdown, LEAST_SHARE);
  if (reasons.length === 0) reasons = reasonsOf(score, breakdown, LEAST_ROUNDED).slice(0, 1);
  if (reasons.length === 0) return last.length > 0 ? last.join(' ') : unspoken(breakdown);
  const sentence = reasons
    .slice(0, MOST_REASONS)
    .map(
      ({ reason, share }, i) => `${reason} (${Math.round(share * 100)} %${i === 0 ? ' of its score' : ''})`,
    )
    .join('; ');
  return [...last, `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`].join(' ');
}

/** Of what no evidence of the session names. What a factor gives less to than everybody does, it speaks against. */
function unspoken(breakdown: readonly Factor[]): string {
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

/** What speaks for a product with at least a share of its score, the strongest first. */
function reasonsOf(score: number, breakdown: readonly Factor[], least: number): Reason[] {
  const reasons: Reason[] = [];
  for (const factor of breakdown) {
    const share = factor.contribution / score;
    // Words are made for what will be told only: a page has hundreds of factors.
    if (!(share >= least)) continue;
    const reason = sameInOtherWords(factor, breakdown) ?? knownReasonOf(factor);
    if (reason === undefined) continue;
    const same = reasons.find((known) => known.reason === reason);
    if (same === undefined) reasons.push({ reason, share });
    else same.share += share;
  }
  return reasons.sort((a, b) => b.share - a.share);
}
