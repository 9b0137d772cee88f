import type { DatabaseSync } from 'node:sqlite';
import {
  isRefused,
  notApplied,
  outcomeOfSignals,
  refusalOf,
  type SignalsOutcome,
} from '../../commit/decide.ts';
import type { OrganizationId, WriteOutcome } from '../../ports.ts';
import type { ItemNumbers } from '../decisions/item-numbers.ts';
import type { ErasedOrganizations } from '../erasure/erased-organizations.ts';
import { gradingInserter } from '../repositories/gradings/grading-inserter.ts';
import { outcomeInserters } from '../repositories/outcomes.ts';
import type { UsageCounter } from '../repositories/usage.ts';
import type { Journal } from '../signal-log/journal.ts';
import type { CommitRecord, CommitWrites, SignalsRecord, WriteRecord } from './commit-record.ts';
import type { Handlers } from './writer.ts';

/** Applies everything that one request writes, its metering included. */
export function commitWrites(
  database: DatabaseSync,
  journal: Journal,
  usage: UsageCounter,
  numbers: ItemNumbers,
  erased: ErasedOrganizations,
): Handlers<CommitWrites> {
  const outcomes = outcomeInserters(database, numbers);
  const insertGrading = gradingInserter(database);
  const insertRequest = database.prepare(
    'INSERT INTO counted_requests (organization_id, at, request_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const isNewRequest = (organizationId: OrganizationId, at: number, requestId: string): boolean =>
    insertRequest.run(organizationId, at, requestId).changes === 1;

  /** The outcome of a write that can be found without writing. */
  function foreseen(organizationId: OrganizationId, write: WriteRecord): WriteOutcome | undefined {
    switch (write[0]) {
      case 'signals':
        return outcomeOfAppend(journal, organizationId, write);
      case 'event':
        return outcomes.knownEvent(organizationId, write);
      default:
        return undefined;
    }
  }

  function append(organizationId: OrganizationId, at: number, record: SignalsRecord): SignalsOutcome {
    const outcome = outcomeOfAppend(journal, organizationId, record);
    if (outcome.status === 'applied') journal.append(organizationId, at, record, outcome.sequence);
    return outcome;
  }

  function apply(organizationId: OrganizationId, at: number, write: WriteRecord): WriteOutcome {
    switch (write[0]) {
      case 'signals':
        return append(organizationId, at, write);
      case 'event':
        return outcomes.event(organizationId, write);
      case 'exposures': {
        const recorded = outcomes.exposures(organizationId, write[1]);
        return { kind: 'exposures', recorded, duplicates: write[1].length - recorded };
      }
      case 'decision':
        outcomes.decision(organizationId, write[1]);
        return { kind: 'decision' };
      case 'grading':
        insertGrading(write[1]);
        return { kind: 'grading' };
    }
  }

  function applyAll(commit: CommitRecord): readonly WriteOutcome[] {
    const [organizationId, at, , , first] = commit;
    // Nearly all commits have one write, which finds that it is refused before it has written anything.
    if (commit.length === 5) return [apply(organizationId, at, first)];
    const [, , , , ...writes] = commit;
    return (
      refusalOf(writes, (write) => foreseen(organizationId, write), unapplied) ??
      writes.map((write) => apply(organizationId, at, write))
    );
  }

  return {
    commit(commit) {
      const [organizationId, at, metered, requestId, ...writes] = commit;
      if (erased.has(organizationId)) return writes.map(unapplied);
      const results = applyAll(commit);
      if (metered === null || results.some(isRefused)) return results;
      if (requestId === null || isNewRequest(organizationId, at, requestId)) {
        usage.count(organizationId, at, metered);
      }
      return results;
    },
  };
}

function outcomeOfAppend(
  journal: Journal,
  organizationId: OrganizationId,
  [, sessionId, after, count, , , batchId, , , chain, continues, batchDigest]: SignalsRecord,
): SignalsOutcome {
  journal.catchUp();
  return outcomeOfSignals(
    { after, count, chain, continues, batchDigest },
    {
      sequence: journal.sequenceOf(organizationId, sessionId),
      chain: continues ? journal.chainOf(organizationId, sessionId) : null,
    },
    batchId === null ? undefined : journal.batchOf(organizationId, sessionId, batchId),
  );
}

const unapplied = (write: WriteRecord): WriteOutcome =>
  notApplied(write[0], write[0] === 'signals' ? write[2] : 0);
