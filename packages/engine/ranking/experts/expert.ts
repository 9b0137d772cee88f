import type { Lift } from '../intent/lift.ts';
import type { SessionState } from '../intent/session-state.ts';
import type { SparseScores } from '../mixture/sparse-scores.ts';
import type { FactorName } from '../types.ts';

/** One expert of the mixture, as the registry, the gate and stored models know it. */
export interface Expert {
  /** Stored models refer to the expert by this name. */
  readonly name: string;
  /** The factor under which breakdowns list what it contributes. */
  readonly factor: FactorName;
  /** Whether it scores single products (sparse), or all products by their kinds (dense). */
  readonly scores: 'sparse' | 'dense';
  /**
   * Share of the mixture in a session that only viewed products, before any history has fitted the gate; the shares
   * are normalised to add up to 1. Set by hand.
   */
  readonly share: number;
  /** Share where the shopper stated something (a filter, a search, a category), before a history fits it. Set by hand. */
  readonly statedShare?: number;
  /**
   * Sum of raw scores at which a sparse expert hands half of its weight to the prior: a single observation may be
   * chance. 0 where raw scores are no counts.
   */
  readonly doubt?: number;
  /** Whether its confidence fades with the freshness of the session's path, as of experts that read that path. */
  readonly fades?: boolean;
  /** False for experts that give every session the same scores. */
  readonly personal?: false;
}

/** The scores of a dense expert: `p(i) ∝ prior(i) · Π_t table_t[code_t(i) + 1]` over its lifts t. */
export interface DenseScores {
  /** Place of the expert within its group. */
  readonly expert: number;
  readonly lifts: readonly Lift[];
  /** Probabilities of the products, adding up to 1, instead of lifts. */
  readonly values?: Float64Array;
  /** Confidence 0..1: the rest of the expert's weight goes to the prior. */
  readonly confidence: number;
  /** The signal that breakdowns show for a product. */
  readonly signal: (product: number) => string;
}

/** What a group says of one session. Everything is optional: a group without evidence returns {@link SILENT}. */
export interface GroupScores {
  readonly dense?: readonly DenseScores[];
  /** Confidence 0..1 of each sparse expert of the group, where it does not follow from its raw scores; else 1. */
  readonly confidence?: readonly number[];
  /** The signal of a sparse expert, by its place in the group; the same for all products. */
  readonly signal?: (expert: number) => string;
  /** The signal of the group's sparse experts for one product, or for none in particular (-1). */
  readonly productSignal?: (product: number) => string;
  /** Number of similar sessions found, which the gate reads. */
  readonly similarSessions?: number;
}

export const SILENT: GroupScores = {};

/**
 * Experts that share one pass over the evidence. A group is a pure function of the session state: it writes raw scores
 * into `sparse`, in the columns `first`, `first + 1`, … of its experts, and returns the rest; it changes nothing else.
 */
export interface ExpertGroup<Memory = unknown> {
  readonly experts: readonly Expert[];
  /** Makes working memory that is reused from ranking to ranking, one for each mixture at work at the same time. */
  createMemory?(): Memory;
  score(state: SessionState, sparse: SparseScores, first: number, memory: Memory): GroupScores;
}
