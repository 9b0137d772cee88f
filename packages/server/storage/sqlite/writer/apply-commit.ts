import type { DatabaseSync } from 'node:sqlite';
import type { OrganizationId, WriteOutcome } from '../../ports.ts';
import { gradingWrites } from '../repositories/gradings.ts';
import { outcomeWrites } from '../repositories/outcomes.ts';
import type { UsageCounter } from '../repositories/usage.ts';
import { foreseeSignals, writeSignals } from '../signal-log/append.ts';
import type { Journal } from '../signal-log/journal.ts';
import type { WrittenCommit, WrittenWrite } from './commit-record.ts';
import type { WriteHandlers } from './store-writes.ts';

/** Applies what one request writes, its metering included. */
export function commitWrites(
  database: DatabaseSync,
  journal: Journal,
  usage: UsageCounter,
): Pick<WriteHandlers, 'commit'> {
  const outcomes = outcomeWrites(database);
  const keepGrading = gradingWrites(database);
  const remember = database.prepare(
    'INSERT INTO counted_requests (organization_id, at, request_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const isNew = (organizationId: OrganizationId, at: number, requestId: string): boolean =>
    remember.run(organizationId, at, requestId).changes === 1;

  /** What to answer, without writing, where the commit is given up because of a conflict; else undefined. */
  function conflictOf({ organizationId, writes }: WrittenCommit): readonly WriteOutcome[] | undefined {
    const foreseen = writes.map((write) =>
      write.kind === 'signals' ? foreseeSignals(journal, organizationId, write) : undefined,
    );
    if (!foreseen.some((outcome) => outcome?.status === 'conflict')) return undefined;
    return writes.map((write, index) => foreseen[index] ?? untouched(write));
  }

  function apply(organizationId: OrganizationId, write: WrittenWrite, at: number): WriteOutcome {
    switch (write.kind) {
      case 'signals':
        return writeSignals(journal, organizationId, write, at);
      case 'event':
        return { kind: 'event', duplicate: outcomes.event(organizationId, write.event) };
      case 'exposures': {
        const recorded = outcomes.exposures(organizationId, write.exposures);
        return { kind: 'exposures', recorded, duplicates: write.exposures.length - recorded };
      }
      case 'decision':
        outcomes.decision(organizationId, write.decision);
        return { kind: 'decision' };
      case 'grading':
        keepGrading(write.grading);
        return { kind: 'grading' };
    }
  }

  return {
    commit(commit) {
      const { organizationId, writes, metered, at, requestId } = commit;
      // A lone write of signals finds its own conflict before it has written anything.
      const conflict = writes.length > 1 ? conflictOf(commit) : undefined;
      if (conflict !== undefined) return conflict;
      const results = writes.map((write) => apply(organizationId, write, at));
      const refused = results.some((result) => result.kind === 'signals' && result.status === 'conflict');
      if (metered === undefined || refused) return results;
      if (requestId === undefined || isNew(organizationId, at, requestId)) {
        usage.count(organizationId, at, metered);
      }
      return results;
    },
  };
}

function untouched(write: WrittenWrite): WriteOutcome {
  switch (write.kind) {
    case 'signals':
      return { kind: 'signals', status: 'conflict', sequence: write.after };
    case 'event':
      return { kind: 'event', duplicate: false };
    case 'exposures':
      return { kind: 'exposures', recorded: 0, duplicates: 0 };
    case 'decision':
    case 'grading':
      return { kind: write.kind };
  }
}
