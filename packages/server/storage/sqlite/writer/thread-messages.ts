import type { WriteOutcome } from '../../ports.ts';
import { sqliteFailure } from '../connection/database.ts';
import type { StoreMark } from '../damage/marker-file.ts';
import type { CommitRecord } from './commit-record.ts';
import type { StoreWrites } from './store-writes.ts';
import type { Queued, WriteResult } from './writer.ts';

/*
 * How writes and their results cross between the threads. Commits and their results come by the thousand, so they cross
 * without the names of fields: a commit as its record alone, the result of a single write as a number or a truth value.
 */

/** A write as it crosses and is applied: the record of a commit, or another write with its name. */
export type SentWrite = CommitRecord | Queued<StoreWrites>;

/** The sequence number of applied signals, whether an event was a duplicate, or the whole result. */
export type SentResult = number | boolean | WriteResult;

/** To the thread: a group to carry out, or the request to end. */
export type ToWriterThread = { readonly group: readonly SentWrite[] } | { readonly close: true };

/**
 * From the thread: the results of the last group, in order, how long it took, and the mark that is durable with it; or
 * a failure of the store for which no write fails.
 */
export type FromWriterThread =
  | {
      readonly results: readonly SentResult[];
      readonly milliseconds: number;
      readonly mark?: StoreMark | undefined;
    }
  | { readonly failure: SentFailure };

/** A failure of SQLite, with its extended result code. */
export interface SentFailure {
  readonly errcode: number;
  readonly message: string;
}

export function sentFailure(error: unknown): SentFailure | undefined {
  const failure = sqliteFailure(error);
  return failure && { errcode: failure.code, message: failure.message };
}

/** The failure as the error that SQLite threw. */
export const receivedFailure = ({ errcode, message }: SentFailure): Error =>
  Object.assign(new Error(message), { errcode });

export function sentWrite(queued: Queued<StoreWrites>): SentWrite {
  return queued.name === 'commit' ? queued.input : queued;
}

export const isCommitRecord = (sent: SentWrite): sent is CommitRecord => Array.isArray(sent);

export function sentResult(result: WriteResult): SentResult {
  if (!result.ok || !Array.isArray(result.output) || result.output.length !== 1) return result;
  const [outcome] = result.output as readonly WriteOutcome[];
  if (outcome?.kind === 'event') return outcome.reused ? result : outcome.duplicate;
  return outcome?.kind === 'signals' && outcome.status === 'applied' ? outcome.sequence : result;
}

export function receivedResult(sent: SentResult): WriteResult {
  if (typeof sent === 'object') return sent;
  const outcome: WriteOutcome =
    typeof sent === 'boolean'
      ? { kind: 'event', duplicate: sent }
      : { kind: 'signals', status: 'applied', sequence: sent };
  return { ok: true, output: [outcome] };
}
