import type { OrganizationId, WriteOutcome } from '../../ports.ts';
import type { SignalsRecord } from '../writer/commit-record.ts';
import type { Journal } from './journal.ts';

type SignalsOutcome = Extract<WriteOutcome, { kind: 'signals' }>;

/** The outcome of an append, found without writing: so that a commit can be refused before any of it is applied. */
export function outcomeOfAppend(
  journal: Journal,
  organizationId: OrganizationId,
  [, sessionId, after, count, , , batchId, , , chain, continues, batchDigest]: SignalsRecord,
): SignalsOutcome {
  journal.catchUp();
  const sequence = journal.sequenceOf(organizationId, sessionId);
  const known = batchId === null ? undefined : journal.batchOf(organizationId, sessionId, batchId);
  if (known !== undefined) {
    const { digest } = known;
    const isOther = digest !== null && batchDigest !== null && digest !== batchDigest;
    return { kind: 'signals', status: isOther ? 'reused' : 'duplicate', sequence };
  }
  const isNext = sequence === after && (!continues || journal.chainOf(organizationId, sessionId) === chain);
  if (count > 0 && !isNext) return { kind: 'signals', status: 'conflict', sequence };
  return { kind: 'signals', status: 'applied', sequence: sequence + count };
}

/** Appends where the outcome is `applied`. */
export function appendSignals(
  journal: Journal,
  organizationId: OrganizationId,
  at: number,
  record: SignalsRecord,
): SignalsOutcome {
  const outcome = outcomeOfAppend(journal, organizationId, record);
  if (outcome.status === 'applied') journal.append(organizationId, at, record, outcome.sequence);
  return outcome;
}
