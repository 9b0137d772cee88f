import type { DatabaseSync } from 'node:sqlite';
import type { OrganizationId, SessionId } from '../../ports.ts';
import type { Filing } from '../signal-log/compaction.ts';
import type { Journal } from '../signal-log/journal.ts';
import type { WriteHandlers } from '../writer/store-writes.ts';
import { UnpublishedParts } from './unpublished-parts.ts';

/** Sessions looked at, and rows removed of each other kind, in one step: a few ms of the writer's time. */
const STEP = 200;
/**
 * Catalogues, and models with the small steps that they were updated by, removed in one step: as many as have so many
 * bytes together, one at least. A shop that learns every minute makes 1,440 steps a day.
 */
const STEP_VERSIONS = 20;
const STEP_BYTES = 2_000_000;

/** The version that another one was made from by small steps, itself where it was not: `m` of `m.3`. */
const WHOLE = "substr(version, 1, instr(version || '.', '.') - 1)";

/**
 * Removes what is older than the retention times, a small step a call, so that it can share transactions with
 * requests. A round goes through the organizations, and in each through its sessions in the order of their key; then
 * through parts that were never published.
 */
export function retentionWrites(
  database: DatabaseSync,
  journal: Journal,
  filing: Filing,
): Pick<WriteHandlers, 'retain'> {
  const nextOrganization = database.prepare(
    'SELECT organization_id FROM organizations WHERE organization_id > ? ORDER BY organization_id LIMIT 1',
  );
  const sessions = database.prepare(
    `SELECT session_id, last_seen_at FROM sessions WHERE organization_id = ? AND session_id > ?
     ORDER BY session_id LIMIT ${STEP}`,
  );
  const ofSession = ['signal_runs', 'batches', 'snapshots', 'sessions'].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE organization_id = ? AND session_id = ?`),
  );
  const removeEvents = database.prepare(
    `DELETE FROM events WHERE organization_id = :organization AND (at, event_id) IN
       (SELECT at, event_id FROM events WHERE organization_id = :organization AND at < :before
        ORDER BY at LIMIT ${STEP})`,
  );
  const removeExposures = database.prepare(
    `DELETE FROM exposures WHERE organization_id = :organization AND (session_id, decision_id, item_id) IN
       (SELECT session_id, decision_id, item_id FROM exposures
        WHERE organization_id = :organization AND at < :before ORDER BY at LIMIT ${STEP})`,
  );
  const removeCounted = database.prepare(
    `DELETE FROM counted_requests WHERE organization_id = :organization AND (at, request_id) IN
       (SELECT at, request_id FROM counted_requests WHERE organization_id = :organization AND at < :before
        ORDER BY at LIMIT ${STEP})`,
  );
  const removeDecisions = database.prepare(
    `DELETE FROM decisions WHERE organization_id = :organization AND (at, decision_id) IN
       (SELECT at, decision_id FROM decisions WHERE organization_id = :organization AND at < :before
        ORDER BY at LIMIT ${STEP})`,
  );
  // What a catalogue or model was replaced by is not recorded, so its age counts from its own making.
  const oldVersion = (table: 'catalogues' | 'models', kind: 'catalogue' | 'model', madeAt: string) => ({
    kind,
    find: database.prepare(
      `SELECT version, bytes FROM ${table} WHERE organization_id = :organization AND ${madeAt} < :before
         AND ${WHOLE} NOT IN (SELECT ${WHOLE} FROM current_versions
           WHERE organization_id = :organization AND kind = '${kind}') LIMIT ${STEP_VERSIONS}`,
    ),
    remove: database.prepare(`DELETE FROM ${table} WHERE organization_id = ? AND version = ?`),
  });
  const versioned = [
    oldVersion('catalogues', 'catalogue', 'imported_at'),
    oldVersion('models', 'model', 'built_at'),
  ];
  const removeParts = database.prepare(
    'DELETE FROM parts WHERE organization_id = ? AND kind = ? AND version = ?',
  );

  const unpublished = new UnpublishedParts(database);

  return {
    retain({ retention, now, cursor }) {
      const organization = (cursor.organizationId ?? nextOrganization.get('')?.organization_id) as
        | OrganizationId
        | undefined;
      if (organization === undefined) return null;
      if (cursor.parts !== undefined) {
        const parts = unpublished.step(now, cursor.parts.after);
        return parts === undefined ? null : { organizationId: organization, parts: { after: parts } };
      }

      // What is removed while it is also in the journal could be filed again after a crash.
      journal.catchUp();
      const waits = filing.isUnderWay;
      const seen = (waits ? [] : sessions.all(organization, cursor.sessionId ?? '')) as unknown as {
        session_id: SessionId;
        last_seen_at: number;
      }[];
      for (const { session_id, last_seen_at } of seen) {
        if (last_seen_at >= now - retention.sessions) continue;
        if (journal.find(organization, session_id) !== undefined) continue;
        for (const statement of ofSession) statement.run(organization, session_id);
      }
      const outcomes = { organization, before: now - retention.outcomes };
      const decisions = { organization, before: now - retention.decisions };
      let full = removeEvents.run(outcomes).changes === STEP;
      full = removeExposures.run(outcomes).changes === STEP || full;
      full = removeCounted.run(outcomes).changes === STEP || full;
      full = removeDecisions.run(decisions).changes === STEP || full;
      for (const { kind, find, remove } of versioned) {
        let removed = 0;
        const old = find.all(decisions) as unknown as { version: string; bytes: number }[];
        for (const { version, bytes } of old) {
          if (removed > 0 && removed + bytes > STEP_BYTES) break;
          remove.run(organization, version);
          removeParts.run(organization, kind, version);
          removed += bytes;
          full = true;
        }
      }

      const last = seen.at(-1)?.session_id ?? cursor.sessionId;
      if (waits || seen.length === STEP || full) {
        return { organizationId: organization, ...(last !== undefined && { sessionId: last }) };
      }
      const next = nextOrganization.get(organization)?.organization_id as string | undefined;
      return next === undefined ? { organizationId: organization, parts: {} } : { organizationId: next };
    },
  };
}
