import type { DatabaseSync } from 'node:sqlite';
import type { OrganizationId, WriteOutcome } from '../../ports.ts';
import { gradingInserter } from '../repositories/gradings.ts';
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
): Handlers<CommitWrites> {
  const outcomes = outcomeInserters(database);
  const insertGrading = gradingInserter(database);
  const insertRequest = database.prepare(
    'INSERT INTO counted_requests (organization_id, at, request_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const isNewRequest = (organizationId: OrganizationId, at: number, requestId: string): boolean =>
    insertRequest.run(organizationId, at, requestId).changes === 1;

  /** The answer to a commit that has a conflict, found without writing; else undefined. */
  function conflictOf(
    organizationId: OrganizationId,
    writes: readonly WriteRecord[],
  ): readonly WriteOutcome[] | undefined {
    const appends = writes.map((write) =>
      write[0] === 'signals' ? outcomeOfAppend(journal, organizationId, write) : undefined,
    );
    if (!appends.some((outcome) => outcome?.status === 'conflict')) return undefined;
    return writes.map((write, index) => appends[index] ?? notApplied(write));
  }

  function apply(organizationId: OrganizationId, at: number, write: WriteRecord): WriteOutcome {
    switch (write[0]) {
      case 'signals':
        return appendSignals(journal, organizationId, at, write);
      case 'event':
        return { kind: 'event', duplicate: outcomes.event(organizationId, write) };
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
    // Nearly all commits have one write. One append finds its own conflict before it has written anything.
    if (commit.length === 5) return [apply(organizationId, at, first)];
    const [, , , , ...writes] = commit;
    const conflict = conflictOf(organizationId, writes);
    return conflict ?? writes.map((write) => apply(organizationId, at, write));
  }

  return {
    commit(commit) {
      const [organizationId, at, metered, requestId] = commit;
      const results = applyAll(commit);
      const refused = results.some((result) => result.kind === 'signals' && result.status === 'conflict');
      if (metered === null || refused) return results;
      if (requestId === null || isNewRequest(organizationId, at, requestId)) {
        usage.count(organizationId, at, metered);
      }
      return results;
    },
  };
}

/** The outcome of a write whose commit had a conflict elsewhere. */
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
