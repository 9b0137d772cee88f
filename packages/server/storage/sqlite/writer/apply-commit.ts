import type { DatabaseSync } from 'node:sqlite';
import type { OrganizationId, WriteOutcome } from '../../ports.ts';
import type { ItemNumbers } from '../decisions/item-numbers.ts';
import type { ErasedOrganizations } from '../erasure/erased-organizations.ts';
import { gradingInserter } from '../repositories/gradings/gradings.ts';
import { outcomeInserters } from '../repositories/outcomes.ts';
import type { UsageCounter } from '../repositories/usage.ts';
import { appendSignals, outcomeOfAppend } from '../signal-log/append.ts';
import type { Journal } from '../signal-log/journal.ts';
import type { CommitRecord, CommitWrites, WriteRecord } from './commit-record.ts';
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

  /** The answer to a commit of which a write is refused, found without writing; else undefined. */
  function refusalOf(
    organizationId: OrganizationId,
    writes: readonly WriteRecord[],
  ): readonly WriteOutcome[] | undefined {
    const found = writes.map((write) => foreseen(organizationId, write));
    if (!found.some((outcome) => outcome !== undefined && isRefused(outcome))) return undefined;
    return writes.map((write, index) => {
      const outcome = found[index];
      return outcome !== undefined && isRefused(outcome) ? outcome : notApplied(write);
    });
  }

  function apply(organizationId: OrganizationId, at: number, write: WriteRecord): WriteOutcome {
    switch (write[0]) {
      case 'signals':
        return appendSignals(journal, organizationId, at, write);
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
    return refusalOf(organizationId, writes) ?? writes.map((write) => apply(organizationId, at, write));
  }

  return {
    commit(commit) {
      const [organizationId, at, metered, requestId, ...writes] = commit;
      if (erased.has(organizationId)) return writes.map(notApplied);
      const results = applyAll(commit);
      if (metered === null || results.some(isRefused)) return results;
      if (requestId === null || isNewRequest(organizationId, at, requestId)) {
        usage.count(organizationId, at, metered);
      }
      return results;
    },
  };
}

/** Whether a write was refused, and with it its commit. */
function isRefused(outcome: WriteOutcome): boolean {
  if (outcome.kind === 'signals') return outcome.status === 'conflict' || outcome.status === 'reused';
  return outcome.kind === 'event' && outcome.reused === true;
}

/** The outcome of a write whose commit was refused for another one. */
function notApplied(write: WriteRecord): WriteOutcome {
  switch (write[0]) {
    case 'signals':
      return { kind: 'signals', status: 'conflict', sequence: write[2] };
    case 'event':
      return { kind: 'event', duplicate: false };
    case 'exposures':
      return { kind: 'exposures', recorded: 0, duplicates: 0 };
    case 'decision':
    case 'grading':
      return { kind: write[0] };
  }
}
