/**
 * A step that removes or changes what earlier releases use: only when none that does is to run beside this one any more.
 */
export interface ContractStep {
  readonly sql: string;
  /** The number of the last step that the oldest release knows which does without what this one takes away. */
  readonly oldest: number;
}

/** SQL that only adds, so that nodes of the release before go on (`expanding-steps.test.ts`); or a contract step. */
export type Step = string | ContractStep;

/**
 * The schema, as the list of migration steps that led to it. A released step is never edited: a store carries the number
 * of the last step that it took in `schema_version`.
 *
 * The key of every table of a tenant begins with `organization_id`, by which a distributed PostgreSQL spreads them. Small
 * tables, which are looked up otherwise, stay on its coordinator; `organizations` is copied to every machine
 * (`SHARED_TABLES`).
 */
export const STEPS: readonly Step[] = [
  `
  CREATE TABLE organizations (
    organization_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    personas TEXT,
    synonyms TEXT
  );
  CREATE TABLE keys (
    organization_id TEXT NOT NULL,
    key_id TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    prefix TEXT NOT NULL,
    label TEXT,
    origins TEXT NOT NULL,
    endpoints TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    revoked_at BIGINT,
    last_used_at BIGINT,
    PRIMARY KEY (organization_id, key_id)
  );

  -- People who sign in, and what they may do in which organization. Of tokens and secrets the store has hashes only.
  CREATE TABLE people (
    person_id TEXT PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    name TEXT,
    password_hash TEXT NOT NULL,
    created_at BIGINT NOT NULL
  );
  CREATE TABLE memberships (
    organization_id TEXT NOT NULL,
    person_id TEXT NOT NULL,
    role TEXT NOT NULL,
    joined_at BIGINT NOT NULL,
    PRIMARY KEY (organization_id, person_id)
  );
  CREATE INDEX memberships_by_person ON memberships (person_id, organization_id);
  CREATE TABLE invitations (
    organization_id TEXT NOT NULL,
    invitation_id TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL,
    email TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (organization_id, invitation_id)
  );
  CREATE TABLE sign_ins (
    sign_in_id TEXT PRIMARY KEY,
    person_id TEXT NOT NULL,
    secret_hash TEXT NOT NULL,
    previous_hash TEXT,
    created_at BIGINT NOT NULL,
    renewed_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    device TEXT
  );
  CREATE INDEX sign_ins_by_person ON sign_ins (person_id);
  CREATE TABLE one_time_links (
    token_hash TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    person_id TEXT,
    expires_at BIGINT NOT NULL
  );
  -- What the service signs with.
  CREATE TABLE service_secrets (name TEXT PRIMARY KEY, value BYTEA NOT NULL);

  -- The change feed. The numbers come from one row, so that they are in the order of the commits.
  CREATE TABLE change_head (id INTEGER PRIMARY KEY CHECK (id = 1), number BIGINT NOT NULL);
  INSERT INTO change_head (id, number) VALUES (1, 0);
  CREATE TABLE changes (
    number BIGINT PRIMARY KEY,
    organization_id TEXT NOT NULL,
    subject TEXT NOT NULL
  );
  -- The token is never reset: rows stay when leases are released.
  CREATE TABLE leases (
    organization_id TEXT NOT NULL,
    name TEXT NOT NULL,
    owner TEXT NOT NULL,
    token BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (organization_id, name)
  );
  -- Organizations that were erased: what nodes still write for them is not applied.
  CREATE TABLE erased_organizations (organization_id TEXT PRIMARY KEY, at BIGINT NOT NULL);
  -- One row a node, rewritten to show that the store takes writes.
  CREATE TABLE pulses (node TEXT PRIMARY KEY, at BIGINT NOT NULL);

  -- Who did what in an organization. The ids of entries are in the order of time.
  CREATE TABLE audit_log (
    organization_id TEXT NOT NULL,
    entry_id TEXT NOT NULL,
    at BIGINT NOT NULL,
    person_id TEXT NOT NULL,
    email TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT,
    PRIMARY KEY (organization_id, entry_id)
  );

  CREATE TABLE catalogues (
    organization_id TEXT NOT NULL,
    version TEXT NOT NULL,
    products BIGINT NOT NULL,
    imported_at BIGINT NOT NULL,
    roles TEXT,
    privacy TEXT,
    kinds TEXT,
    bytes BIGINT NOT NULL,
    PRIMARY KEY (organization_id, version)
  );
  CREATE TABLE models (
    organization_id TEXT NOT NULL,
    version TEXT NOT NULL,
    catalogue_version TEXT,
    built_at BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    PRIMARY KEY (organization_id, version)
  );
  CREATE TABLE current_versions (
    organization_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    version TEXT NOT NULL,
    PRIMARY KEY (organization_id, kind)
  );
  CREATE TABLE artefacts (
    organization_id TEXT NOT NULL,
    catalogue_version TEXT NOT NULL,
    kind TEXT NOT NULL,
    format TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    PRIMARY KEY (organization_id, catalogue_version, kind, format)
  );
  -- The bytes of catalogues, models, artefacts and kept files, so that no statement is large.
  CREATE TABLE parts (
    organization_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    part INTEGER NOT NULL,
    bytes BYTEA NOT NULL,
    PRIMARY KEY (organization_id, kind, name, part)
  );
  -- They are compressed, or packed, or small.
  ALTER TABLE parts ALTER COLUMN bytes SET STORAGE EXTERNAL;

  CREATE TABLE gradings (
    organization_id TEXT NOT NULL,
    grading_id TEXT NOT NULL,
    at BIGINT NOT NULL,
    kind TEXT NOT NULL,
    category TEXT,
    result TEXT NOT NULL,
    summary TEXT,
    origin TEXT,
    PRIMARY KEY (organization_id, grading_id)
  );
  CREATE INDEX gradings_by_time ON gradings (organization_id, at, grading_id);
  CREATE INDEX gradings_by_category ON gradings (organization_id, category, at, grading_id);
  -- Values that were filled in for a grading. An empty product stands for all that have the value in current.
  CREATE TABLE filled_cells (
    organization_id TEXT NOT NULL,
    grading_id TEXT NOT NULL,
    attribute INTEGER NOT NULL,
    product_id TEXT NOT NULL,
    current TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (organization_id, grading_id, attribute, product_id, current)
  );
  CREATE TABLE kept_files (
    organization_id TEXT NOT NULL,
    file_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    at BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    facts TEXT NOT NULL,
    PRIMARY KEY (organization_id, file_id)
  );

  -- Rows are updated in place, a page has room for it. The chain of commits that wrote last: see Write.chain.
  CREATE TABLE sessions (
    organization_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    opened_at BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    last_sequence BIGINT NOT NULL,
    chain TEXT,
    PRIMARY KEY (organization_id, session_id)
  ) WITH (fillfactor = 80);
  CREATE INDEX sessions_by_time ON sessions (organization_id, last_seen_at, session_id);
  -- The signals of one commit a row: JSON of [[type, at, value, data], ...].
  CREATE TABLE signal_runs (
    organization_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    first_sequence BIGINT NOT NULL,
    last_sequence BIGINT NOT NULL,
    signals TEXT NOT NULL,
    PRIMARY KEY (organization_id, session_id, first_sequence)
  );
  -- What was sent under the id of a batch; NULL where it is not known.
  CREATE TABLE batches (
    organization_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    batch_id TEXT NOT NULL,
    digest TEXT,
    PRIMARY KEY (organization_id, session_id, batch_id)
  );
  CREATE TABLE snapshots (
    organization_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    sequence BIGINT NOT NULL,
    profile TEXT NOT NULL,
    PRIMARY KEY (organization_id, session_id)
  );
  -- What owners decided about sessions that a model may learn from.
  CREATE TABLE session_rulings (
    organization_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    ruling TEXT NOT NULL,
    ruled_at BIGINT NOT NULL,
    PRIMARY KEY (organization_id, session_id)
  );

  CREATE TABLE events (
    organization_id TEXT NOT NULL,
    event_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    name TEXT NOT NULL,
    at BIGINT NOT NULL,
    data TEXT,
    decision_id TEXT,
    PRIMARY KEY (organization_id, event_id, session_id, name)
  );
  CREATE INDEX events_by_time ON events (organization_id, at, event_id, session_id, name);
  CREATE INDEX events_by_decision ON events (organization_id, decision_id, session_id) WHERE decision_id IS NOT NULL;
  -- Packed (storage/decisions), or as two texts. Items: JSON of the ids that the bytes do not name.
  CREATE TABLE decisions (
    organization_id TEXT NOT NULL,
    decision_id TEXT NOT NULL,
    at BIGINT NOT NULL,
    session_id TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    replay TEXT,
    ranked TEXT,
    packed BYTEA,
    items TEXT,
    PRIMARY KEY (organization_id, decision_id)
  );
  CREATE INDEX decisions_by_time ON decisions (organization_id, at, decision_id);
  CREATE TABLE exposures (
    organization_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    decision_id TEXT NOT NULL,
    item_id TEXT NOT NULL,
    position INTEGER,
    at BIGINT NOT NULL,
    matched BOOLEAN NOT NULL,
    PRIMARY KEY (organization_id, session_id, decision_id, item_id)
  );
  CREATE INDEX exposures_by_time ON exposures (organization_id, at);
  -- Orders that the shop uploaded from its own side. Products: JSON of [[id, quantity or null], ...].
  CREATE TABLE orders (
    organization_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    at BIGINT NOT NULL,
    session_id TEXT,
    decision_id TEXT,
    products TEXT NOT NULL,
    uploaded_at BIGINT NOT NULL,
    PRIMARY KEY (organization_id, order_id)
  );
  CREATE INDEX orders_by_time ON orders (organization_id, at, order_id);
  CREATE INDEX orders_by_session ON orders (organization_id, session_id, order_id) WHERE session_id IS NOT NULL;
  CREATE INDEX orders_by_decision ON orders (organization_id, decision_id, order_id) WHERE decision_id IS NOT NULL;

  CREATE TABLE usage (
    organization_id TEXT NOT NULL,
    day TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    node TEXT NOT NULL,
    requests BIGINT NOT NULL,
    PRIMARY KEY (organization_id, day, endpoint, node)
  );
  -- Requests whose count may be sent more than once.
  CREATE TABLE counted_requests (
    organization_id TEXT NOT NULL,
    at BIGINT NOT NULL,
    request_id TEXT NOT NULL,
    PRIMARY KEY (organization_id, at, request_id)
  );
  `,
  `
  -- The last group of each connection that commits. Its rows are rewritten all the time, in the pages where they lie.
  CREATE TABLE last_groups (writer TEXT PRIMARY KEY, number BIGINT NOT NULL, at BIGINT NOT NULL)
    WITH (fillfactor = 20);
  -- Each node offers a link of its own.
  ALTER TABLE one_time_links ADD COLUMN node TEXT;
  -- When a process last said that those of this store share Valkey.
  CREATE TABLE channel_use (id INTEGER PRIMARY KEY CHECK (id = 1), at BIGINT NOT NULL);
  `,
  `
  -- Organizations that come from an embedded store (storage/move), by its id; ended where all of one is there, and then
  -- with the mark of the rows that were moved.
  CREATE TABLE moves (
    organization_id TEXT PRIMARY KEY,
    source TEXT NOT NULL,
    began_at BIGINT NOT NULL,
    ended_at BIGINT,
    source_mark TEXT
  );
  `,
  `
  -- How far the work of a lease has come, for whoever takes it over.
  ALTER TABLE leases ADD COLUMN position BIGINT;
  `,
  `
  -- What erasures have left to do, by the number of the last that removed something: the models of an organization, which
  -- may hold what was erased, and (without an organization) the remains in the files.
  CREATE TABLE remains (organization_id TEXT PRIMARY KEY, number BIGINT NOT NULL);
  `,
  `
  -- Addresses at which other systems deliver. The secret that they sign with is sealed.
  CREATE TABLE webhooks (
    organization_id TEXT NOT NULL,
    webhook_id TEXT NOT NULL,
    sender TEXT NOT NULL,
    label TEXT,
    sealed_secret BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (organization_id, webhook_id)
  );
  `,
  `
  -- When an order was last changed, as the system of its shop says; also of those that it took back.
  CREATE TABLE order_changes (
    organization_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (organization_id, order_id)
  );
  CREATE INDEX order_changes_by_time ON order_changes (organization_id, changed_at);
  `,
];

export const SCHEMA_VERSION = STEPS.length;

/**
 * Small tables that a distributed PostgreSQL does not spread: it copies `organizations` to every machine, and keeps the
 * others on its coordinator.
 */
export const SHARED_TABLES = [
  'organizations',
  'keys',
  'people',
  'memberships',
  'invitations',
  'sign_ins',
  'one_time_links',
  'service_secrets',
  'change_head',
  'changes',
  'leases',
  'erased_organizations',
  'pulses',
  'last_groups',
  'channel_use',
  'moves',
  'remains',
] as const;

/** Tables of facts of tenants, distributed by `organization_id`. */
export const TENANT_TABLES = [
  'audit_log',
  'webhooks',
  'catalogues',
  'models',
  'current_versions',
  'artefacts',
  'parts',
  'gradings',
  'filled_cells',
  'kept_files',
  'sessions',
  'signal_runs',
  'batches',
  'snapshots',
  'session_rulings',
  'events',
  'decisions',
  'exposures',
  'orders',
  'order_changes',
  'usage',
  'counted_requests',
] as const;
