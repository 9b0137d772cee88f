import type { DatabaseSync } from 'node:sqlite';
import { UnusableStore } from '../../../errors.ts';

/**
 * The schema, as the list of migration steps that led to it. A released step is never edited: a store carries the number
 * of the last step that it took in `PRAGMA user_version`.
 *
 * The key of every table of a tenant begins with `organization_id`. Tables that are read by time (events, decisions,
 * gradings) are clustered by time, so that the new rows of a group lie on the same few pages instead of a page each;
 * their ids are unique through an index.
 */
const STEPS: readonly string[] = [
  `
  CREATE TABLE organizations (
    organization_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE users (
    organization_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    email TEXT NOT NULL,
    role TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (organization_id, user_id)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX users_by_email ON users (email);

  CREATE TABLE keys (
    organization_id TEXT NOT NULL,
    key_id TEXT NOT NULL,
    hash TEXT NOT NULL,
    prefix TEXT NOT NULL,
    label TEXT,
    origins TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER,
    last_used_at INTEGER,
    PRIMARY KEY (organization_id, key_id)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX keys_by_hash ON keys (hash);

  CREATE TABLE catalogues (
    organization_id TEXT NOT NULL,
    version TEXT NOT NULL,
    products INTEGER NOT NULL,
    imported_at INTEGER NOT NULL,
    roles TEXT,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (organization_id, version)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE models (
    organization_id TEXT NOT NULL,
    version TEXT NOT NULL,
    catalogue_version TEXT,
    built_at INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (organization_id, version)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE current_versions (
    organization_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('catalogue', 'model')),
    version TEXT NOT NULL,
    PRIMARY KEY (organization_id, kind)
  ) STRICT, WITHOUT ROWID;

  -- Catalogues and models in parts, so that neither writing nor reading one holds up a request.
  CREATE TABLE parts (
    organization_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('catalogue', 'model')),
    version TEXT NOT NULL,
    part INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (organization_id, kind, version, part)
  ) STRICT;

  CREATE TABLE gradings (
    organization_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    grading_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    category TEXT,
    result TEXT NOT NULL,
    PRIMARY KEY (organization_id, at, grading_id)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX gradings_by_id ON gradings (organization_id, grading_id);
  CREATE INDEX gradings_by_category ON gradings (organization_id, category, at);

  CREATE TABLE sessions (
    organization_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    last_sequence INTEGER NOT NULL,
    PRIMARY KEY (organization_id, session_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE signals (
    organization_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    type TEXT NOT NULL,
    value TEXT,
    at INTEGER NOT NULL,
    data TEXT,
    PRIMARY KEY (organization_id, session_id, sequence)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE batches (
    organization_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    batch_id TEXT NOT NULL,
    PRIMARY KEY (organization_id, session_id, batch_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE snapshots (
    organization_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    profile TEXT NOT NULL,
    PRIMARY KEY (organization_id, session_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE events (
    organization_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    event_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    name TEXT NOT NULL,
    data TEXT,
    decision_id TEXT,
    PRIMARY KEY (organization_id, at, event_id)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX events_by_id ON events (organization_id, event_id);

  CREATE TABLE decisions (
    organization_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    decision_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    replay TEXT NOT NULL,
    ranked TEXT NOT NULL,
    PRIMARY KEY (organization_id, at, decision_id)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX decisions_by_id ON decisions (organization_id, decision_id);

  CREATE TABLE exposures (
    organization_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    decision_id TEXT NOT NULL,
    item_id TEXT NOT NULL,
    position INTEGER,
    at INTEGER NOT NULL,
    matched INTEGER NOT NULL,
    PRIMARY KEY (organization_id, session_id, decision_id, item_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX exposures_by_time ON exposures (organization_id, at);

  CREATE TABLE usage (
    organization_id TEXT NOT NULL,
    day TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    node TEXT NOT NULL,
    requests INTEGER NOT NULL,
    PRIMARY KEY (organization_id, day, endpoint, node)
  ) STRICT, WITHOUT ROWID;

  -- What other processes have to hear of: numbered, so that each can tell what it has not yet seen.
  CREATE TABLE announcements (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    organization_id TEXT NOT NULL,
    subject TEXT NOT NULL CHECK (subject IN ('key', 'catalogue', 'model'))
  ) STRICT;

  -- One row, rewritten to show that the store takes writes.
  CREATE TABLE pulse (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT;
  `,
  `
  -- An organization's own personas, as JSON.
  ALTER TABLE organizations ADD COLUMN personas TEXT;
  `,
  `
  -- Ids of decisions are in the order of time, so new entries land on the same few pages here too.
  CREATE INDEX events_by_decision ON events (organization_id, decision_id) WHERE decision_id IS NOT NULL;
  `,
  `
  -- What sessions were sent last, in the order of its arrival, until it is filed by session.
  CREATE TABLE journal (
    number INTEGER PRIMARY KEY,
    organization_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    first_sequence INTEGER NOT NULL,
    last_sequence INTEGER NOT NULL,
    at INTEGER NOT NULL,
    opened_at INTEGER NOT NULL,
    signals TEXT NOT NULL,
    batch_id TEXT,
    snapshot_sequence INTEGER,
    snapshot TEXT
  ) STRICT;

  -- One row: the number up to which the journal has been filed and removed. Numbers go on from there.
  CREATE TABLE filed (id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL) STRICT;
  INSERT INTO filed (id, number) VALUES (1, 0);

  -- The filed log, several signals of a session a row: JSON of [[type, at, value, data], ...].
  CREATE TABLE signal_runs (
    organization_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    first_sequence INTEGER NOT NULL,
    signals TEXT NOT NULL,
    PRIMARY KEY (organization_id, session_id, first_sequence)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO signal_runs (organization_id, session_id, first_sequence, signals)
    SELECT organization_id, session_id, MIN(sequence),
      json_group_array(
        json(CASE
          WHEN data IS NOT NULL THEN json_array(type, at, value, data)
          WHEN value IS NOT NULL THEN json_array(type, at, value)
          ELSE json_array(type, at)
        END)
        ORDER BY sequence)
    FROM signals GROUP BY organization_id, session_id, (sequence - 1) / 100;
  DROP TABLE signals;
  `,
  `
  -- Requests whose count may be sent more than once.
  CREATE TABLE counted_requests (
    organization_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    request_id TEXT NOT NULL,
    PRIMARY KEY (organization_id, at, request_id)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- A ranking from a cache is seen by many sessions, whose events are asked for session by session.
  DROP INDEX events_by_decision;
  CREATE INDEX events_by_decision ON events (organization_id, decision_id, session_id) WHERE decision_id IS NOT NULL;
  `,
  `
  -- The change feed: numbered, so that each process can tell which changes it has not yet seen. Subjects are open.
  CREATE TABLE changes (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    organization_id TEXT NOT NULL,
    subject TEXT NOT NULL
  ) STRICT;
  INSERT INTO changes (number, organization_id, subject)
    SELECT number, organization_id, CASE subject WHEN 'key' THEN 'keys' ELSE subject END FROM announcements;
  DROP TABLE announcements;

  -- The token is never reset: rows stay when leases are released.
  CREATE TABLE leases (
    organization_id TEXT NOT NULL,
    name TEXT NOT NULL,
    owner TEXT NOT NULL,
    token INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (organization_id, name)
  ) STRICT, WITHOUT ROWID;

  -- The name that the bytes of a model have among the parts: its own for each attempt to store it, so that two attempts
  -- under one version do not mix. NULL: the version itself.
  ALTER TABLE models ADD COLUMN content TEXT;

  CREATE TABLE artefacts (
    organization_id TEXT NOT NULL,
    catalogue_version TEXT NOT NULL,
    kind TEXT NOT NULL,
    format TEXT NOT NULL,
    content TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (organization_id, catalogue_version, kind, format)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE artefact_parts (
    organization_id TEXT NOT NULL,
    catalogue_version TEXT NOT NULL,
    content TEXT NOT NULL,
    part INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (organization_id, catalogue_version, content, part)
  ) STRICT;
  `,
  `
  -- What owners decided about sessions that a model may learn from.
  CREATE TABLE session_rulings (
    organization_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    ruling TEXT NOT NULL CHECK (ruling IN ('admitted', 'excluded')),
    ruled_at INTEGER NOT NULL,
    PRIMARY KEY (organization_id, session_id)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- The columns that the owner made private or public, as JSON.
  ALTER TABLE catalogues ADD COLUMN privacy TEXT;
  `,
  `
  -- The id of an event is unique within its session and name, so that nobody uses up the ids of others. Ids that the
  -- service gives are in the order of time: new entries of the index land on the same few pages.
  CREATE TABLE events_by_sender (
    organization_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    event_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    name TEXT NOT NULL,
    data TEXT,
    decision_id TEXT,
    PRIMARY KEY (organization_id, at, event_id, session_id, name)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO events_by_sender SELECT organization_id, at, event_id, session_id, name, data, decision_id FROM events;
  DROP TABLE events;
  ALTER TABLE events_by_sender RENAME TO events;
  CREATE UNIQUE INDEX events_by_id ON events (organization_id, event_id, session_id, name);
  CREATE INDEX events_by_decision ON events (organization_id, decision_id, session_id) WHERE decision_id IS NOT NULL;

  -- What was sent under the id of a batch. NULL: not known.
  ALTER TABLE journal ADD COLUMN batch_digest TEXT;
  ALTER TABLE batches ADD COLUMN digest TEXT;

  -- The endpoints that a key may call, as JSON. NULL: all.
  ALTER TABLE keys ADD COLUMN endpoints TEXT;

  -- Orders that the shop uploaded from its own side. Products: JSON of [[id, quantity or null], ...].
  CREATE TABLE orders (
    organization_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    session_id TEXT,
    decision_id TEXT,
    products TEXT NOT NULL,
    uploaded_at INTEGER NOT NULL,
    PRIMARY KEY (organization_id, order_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX orders_by_time ON orders (organization_id, at, order_id);
  CREATE INDEX orders_by_session ON orders (organization_id, session_id, order_id) WHERE session_id IS NOT NULL;
  CREATE INDEX orders_by_decision ON orders (organization_id, decision_id, order_id) WHERE decision_id IS NOT NULL;
  `,
  `
  -- How far the store has come: what a lost log, or an older copy, falls short of (damage/marker-file.ts).
  CREATE TABLE store_marks (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    store TEXT NOT NULL,
    number INTEGER NOT NULL
  ) STRICT;
  INSERT INTO store_marks (id, store, number) VALUES (1, lower(hex(randomblob(16))), 0);
  `,
  `
  -- The kinds that the owner chose for columns, as JSON.
  ALTER TABLE catalogues ADD COLUMN kinds TEXT;
  `,
  `
  -- Decisions as bytes (storage/decisions): then replay and ranked are empty. Earlier rows stay as they are.
  ALTER TABLE decisions ADD COLUMN packed BLOB;
  -- Numbers of the ranked products.
  ALTER TABLE decisions ADD COLUMN items BLOB;
  CREATE TABLE ranked_items (
    organization_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    item_id TEXT NOT NULL,
    PRIMARY KEY (organization_id, number)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX ranked_items_by_id ON ranked_items (organization_id, item_id);
  `,
  `
  -- The synonyms of an organization, as JSON.
  ALTER TABLE organizations ADD COLUMN synonyms TEXT;
  `,
  `
  -- The sessions that were seen last. The table is written when the journal is compacted, not with every signal.
  CREATE INDEX sessions_by_time ON sessions (organization_id, last_seen_at, session_id);
  `,
  `
  -- People who sign in, and what they may do in which organization. Nothing ever wrote to the table of users.
  DROP TABLE users;
  CREATE TABLE people (
    person_id TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    name TEXT,
    password_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX people_by_email ON people (email);
  CREATE TABLE memberships (
    organization_id TEXT NOT NULL,
    person_id TEXT NOT NULL,
    role TEXT NOT NULL,
    joined_at INTEGER NOT NULL,
    PRIMARY KEY (organization_id, person_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX memberships_by_person ON memberships (person_id, organization_id);
  -- Of tokens and secrets the store has hashes only.
  CREATE TABLE invitations (
    organization_id TEXT NOT NULL,
    invitation_id TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    role TEXT NOT NULL,
    email TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (organization_id, invitation_id)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX invitations_by_token ON invitations (token_hash);
  CREATE TABLE sign_ins (
    sign_in_id TEXT PRIMARY KEY,
    person_id TEXT NOT NULL,
    secret_hash TEXT NOT NULL,
    previous_hash TEXT,
    created_at INTEGER NOT NULL,
    renewed_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    device TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sign_ins_by_person ON sign_ins (person_id);
  CREATE TABLE one_time_links (
    token_hash TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    person_id TEXT,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  -- What the service signs with.
  CREATE TABLE service_secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
  -- Who did what in an organization. The ids of entries are in the order of time.
  CREATE TABLE audit_log (
    organization_id TEXT NOT NULL,
    entry_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    person_id TEXT NOT NULL,
    email TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT,
    PRIMARY KEY (organization_id, entry_id)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Gradings of the dashboard: the figures of lists, and which kept exports were graded how, as JSON.
  ALTER TABLE gradings ADD COLUMN summary TEXT;
  ALTER TABLE gradings ADD COLUMN origin TEXT;
  -- Values that were filled in for a grading. An empty product stands for all that have the value in current.
  CREATE TABLE filled_cells (
    organization_id TEXT NOT NULL,
    grading_id TEXT NOT NULL,
    attribute INTEGER NOT NULL,
    product_id TEXT NOT NULL,
    current TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (organization_id, grading_id, attribute, product_id, current)
  ) STRICT, WITHOUT ROWID;
  -- Exports, and what gradings found of each product. state: coming, kept, removed.
  CREATE TABLE kept_files (
    organization_id TEXT NOT NULL,
    file_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    at INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    facts TEXT NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (organization_id, file_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE kept_file_parts (
    organization_id TEXT NOT NULL,
    file_id TEXT NOT NULL,
    part INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (organization_id, file_id, part)
  ) STRICT;
  `,
  `
  -- What erasures have left to do, by the number of the last that removed something: the models of an organization, which
  -- may hold what was erased, and (without an organization) the remains in the files.
  CREATE TABLE remains (organization_id TEXT PRIMARY KEY, number INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  `,
  `
  -- Addresses at which other systems deliver. The secret that they sign with is sealed.
  CREATE TABLE webhooks (
    organization_id TEXT NOT NULL,
    webhook_id TEXT NOT NULL,
    sender TEXT NOT NULL,
    label TEXT,
    sealed_secret BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (organization_id, webhook_id)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- When an order was last changed, as the system of its shop says; also of those that it took back.
  CREATE TABLE order_changes (
    organization_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (organization_id, order_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX order_changes_by_time ON order_changes (organization_id, changed_at);
  `,
];

export const SCHEMA_VERSION = STEPS.length;

/** Number of the last step that a store took; 0 for an empty one. */
export function schemaVersionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}

/**
 * The version of a store's schema.
 *
 * @throws UnusableStore when the store was written by a later release
 */
export function requireKnownSchema(database: DatabaseSync): number {
  const version = schemaVersionOf(database);
  if (version <= SCHEMA_VERSION) return version;
  throw new UnusableStore(
    `The store was written by a later release (schema ${version}; this release knows ${SCHEMA_VERSION}). Use that release, or restore a copy from before the upgrade with "decidable restore".`,
  );
}

/**
 * Migrates a store to the schema of this release, in one transaction; two processes that start together take turns.
 *
 * @param to an earlier version, for tests of the steps after it
 * @throws UnusableStore when the store was written by a later release
 */
export function migrate(database: DatabaseSync, to = SCHEMA_VERSION): void {
  requireKnownSchema(database);
  if (schemaVersionOf(database) === to) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    const version = requireKnownSchema(database);
    for (const step of STEPS.slice(version, to)) database.exec(step);
    database.exec(`PRAGMA user_version = ${to}`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
