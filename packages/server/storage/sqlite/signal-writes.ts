import type { OrganizationId, WriteOutcome } from '../ports.ts';
import type { Journal } from './journal.ts';
import type { WrittenSignals } from './written-commit.ts';

type SignalsOutcome = Extract<WriteOutcome, { kind: 'signals' }>;

/** What a write would come to, without writing: so that a commit can be given up before it has begun. */
export function foreseeSignals(
  journal: Journal,
  organizationId: OrganizationId,
  { sessionId, after, chain, continues, count, batchId }: WrittenSignals,
): SignalsOutcome {
  journal.catchUp();
  const sequence = journal.sequenceOf(organizationId, sessionId);
  if (batchId !== undefined && journal.knowsBatch(organizationId, sessionId, batchId)) {
    return { kind: 'signals', status: 'duplicate', sequence };
  }
  const isNext = sequence === after && (!continues || journal.chainOf(organizationId, sessionId) === chain);
  if (count > 0 && !isNext) return { kind: 'signals', status: 'conflict', sequence };
  return { kind: 'signals', status: 'applied', sequence: sequence + count };
}

/** Writes, unless it comes to a conflict or a duplicate. */
export function writeSignals(
  journal: Journal,
  organizationId: OrganizationId,
  write: WrittenSignals,
  at: number,
): SignalsOutcome {
  const outcome = foreseeSignals(journal, organizationId, write);
  if (outcome.status !== 'applied') return outcome;
  const { sessionId, chain, count, run, openedAt, batchId, snapshot } = write;
  journal.append(organizationId, sessionId, {
    first: outcome.sequence - count + 1,
    last: outcome.sequence,
    at,
    openedAt,
    signals: run,
    batchId,
    chain,
    snapshot,
  });
  return outcome;
}
