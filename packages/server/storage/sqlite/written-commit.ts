import type { Commit, ProfileSnapshot, SessionId, Write } from '../ports.ts';
import { writtenRun } from './runs.ts';

type SignalsWrite = Extract<Write, { kind: 'signals' }>;

/** Signals on their way to the writer: one text already, as it will lie in the journal. */
export interface WrittenSignals {
  readonly kind: 'signals';
  readonly sessionId: SessionId;
  readonly after: number;
  readonly chain: string | undefined;
  readonly continues: boolean;
  /** How many signals the run has. */
  readonly count: number;
  readonly run: string;
  readonly openedAt: number;
  readonly batchId: string | undefined;
  readonly snapshot: ProfileSnapshot | undefined;
}

/** What the writer is asked to apply. */
export type WrittenWrite = Exclude<Write, SignalsWrite> | WrittenSignals;

/** A commit whose signals are written as they will be stored, by the thread that has them as objects. */
export interface WrittenCommit {
  readonly organizationId: Commit['organizationId'];
  readonly at: number;
  readonly metered: string | undefined;
  readonly requestId: string | undefined;
  readonly writes: readonly WrittenWrite[];
}

function written(write: Write): WrittenWrite {
  if (write.kind !== 'signals') return write;
  const { kind, sessionId, after, chain, continues = false, signals, openedAt, batchId, snapshot } = write;
  return {
    kind,
    sessionId,
    after,
    chain,
    continues,
    count: signals.length,
    run: writtenRun(signals),
    openedAt,
    batchId,
    snapshot,
  };
}

export function writtenCommit({ organizationId, at, metered, requestId, writes }: Commit): WrittenCommit {
  return { organizationId, at, metered, requestId, writes: writes.map(written) };
}
