import type { OrganizationId, Write, WriteOutcome } from '../ports.ts';
import type { Journal } from './journal.ts';
import { writtenRun } from './runs.ts';

type SignalsWrite = Extract<Write, { kind: 'signals' }>;
type SignalsOutcome = Extract<WriteOutcome, { kind: 'signals' }>;

/** What a write would come to, without writing: so that a commit can be given up before it has begun. */
export function foreseeSignals(
  journal: Journal,
  organizationId: OrganizationId,
  { sessionId, after, signals, batchId }: SignalsWrite,
): SignalsOutcome {
  journal.catchUp();
  const sequence = journal.sequenceOf(organizationId, sessionId);
  if (batchId !== undefined && journal.knowsBatch(organizationId, sessionId, batchId)) {
    return { kind: 'signals', status: 'duplicate', sequence };
  }
  if (signals.length > 0 && sequence !== after) {
    return { kind: 'signals', status: 'conflict', sequence };
  }
  return { kind: 'signals', status: 'applied', sequence: sequence + signals.length };
}

/**
 * Writes, unless it comes to a conflict or a duplicate.
 *
 * @throws RangeError where the signals are not numbered one after another
 */
export function writeSignals(
  journal: Journal,
  organizationId: OrganizationId,
  write: SignalsWrite,
  at: number,
): SignalsOutcome {
  const outcome = foreseeSignals(journal, organizationId, write);
  if (outcome.status !== 'applied') return outcome;
  const { sessionId, signals, openedAt, batchId, snapshot } = write;
  const first = outcome.sequence - signals.length + 1;
  for (let index = 0; index < signals.length; index++) {
    if (signals[index]!.sequence === first + index) continue;
    throw new RangeError(`Signal ${signals[index]!.sequence} does not follow signal ${first + index - 1}.`);
  }
  journal.append(organizationId, sessionId, {
    first,
    last: outcome.sequence,
    at,
    openedAt,
    signals: writtenRun(signals),
    batchId,
    snapshot,
  });
  return outcome;
}
