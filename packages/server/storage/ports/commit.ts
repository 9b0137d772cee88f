import type { KeptGrading } from './gradings/gradings.ts';
import type { OrganizationId, SessionId } from './identity.ts';
import type { Exposure, OutcomeEvent, PackedDecision, RankingDecision } from './outcomes.ts';
import type { ProfileSnapshot } from './session-profiles.ts';
import type { SentSignal } from './sessions.ts';

/** One write of a request. Each kind answers with the outcome of the same name in `WriteOutcome`. */
export type Write =
  | {
      readonly kind: 'signals';
      readonly sessionId: SessionId;
      /**
       * Compare-and-set: the sequence number that the caller believes is the last; the signals are numbered on from it.
       * Not compared where there are no signals, which only opens the session, unless it continues a chain. A number says
       * how long the log is, not what it holds: a commit that builds on one which is not acknowledged names its chain, too.
       */
      readonly after: number;
      /**
       * Names a chain of commits of one caller, each built on the one before it. With `continues`, the number is not
       * enough: the signals are applied only where the store knows that a commit of this chain wrote the last ones of
       * the session. A caller sets it as long as the commit before is not acknowledged: another caller may have been
       * faster. A store may forget chains; it then answers `conflict`.
       */
      readonly chain?: string | undefined;
      readonly continues?: boolean | undefined;
      readonly signals: readonly SentSignal[];
      /** In ms since the epoch. */
      readonly openedAt: number;
      readonly batchId?: string | undefined;
      /** Of what was sent under `batchId`: equal for equal signals. Absent where it is not known. */
      readonly batchDigest?: string | undefined;
      readonly snapshot?: ProfileSnapshot | undefined;
    }
  | { readonly kind: 'event'; readonly event: OutcomeEvent }
  | { readonly kind: 'exposures'; readonly exposures: readonly Exposure[] }
  | { readonly kind: 'decision'; readonly decision: RankingDecision | PackedDecision }
  | { readonly kind: 'grading'; readonly grading: KeptGrading };

export type WriteOutcome =
  | {
      readonly kind: 'signals';
      /**
       * `conflict`: the session has moved on, and nothing of the whole commit was applied or counted; load it again.
       * `duplicate`: this batch was applied before; the rest of the commit was applied and counted. `reused`: the
       * session has used the id of the batch for other signals, and nothing of the whole commit was applied or counted.
       * `sequence` is the number of the session's last signal now.
       */
      readonly status: 'applied' | 'conflict' | 'duplicate' | 'reused';
      readonly sequence: number;
    }
  | {
      readonly kind: 'event';
      /** The session has sent an event of this id and name before. */
      readonly duplicate: boolean;
      /** It was another one, by data or decision; nothing of the whole commit was applied or counted. */
      readonly reused?: true;
    }
  | { readonly kind: 'exposures'; readonly recorded: number; readonly duplicates: number }
  | { readonly kind: 'decision' }
  | { readonly kind: 'grading' };

/**
 * Everything that one request writes, its metering included: applied together or not at all. It may hold no writes. A
 * commit without an organization is refused.
 *
 * In a cluster, nothing is applied or counted for an organization that was erased: signals are a `conflict` with the number
 * that the caller stated, events no duplicates, exposures neither recorded nor duplicates. A caller that loads the session
 * again finds none, and its next request finds no key.
 */
export interface Commit {
  readonly organizationId: OrganizationId;
  /** Endpoint path to count, e.g. `/catalog/audit`; absent for unmetered endpoints. A conflict counts nothing. */
  readonly metered?: string | undefined;
  /** In ms since the epoch. */
  readonly at: number;
  readonly writes: readonly Write[];
  /** A commit with an id is counted once, however often it is made; always with the same `at`. */
  readonly requestId?: string | undefined;
}
