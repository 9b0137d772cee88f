import {
  type EventContent,
  type EventOutcome,
  isRefused,
  notApplied,
  outcomeOfEvent,
  outcomeOfSignals,
  refusalOf,
  type SignalsOutcome,
} from '../../commit/decide.ts';
import type {
  Commit,
  Exposure,
  KeptGrading,
  OrganizationId,
  OutcomeEvent,
  PackedDecision,
  RankingDecision,
  Write,
  WriteOutcome,
} from '../../ports.ts';
import { type KnownFacts, keyOf } from './known-facts.ts';

type SignalsWrite = Extract<Write, { kind: 'signals' }>;

/** What a group does to a session. */
export interface SessionChange {
  readonly organizationId: OrganizationId;
  readonly sessionId: string;
  /** Whether the store has no row of it. */
  readonly isNew: boolean;
  readonly openedAt: number;
  seenAt: number;
  sequence: number;
  chain: string | null;
  snapshot: { readonly sequence: number; readonly profile: string } | undefined;
}

/** Signals that are appended by one commit. */
export interface AppendedRun {
  readonly organizationId: OrganizationId;
  readonly write: SignalsWrite;
  readonly first: number;
}

export interface Tenanted<T> {
  readonly organizationId: OrganizationId;
  readonly value: T;
}

export type MatchedExposure = Exposure & { readonly matched: boolean };

/** The rows that a group writes, by key. */
export class GroupPlan {
  readonly sessions = new Map<string, SessionChange>();
  readonly runs = new Map<string, AppendedRun>();
  readonly batches = new Map<string, Tenanted<SignalsWrite>>();
  readonly events = new Map<string, Tenanted<OutcomeEvent>>();
  readonly exposures = new Map<string, Tenanted<MatchedExposure>>();
  readonly decisions = new Map<string, Tenanted<RankingDecision | PackedDecision>>();
  readonly gradings = new Map<string, Tenanted<KeptGrading>>();
  readonly requests = new Map<string, Tenanted<{ readonly at: number; readonly requestId: string }>>();
  /** Counts of metered requests. */
  readonly usage = new Map<
    string,
    {
      readonly organizationId: OrganizationId;
      readonly day: string;
      readonly endpoint: string;
      requests: number;
    }
  >();
  /** The outcomes of each commit. Those of exposures are settled when it is known which were new. */
  readonly outcomes: (readonly WriteOutcome[])[];

  /**
   * Decides what becomes of each commit, in order, as if each were applied to the store behind the one before it.
   *
   * @param known facts of the store; those of the group are added
   */
  constructor(commits: readonly Commit[], known: KnownFacts) {
    this.outcomes = commits.map((commit) => this.#commit(commit, known));
  }

  #commit(commit: Commit, known: KnownFacts): readonly WriteOutcome[] {
    const { organizationId, at, metered, requestId, writes } = commit;
    // As the port says: the caller learns at its next request that there is no such organization.
    if (known.erased.has(organizationId)) return writes.map(unapplied);
    // Nothing is applied where one write is refused, so that is found out first.
    const refused = refusalOf(writes, (write) => foreseen(organizationId, write, known), unapplied);
    if (refused !== undefined) return refused;
    const outcomes = writes.map((write) => this.#apply(organizationId, at, write, known));
    if (metered === undefined || outcomes.some(isRefused)) return outcomes;
    if (requestId !== undefined) {
      const key = keyOf(organizationId, at, requestId);
      if (known.requests.has(key)) return outcomes;
      known.requests.add(key);
      this.requests.set(key, { organizationId, value: { at, requestId } });
    }
    this.#count(organizationId, at, metered);
    return outcomes;
  }

  #count(organizationId: OrganizationId, at: number, endpoint: string): void {
    const day = new Date(at).toISOString().slice(0, 10);
    const key = keyOf(organizationId, day, endpoint);
    const count = this.usage.get(key);
    if (count === undefined) this.usage.set(key, { organizationId, day, endpoint, requests: 1 });
    else count.requests++;
  }

  #apply(organizationId: OrganizationId, at: number, write: Write, known: KnownFacts): WriteOutcome {
    switch (write.kind) {
      case 'signals':
        return this.#append(organizationId, at, write, known);
      case 'event':
        return this.#event(organizationId, write.event, known);
      case 'exposures':
        for (const exposure of write.exposures) {
          const key = exposureKey(organizationId, exposure);
          const matched = known.decisions.has(keyOf(organizationId, exposure.decisionId));
          if (!this.exposures.has(key))
            this.exposures.set(key, { organizationId, value: { ...exposure, matched } });
        }
        return { kind: 'exposures', recorded: 0, duplicates: write.exposures.length };
      case 'decision': {
        const key = keyOf(organizationId, write.decision.id);
        if (!this.decisions.has(key)) this.decisions.set(key, { organizationId, value: write.decision });
        known.decisions.add(key);
        return { kind: 'decision' };
      }
      case 'grading': {
        const key = keyOf(organizationId, write.grading.id);
        if (!this.gradings.has(key)) this.gradings.set(key, { organizationId, value: write.grading });
        return { kind: 'grading' };
      }
    }
  }

  #append(
    organizationId: OrganizationId,
    at: number,
    write: SignalsWrite,
    known: KnownFacts,
  ): SignalsOutcome {
    const outcome = outcomeOfAppend(organizationId, write, known);
    if (outcome.status !== 'applied') return outcome;
    const { sessionId, signals, openedAt, batchId, batchDigest, snapshot, chain = null } = write;
    const { sequence } = outcome;
    const key = keyOf(organizationId, sessionId);
    const change = this.sessions.get(key) ?? {
      organizationId,
      sessionId,
      isNew: !known.sessions.has(key),
      openedAt,
      seenAt: at,
      sequence,
      chain,
      snapshot: undefined,
    };
    change.seenAt = Math.max(change.seenAt, at);
    change.sequence = sequence;
    change.chain = chain;
    if (snapshot !== undefined && snapshot.sequence > (change.snapshot?.sequence ?? 0))
      change.snapshot = snapshot;
    this.sessions.set(key, change);
    known.sessions.set(key, { sequence, chain });
    if (signals.length > 0) {
      const first = sequence - signals.length + 1;
      this.runs.set(keyOf(key, String(first).padStart(16, '0')), { organizationId, write, first });
    }
    if (batchId !== undefined) {
      const batch = keyOf(key, batchId);
      known.batches.set(batch, batchDigest ?? null);
      this.batches.set(batch, { organizationId, value: write });
    }
    return outcome;
  }

  #event(organizationId: OrganizationId, event: OutcomeEvent, known: KnownFacts): EventOutcome {
    const before = knownEvent(organizationId, event, known);
    if (before !== undefined) return before;
    const key = eventKey(organizationId, event);
    known.events.set(key, contentOf(event));
    this.events.set(key, { organizationId, value: event });
    return { kind: 'event', duplicate: false };
  }

  /** Puts the numbers of new exposures in, once it is known which the store did not have. */
  settleExposures(commits: readonly Commit[], isNew: (key: string) => boolean): void {
    const counted = new Set<string>();
    for (const [n, { organizationId, writes }] of commits.entries()) {
      this.outcomes[n] = this.outcomes[n].map((outcome, k) => {
        const write = writes[k];
        // A refused commit has counts of zero.
        if (outcome.kind !== 'exposures' || write.kind !== 'exposures' || outcome.duplicates === 0)
          return outcome;
        let recorded = 0;
        for (const exposure of write.exposures) {
          const key = exposureKey(organizationId, exposure);
          if (counted.has(key) || !isNew(key)) continue;
          counted.add(key);
          recorded++;
        }
        return { kind: 'exposures', recorded, duplicates: write.exposures.length - recorded };
      });
    }
  }
}

export const exposureKey = (
  organizationId: OrganizationId,
  { sessionId, decisionId, itemId }: Exposure,
): string => keyOf(organizationId, sessionId, decisionId, itemId);

export const eventKey = (
  organizationId: OrganizationId,
  { eventId, sessionId, name }: Pick<OutcomeEvent, 'eventId' | 'sessionId' | 'name'>,
): string => keyOf(organizationId, eventId, sessionId, name);

/** The outcome of a write that can be found before anything of its commit is applied. */
function foreseen(organizationId: OrganizationId, write: Write, known: KnownFacts): WriteOutcome | undefined {
  if (write.kind === 'signals') return outcomeOfAppend(organizationId, write, known);
  return write.kind === 'event' ? knownEvent(organizationId, write.event, known) : undefined;
}

function outcomeOfAppend(
  organizationId: OrganizationId,
  { sessionId, after, chain, continues = false, signals, batchId, batchDigest }: SignalsWrite,
  known: KnownFacts,
): SignalsOutcome {
  const key = keyOf(organizationId, sessionId);
  const digest = batchId === undefined ? undefined : known.batches.get(keyOf(key, batchId));
  return outcomeOfSignals(
    {
      after,
      count: signals.length,
      chain: chain ?? null,
      continues,
      batchDigest: batchDigest ?? null,
    },
    known.sessions.get(key),
    digest === undefined ? undefined : { digest },
  );
}

/** The outcome of an event that the session has sent before. */
function knownEvent(
  organizationId: OrganizationId,
  event: OutcomeEvent,
  known: KnownFacts,
): EventOutcome | undefined {
  const before = known.events.get(eventKey(organizationId, event));
  return before && outcomeOfEvent(contentOf(event), before);
}

const contentOf = ({ data, decisionId }: OutcomeEvent): EventContent => ({
  data: data ?? null,
  decisionId: decisionId ?? null,
});

const unapplied = (write: Write): WriteOutcome =>
  notApplied(write.kind, write.kind === 'signals' ? write.after : 0);
