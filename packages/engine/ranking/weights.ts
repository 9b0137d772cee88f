import { VOICE_COUNT, VOICES, type VoiceName, voice } from './voices.ts';

/**
 * How much each voice counts, by the circumstances of a session: how long it is, how much is known of the last
 * product, whether products repeat, and whether the shopper said something (a filter, a search, a category) beyond
 * looking at products.
 */
export interface ContextWeights {
  /** `[context][voice]`, each row adding up to 1. */
  readonly byContext: Float64Array;
  /** Observations behind each row. */
  readonly observations: Float64Array;
}

/** The circumstances that choose a row of weights. */
export interface Circumstances {
  /** Products seen so far, with repeats. */
  readonly length: number;
  /** Clicks on the last product in the history of the organization. */
  readonly support: number;
  /** Whether the last product was seen before: right before, earlier, or some other product was. */
  readonly repeat: Repeat;
  readonly signalled: boolean;
}

export type Repeat = 'none' | 'some' | 'earlier' | 'again';

const LENGTHS = [0, 1, 2, 3, 6] as const;
const SUPPORTS = [0, 1, 5, 20, 100] as const;
const REPEATS: readonly Repeat[] = ['none', 'some', 'earlier', 'again'];

export const CONTEXT_COUNT = LENGTHS.length * SUPPORTS.length * REPEATS.length * 2;

function bucket(edges: readonly number[], x: number): number {
  let k = edges.length - 1;
  while (k > 0 && x < edges[k]!) k--;
  return k;
}

/** The row of weights for the circumstances. */
export function contextOf({ length, support, repeat, signalled }: Circumstances): number {
  const row =
    (bucket(LENGTHS, length) * SUPPORTS.length + bucket(SUPPORTS, support)) * REPEATS.length +
    REPEATS.indexOf(repeat);
  return row * 2 + (signalled ? 1 : 0);
}

/** Whether a row is for shoppers who said something beyond looking at products. */
export function isSignalled(context: number): boolean {
  return context % 2 === 1;
}

/** For shops without history, and the prior of the fit: shares of a session that only looked at products. */
const LOOKING: Partial<Record<VoiceName, number>> = {
  'revisit-current': 0.08,
  'revisit-earlier': 0.1,
  'sequence-next': 0.14,
  'sequence-pair': 0.06,
  'sequence-triple': 0.04,
  'sequence-later': 0.08,
  'sequence-earlier': 0.06,
  'covisited-item': 0.06,
  'covisited-sessions': 0.12,
  'covisited-wide': 0.03,
  category: 0.04,
  brand: 0.02,
  attribute: 0.1,
  price: 0.02,
  context: 0.01,
  popularity: 0.02,
  prior: 0.02,
};

/** What the voices of a shopper's own words share, and how, where there are such words. */
const SAYING: Partial<Record<VoiceName, number>> = {
  category: 0.3,
  brand: 0.12,
  attribute: 0.2,
  price: 0.16,
  keyword: 0.16,
  persona: 0.06,
};
const SAYING_SHARE = 0.6;

/** Weights of one row before anything was learned. */
export function defaultRow(signalled: boolean): Float64Array {
  const row = rowOf(LOOKING);
  return signalled ? saying(row) : row;
}

/** The weights of sessions that only looked, with the share of the shopper's own words put beside them. */
export function saying(looking: Float64Array): Float64Array {
  const said = rowOf(SAYING);
  return looking.map((weight, k) => (1 - SAYING_SHARE) * weight + SAYING_SHARE * said[k]!);
}

function rowOf(shares: Partial<Record<VoiceName, number>>): Float64Array {
  const row = new Float64Array(VOICE_COUNT);
  for (const { name } of VOICES) row[voice(name)] = shares[name] ?? 0;
  const sum = row.reduce((total, weight) => total + weight, 0);
  return row.map((weight) => weight / sum);
}

export function defaultWeights(): ContextWeights {
  const byContext = new Float64Array(CONTEXT_COUNT * VOICE_COUNT);
  for (let context = 0; context < CONTEXT_COUNT; context++) {
    byContext.set(defaultRow(isSignalled(context)), context * VOICE_COUNT);
  }
  return { byContext, observations: new Float64Array(CONTEXT_COUNT) };
}
