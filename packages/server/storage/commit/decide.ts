import { isDeepStrictEqual } from 'node:util';
import type { WriteOutcome } from '../ports.ts';

/*
 * The law of a commit, the same in every store: what becomes of its writes, from what the store knows. A store finds the
 * facts, asks here, and applies the commit only where nothing of it is refused.
 */

export type SignalsOutcome = Extract<WriteOutcome, { kind: 'signals' }>;
export type EventOutcome = Extract<WriteOutcome, { kind: 'event' }>;

/** Signals that are to be appended; the fields are those of `Write`. */
export interface SentSignals {
  readonly after: number;
  readonly count: number;
  readonly chain: string | null;
  readonly continues: boolean;
  readonly batchDigest: string | null;
}

/** What a store knows of the session that they are sent to. */
export interface StoredSession {
  /** Number of its last signal; 0 of a session without signals. */
  readonly sequence: number;
  /** The chain of the commit that wrote last, `null` where the store does not know. Asked for where signals continue one. */
  readonly chain: string | null;
}

/** A batch that was applied to a session before. */
export interface AppliedBatch {
  /** Of what was sent, `null` where it is not known. */
  readonly digest: string | null;
}

/** What tells two events of one session, id and name apart. */
export interface EventContent {
  /** JSON. */
  readonly data: string | null;
  readonly decisionId: string | null;
}

/**
 * @param session undefined where the store has none
 * @param batch the batch of the same id, undefined where the session has applied none
 */
export function outcomeOfSignals(
  { after, count, chain, continues, batchDigest }: SentSignals,
  session: StoredSession | undefined,
  batch: AppliedBatch | undefined,
): SignalsOutcome {
  const sequence = session?.sequence ?? 0;
  if (batch !== undefined) {
    const isOther = batch.digest !== null && batchDigest !== null && batch.digest !== batchDigest;
    return { kind: 'signals', status: isOther ? 'reused' : 'duplicate', sequence };
  }
  const isNext = sequence === after && (!continues || (session?.chain ?? null) === chain);
  if ((count > 0 || continues) && !isNext) return { kind: 'signals', status: 'conflict', sequence };
  return { kind: 'signals', status: 'applied', sequence: sequence + count };
}

/** @param before the event of the same session, id and name that was sent before, undefined where there was none */
export function outcomeOfEvent(sent: EventContent, before: EventContent | undefined): EventOutcome {
  if (before === undefined) return { kind: 'event', duplicate: false };
  return before.decisionId === sent.decisionId && isSameJson(before.data, sent.data)
    ? { kind: 'event', duplicate: true }
    : { kind: 'event', duplicate: true, reused: true };
}

/** A client may write the fields of an object in another order when it tries again. */
function isSameJson(one: string | null, other: string | null): boolean {
  if (one === other) return true;
  return one !== null && other !== null && isDeepStrictEqual(JSON.parse(one), JSON.parse(other));
}

/** Whether a write was refused, and with it its commit. */
export function isRefused(outcome: WriteOutcome): boolean {
  if (outcome.kind === 'signals') return outcome.status === 'conflict' || outcome.status === 'reused';
  return outcome.kind === 'event' && outcome.reused === true;
}

/**
 * The answer to a commit of which a write is refused: nothing of it is applied.
 *
 * @param writes in the commit's order
 * @param foreseen the outcome of a write, found without writing; undefined where it cannot be refused
 * @returns undefined where nothing is refused
 */
export function refusalOf<W>(
  writes: readonly W[],
  foreseen: (write: W) => WriteOutcome | undefined,
  unapplied: (write: W) => WriteOutcome,
): readonly WriteOutcome[] | undefined {
  const found = writes.map(foreseen);
  if (!found.some((outcome) => outcome !== undefined && isRefused(outcome))) return undefined;
  return found.map((outcome, n) =>
    outcome !== undefined && isRefused(outcome) ? outcome : unapplied(writes[n]),
  );
}

/**
 * The outcome of a write whose commit was refused for another one, or whose organization was erased.
 *
 * @param after what signals state as the last number of their session; without meaning for other kinds
 */
export function notApplied(kind: WriteOutcome['kind'], after: number): WriteOutcome {
  switch (kind) {
    case 'signals':
      return { kind, status: 'conflict', sequence: after };
    case 'event':
      return { kind, duplicate: false };
    case 'exposures':
      return { kind, recorded: 0, duplicates: 0 };
    case 'decision':
    case 'grading':
      return { kind };
  }
}
