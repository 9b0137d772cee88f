import type { Lift } from '../intent/lift.ts';
import type { SessionState } from '../intent/session-state.ts';
import type { FactorName } from '../types.ts';
import type { SparseScores } from './sparse-scores.ts';

/** One expert of the mixture. */
export interface Expert {
  /** Stored models refer to the expert by this name. */
  readonly name: string;
  /** The factor under which breakdowns list its contribution. */
  readonly factor: FactorName;
  /** `sparse`: scores single products. `dense`: scores all products, by tables over their cells. */
  readonly scores: 'sparse' | 'dense';
  /**
   * Share of the mixture in a session that only viewed products, before a history has fitted the gate; shares are
   * normalised to add up to 1. Set by hand.
   */
  readonly share: number;
  /** Share where the shopper stated a filter, a query or a category, before a history fits it. Set by hand. */
  readonly statedShare?: number;
  /**
   * Sum of raw scores at which a sparse expert's confidence is 1/2, since a single observation can be chance. 0 where
   * raw scores are no counts.
   */
  readonly doubt?: number;
  /** Whether its confidence fades with the freshness of the session's path. True for experts that read that path. */
  readonly fades?: boolean;
  /** True for an expert whose weight follows from the query at hand alone: the gate gives it none, and no history fits it. */
  readonly isLed?: true;
  /** False for experts that give every session the same scores. */
  readonly personal?: false;
}

/** The scores of a dense expert: `p(i) ∝ prior(i) · Π_t table_t[code_t(i) + 1]` over its lifts t. */
export interface DenseScores {
  /** Position of the expert in its group. */
  readonly expert: number;
  readonly lifts: readonly Lift[];
  /** Probabilities of the products, adding up to 1, in place of lifts. */
  readonly values?: Float64Array;
  /** Confidence, 0 to 1. The prior gets the rest of the expert's weight. */
  readonly confidence: number;
  /** The signal that breakdowns show for a product. */
  readonly signal: (product: number) => string;
  /** Where the signal is a search: what of it the product has, such as `colour=red`. */
  readonly matched?: (product: number) => string | undefined;
}

/** The scores of a group for one session. All fields are optional: a group without evidence returns {@link SILENT}. */
export interface GroupScores {
  readonly dense?: readonly DenseScores[];
  /** Confidence, 0 to 1, of each sparse expert of the group, before `doubt` and freshness; 1 where absent. */
  readonly confidence?: readonly number[];
  /** The signal of a sparse expert, by its position in the group; independent of products. */
  readonly signal?: (expert: number) => string;
  /** The signal of the group's sparse experts for a product, or independent of products (-1). */
  readonly productSignal?: (product: number) => string;
  /** Where that signal is a search: what of it the product has, where the signal does not say so. */
  readonly productMatched?: (product: number) => string | undefined;
  /** Number of similar sessions found; a feature of the gate. */
  readonly similarSessions?: number;
}

export const SILENT: GroupScores = {};

/**
 * Experts that share one pass over the evidence. A group is a pure function of the session state: it writes raw scores
 * into `sparse`, in the columns `first`, `first + 1`, … of its experts, and returns the rest. It changes nothing else.
 */
export interface ExpertGroup<Memory = unknown> {
  readonly experts: readonly Expert[];
  /** Creates working memory that later rankings reuse; one per mixture that is open at the same time. */
  createMemory?(): Memory;
  score(state: SessionState, sparse: SparseScores, first: number, memory: Memory): GroupScores;
}
