import type { DatabaseSync } from 'node:sqlite';
import type { OrganizationId, Retention, SessionId } from '../../ports.ts';
import type { Compaction } from '../signal-log/compaction.ts';
import type { Journal } from '../signal-log/journal.ts';
import type { Handlers } from '../writer/writer.ts';
import { UnpublishedParts } from './unpublished-parts.ts';

/** Where a round of retention stands; each step goes on where the last one ended. */
export interface RetentionCursor {
  readonly organizationId?: string;
  readonly sessionId?: string;
  /** Present when all organizations are done: unpublished parts are next, after this number. */
  readonly parts?: { readonly after?: number };
}

export interface RetentionWrites {
  /** Takes one small step; answers where to go on, or null at the end of a round. */
  retain: {
    input: { readonly retention: Retention; readonly now: number; readonly cursor: RetentionCursor };
    output: RetentionCursor | null;
  };
}

/**
 * Sessions looked at, and rows removed of each other kind, in one step: a few ms of the writer's time. Set by hand.
 */
const STEP = 200;
/**
 * Catalogues and models removed in one step: as many as have this many bytes together, at least one. A shop that learns
 * every minute makes 1,440 model versions a day. Set by hand.
 */
const STEP_VERSIONS = 20;
const STEP_BYTES = 2_000_000;

/** The whole model that a version was updated from, itself where it is whole: `m` of `m.3`. */
const WHOLE = "substr(version, 1, instr(version || '.', '.') - 1)";

/** Artefact parts without a catalogue removed in one step: 2 MB. */
const STEP_ARTEFACT_PARTS = 8;
/** The same of kept files. */
const STEP_FILE_PARTS = 8;
/** A file that has not come whole after this long never will; ms. Set by hand. */
const STILL_COMING = 3_600_000;

/**
 * Removes facts that are older than the retention times, a small step a call, so that it can share transactions with
 * requests. A round goes through the organizations, and in each through its sessions in the order of their key; then
 * through parts that were never published.
 */
export function retentionWrites(
  database: DatabaseSync,
  journal: Journal,
  compaction: Compaction,
): Handlers<RetentionWrites> {
  const nextOrganization = database.prepare(
    'SELECT organization_id FROM organizations WHERE organization_id > ? ORDER BY organization_id LIMIT 1',
  );
  const sessions = database.prepare(
    `SELECT session_id, last_seen_at FROM sessions WHERE organization_id = ? AND session_id > ?
     ORDER BY session_id LIMIT ${STEP}`,
  );
  const ofSession = ['signal_runs', 'batches', 'snapshots', 'session_rulings', 'sessions'].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE organization_id = ? AND session_id = ?`),
  );
  const removeEvents = database.prepare(
    `DELETE FROM events WHERE organization_id = :organization AND (at, event_id, session_id, name) IN
       (SELECT at, event_id, session_id, name FROM events WHERE organization_id = :organization AND at < :before
        ORDER BY at LIMIT ${STEP})`,
  );
  const removeExposures = database.prepare(
    `DELETE FROM exposures WHERE organization_id = :organization AND (session_id, decision_id, item_id) IN
       (SELECT session_id, decision_id, item_id FROM exposures
        WHERE organization_id = :organization AND at < :before ORDER BY at LIMIT ${STEP})`,
  );
  const removeOrders = database.prepare(
    `DELETE FROM orders WHERE organization_id = :organization AND order_id IN
       (SELECT order_id FROM orders WHERE organization_id = :organization AND at < :before
        ORDER BY at LIMIT ${STEP})`,
  );
  const removeOrderChanges = database.prepare(
    `DELETE FROM order_changes WHERE organization_id = :organization AND order_id IN
       (SELECT order_id FROM order_changes WHERE organization_id = :organization AND changed_at < :before
        ORDER BY changed_at LIMIT ${STEP})`,
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
  // The time at which a version was replaced is not recorded, so its age counts from its own making.
  const oldVersion = (
    table: 'catalogues' | 'models',
    kind: 'catalogue' | 'model',
    madeAt: string,
    content: string,
  ) => ({
    kind,
    find: database.prepare(
      `SELECT version, ${content} AS content, bytes FROM ${table} WHERE organization_id = :organization AND ${madeAt} < :before
         AND ${WHOLE} NOT IN (SELECT ${WHOLE} FROM current_versions
           WHERE organization_id = :organization AND kind = '${kind}') LIMIT ${STEP_VERSIONS}`,
    ),
    remove: database.prepare(`DELETE FROM ${table} WHERE organization_id = ? AND version = ?`),
  });
  const versioned = [
    oldVersion('catalogues', 'catalogue', 'imported_at', 'version'),
    oldVersion('models', 'model', 'built_at', 'IFNULL(content, version)'),
  ];
  const removeParts = database.prepare(
    'DELETE FROM parts WHERE organization_id = ? AND kind = ? AND version = ?',
  );
  // Artefacts go with their catalogue, and so do the parts of those whose builder died.
  const removeArtefacts = database.prepare(
    `DELETE FROM artefacts WHERE organization_id = :organization AND catalogue_version NOT IN
       (SELECT version FROM catalogues WHERE organization_id = :organization)`,
  );
  const removeArtefactParts = database.prepare(
    `DELETE FROM artefact_parts WHERE rowid IN
       (SELECT rowid FROM artefact_parts WHERE organization_id = :organization AND catalogue_version NOT IN
          (SELECT version FROM catalogues WHERE organization_id = :organization)
        LIMIT ${STEP_ARTEFACT_PARTS})`,
  );

  const hideFiles = database.prepare(
    `UPDATE kept_files SET state = 'removed' WHERE organization_id = :organization
       AND (state = 'kept' AND at < :before OR state = 'coming' AND at < :stuck)`,
  );
  const removeFileParts = database.prepare(
    `DELETE FROM kept_file_parts WHERE rowid IN
       (SELECT p.rowid FROM kept_files f JOIN kept_file_parts p USING (organization_id, file_id)
        WHERE f.organization_id = :organization AND f.state = 'removed' LIMIT ${STEP_FILE_PARTS})`,
  );
  const removeFiles = database.prepare(
    `DELETE FROM kept_files WHERE organization_id = :organization AND state = 'removed' AND NOT EXISTS
       (SELECT 1 FROM kept_file_parts p
        WHERE p.organization_id = kept_files.organization_id AND p.file_id = kept_files.file_id)`,
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

      // A session that is also in the journal could be compacted again after a crash.
      journal.catchUp();
      const waits = compaction.isUnderWay;
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
      full = removeOrders.run(outcomes).changes === STEP || full;
      full = removeOrderChanges.run(outcomes).changes === STEP || full;
      full = removeCounted.run(outcomes).changes === STEP || full;
      full = removeDecisions.run(decisions).changes === STEP || full;
      for (const { kind, find, remove } of versioned) {
        let removed = 0;
        const old = find.all(decisions) as unknown as {
          version: string;
          content: string;
          bytes: number;
        }[];
        for (const { version, content, bytes } of old) {
          if (removed > 0 && removed + bytes > STEP_BYTES) break;
          remove.run(organization, version);
          removeParts.run(organization, kind, content);
          removed += bytes;
          full = true;
        }
      }
      removeArtefacts.run({ organization });
      full = removeArtefactParts.run({ organization }).changes === STEP_ARTEFACT_PARTS || full;

      hideFiles.run({ organization, before: now - retention.exports, stuck: now - STILL_COMING });
      full = removeFileParts.run({ organization }).changes === STEP_FILE_PARTS || full;
      removeFiles.run({ organization });

      const last = seen.at(-1)?.session_id ?? cursor.sessionId;
      if (waits || seen.length === STEP || full) {
        return { organizationId: organization, ...(last !== undefined && { sessionId: last }) };
      }
      const next = nextOrganization.get(organization)?.organization_id as string | undefined;
      return next === undefined ? { organizationId: organization, parts: {} } : { organizationId: next };
    },
  };
}
