import type { SHARED_TABLES, TENANT_TABLES } from '../cluster/connection/schema.ts';

/** A table of the cluster, and the statements that read its rows from an embedded store. */
export interface MovedTable {
  readonly name: (typeof TENANT_TABLES)[number] | (typeof SHARED_TABLES)[number];
  /**
   * Each with the organization as its one parameter, and the columns of the table but the organization under their names.
   * Their rows come one statement after the other, in the order of the table's key.
   */
  readonly selects: readonly string[];
}

const table = (name: MovedTable['name'], ...selects: readonly string[]): MovedTable => ({ name, selects });

/** The rows of a table that has the same columns in both stores, but for those that are computed. */
const same = (name: MovedTable['name'], key: string, columns: string): MovedTable =>
  table(name, `SELECT ${columns} FROM ${name} WHERE organization_id = ? ORDER BY ${key}`);

/**
 * What happened in an organization, and what it keeps. The log of signals is compacted before it is read
 * (`source-store.ts`), so the journal has nothing of it.
 */
export const MOVED_TENANT_TABLES: readonly MovedTable[] = [
  same('audit_log', 'entry_id', 'entry_id, at, person_id, email, action, subject, detail'),
  same('catalogues', 'version', 'version, products, imported_at, roles, privacy, kinds, bytes'),
  same('models', 'version', 'version, catalogue_version, built_at, bytes'),
  same('current_versions', 'kind', 'kind, version'),
  same('artefacts', 'catalogue_version, kind, format', 'catalogue_version, kind, format, bytes'),
  // Only the parts that a row names: an import that died has left others. The joins are in the order of the key, so that
  // no bytes are sorted.
  table(
    'parts',
    `SELECT 'artefact' AS kind, a.catalogue_version || char(10) || a.kind || char(10) || a.format AS name,
       p.part, p.bytes
     FROM artefacts a CROSS JOIN artefact_parts p
       ON p.organization_id = a.organization_id AND p.catalogue_version = a.catalogue_version AND p.content = a.content
     WHERE a.organization_id = ? ORDER BY a.catalogue_version, a.kind, a.format, p.part`,
    `SELECT 'catalogue' AS kind, c.version AS name, p.part, p.bytes
     FROM catalogues c CROSS JOIN parts p
       ON p.organization_id = c.organization_id AND p.kind = 'catalogue' AND p.version = c.version
     WHERE c.organization_id = ? ORDER BY c.version, p.part`,
    `SELECT 'file' AS kind, f.file_id AS name, p.part, p.bytes
     FROM kept_files f CROSS JOIN kept_file_parts p
       ON p.organization_id = f.organization_id AND p.file_id = f.file_id
     WHERE f.organization_id = ? AND f.state = 'kept' ORDER BY f.file_id, p.part`,
    `SELECT 'model' AS kind, m.version AS name, p.part, p.bytes
     FROM models m CROSS JOIN parts p
       ON p.organization_id = m.organization_id AND p.kind = 'model' AND p.version = IFNULL(m.content, m.version)
     WHERE m.organization_id = ? ORDER BY m.version, p.part`,
  ),
  same('gradings', 'grading_id', 'grading_id, at, kind, category, result, summary, origin'),
  same(
    'filled_cells',
    'grading_id, attribute, product_id, current',
    'grading_id, attribute, product_id, current, value',
  ),
  table(
    'kept_files',
    `SELECT file_id, kind, name, at, bytes, facts FROM kept_files
     WHERE organization_id = ? AND state = 'kept' ORDER BY file_id`,
  ),
  // Chains are of commits that are under way.
  same('sessions', 'session_id', 'session_id, opened_at, last_seen_at, last_sequence, NULL AS chain'),
  same(
    'signal_runs',
    'session_id, first_sequence',
    `session_id, first_sequence, first_sequence + json_array_length(signals) - 1 AS last_sequence, signals`,
  ),
  same('batches', 'session_id, batch_id', 'session_id, batch_id, digest'),
  same('snapshots', 'session_id', 'session_id, sequence, profile'),
  same('session_rulings', 'session_id', 'session_id, ruling, ruled_at'),
  same('events', 'event_id, session_id, name', 'event_id, session_id, name, at, data, decision_id'),
  // Texts of packed decisions are empty here and null there; items are numbers here and ids there.
  table(
    'decisions',
    `SELECT decision_id, at, session_id, endpoint, IIF(packed IS NULL, replay, NULL) AS replay,
       IIF(packed IS NULL, ranked, NULL) AS ranked, packed, items
     FROM decisions WHERE organization_id = ? ORDER BY decision_id`,
  ),
  same(
    'exposures',
    'session_id, decision_id, item_id',
    'session_id, decision_id, item_id, position, at, matched',
  ),
  same('orders', 'order_id', 'order_id, at, session_id, decision_id, products, uploaded_at'),
  same('order_changes', 'order_id', 'order_id, changed_at'),
  same('usage', 'day, endpoint, node', 'day, endpoint, node, requests'),
  same('counted_requests', 'at, request_id', 'at, request_id'),
];

/** The organization and who may act for it: they are moved last, together, when all else is there. */
export const PUBLISHED_TABLES: readonly MovedTable[] = [
  table(
    'organizations',
    'SELECT name, created_at, personas, synonyms FROM organizations WHERE organization_id = ?',
  ),
  same(
    'keys',
    'key_id',
    `key_id, hash, prefix, label, origins, endpoints, created_at, expires_at, revoked_at, last_used_at`,
  ),
  same('webhooks', 'webhook_id', 'webhook_id, sender, label, sealed_secret, created_at'),
  same('memberships', 'person_id', 'person_id, role, joined_at'),
  same('invitations', 'invitation_id', 'invitation_id, token_hash, role, email, created_at, expires_at'),
];

/** Tables of an embedded store whose rows are not moved as they are, and why. */
export const OTHER_SOURCE_TABLES: Readonly<Record<string, string>> = {
  people: 'moved by person: an address may be known there (people.ts)',
  sign_ins: 'moved with their people',
  one_time_links: 'moved with their people; each node of a cluster offers a link for the first owner itself',
  service_secrets: 'the cluster has its own; what is sealed with one is sealed anew (resealed-webhooks.ts)',
  journal: 'compacted into signal_runs, sessions, batches and snapshots',
  filed: 'how far the journal is compacted',
  ranked_items: 'decisions of a cluster keep ids',
  artefact_parts: 'parts',
  kept_file_parts: 'parts',
  changes: 'news for processes of that store',
  leases: 'of processes of that store',
  pulse: 'of that store',
  store_marks: 'of that store',
  remains: 'of that store',
};
