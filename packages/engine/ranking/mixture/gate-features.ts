import type { ExpertRegistry } from '../experts/registry.ts';
import { habitsOf } from '../intent/session-habits.ts';
import type { SessionState } from '../intent/session-state.ts';

/**
 * The features of a session that the gate reads, each scaled to about 0 to 1. Stored models refer to them by these
 * names. The scales are set by hand.
 */
export const FEATURES = [
  'always',
  'one product so far',
  'products so far',
  'same product again',
  'product seen earlier in the session',
  'other products repeat',
  'chance of going back',
  'clicks on the last product',
  'last product hardly known',
  'followers of the last product',
  'followers of the last two',
  'followers of the last three',
  'last two never seen in this order',
  'similar sessions',
  'neighbours in the catalogue',
  'different products so far',
  'surest follower of the last product',
  'surest follower of the last two',
  'surest of similar sessions',
  'surest of whole similar sessions',
  'surest at two steps',
  'surest to go back to',
  'products looked at once more',
  'products left at this point',
  'steps back',
] as const;

export const FEATURE_COUNT = FEATURES.length;

/** Clicks below which a product counts as hardly known. Set by hand. */
const HARDLY_KNOWN = 5;

/** The inputs of the features. */
export interface FeatureSource {
  readonly state: SessionState;
  readonly registry: ExpertRegistry;
  /** Sum and highest value of the raw scores, by expert. */
  readonly sums: Float64Array;
  readonly peaks: Float64Array;
  /** Number of similar sessions found. */
  readonly similarSessions: number;
}

/** Writes the features of a session into `into`, in the order of {@link FEATURES}. */
export function readFeatures(
  { state, registry, sums, peaks, similarSessions }: FeatureSource,
  into: Float64Array,
): void {
  const { length, repeat, support } = state;
  const sum = (name: string): number => sums[registry.numberOf(name)]!;
  /** Share of the highest score in the scores of an expert. */
  const peakShare = (name: string): number => {
    const k = registry.numberOf(name);
    return sums[k]! > 0 ? peaks[k]! / sums[k]! : 0;
  };
  into[0] = 1;
  into[1] = length === 1 ? 1 : 0;
  into[2] = Math.log(Math.max(1, length)) / 2;
  into[3] = repeat === 'again' ? 1 : 0;
  into[4] = repeat === 'earlier' ? 1 : 0;
  into[5] = repeat === 'some' ? 1 : 0;
  into[6] = Math.min(1, sum('revisit-earlier'));
  into[7] = Math.log1p(support) / 4;
  into[8] = support < HARDLY_KNOWN ? 1 : 0;
  into[9] = Math.log1p(sum('sequence-next')) / 4;
  into[10] = Math.log1p(sum('sequence-pair')) / 3;
  into[11] = Math.log1p(sum('sequence-triple')) / 2;
  into[12] = length > 1 && sum('sequence-pair') === 0 ? 1 : 0;
  into[13] = Math.log1p(similarSessions) / 5;
  into[14] = Math.min(1, sum('catalogue-near'));
  into[15] = Math.log1p(sum('revisit-any')) / 2;
  into[16] = peakShare('sequence-next');
  into[17] = peakShare('sequence-pair');
  into[18] = peakShare('covisited-sessions');
  into[19] = peakShare('covisited-wide');
  into[20] = peakShare('covisited-walk');
  into[21] = peakShare('revisit-earlier');
  // Habits are counts. A share of n out of n + m has odds of about n : m, and the gate is linear in log odds, so it
  // reads logarithms of counts.
  const { stayed, left, back } = habitsOf(state);
  into[22] = Math.log1p(stayed) / 2;
  into[23] = Math.log1p(left) / 2;
  into[24] = Math.log1p(back) / 2;
}
