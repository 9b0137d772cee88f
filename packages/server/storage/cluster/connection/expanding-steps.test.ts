import assert from 'node:assert/strict';
import { it } from 'node:test';
import { STEPS } from './schema.ts';

/** The first step made the tables, when there were no nodes that could run beside it. */
const BEGUN = 1;

/** What a step may do while nodes of the release before read and write the tables, which know nothing of it. */
const EXPANDING: readonly RegExp[] = [
  /^CREATE TABLE /,
  // Null, or a constant, without rewriting the table; what the nodes insert has no value for it.
  /^ALTER TABLE \w+ ADD COLUMN \w+ \w+( COLLATE \S+)?( (NOT NULL )?DEFAULT \S+)?$/,
  /^ALTER TABLE \w+ ALTER COLUMN \w+ SET STORAGE \w+$/,
];
/** The same of tables that the step itself makes. */
const OF_NEW_TABLES: readonly RegExp[] = [/^CREATE (?:UNIQUE )?INDEX \w+ ON (\w+) /, /^INSERT INTO (\w+) /];

/** The statements of a step that nodes of the release before would not survive, or would wait for. */
function contracting(sql: string): readonly string[] {
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
  const made = new Set(statements.map((statement) => /^CREATE TABLE (\w+)/.exec(statement)?.[1]));
  return statements.filter((statement) => {
    if (EXPANDING.some((pattern) => pattern.test(statement))) return false;
    return !OF_NEW_TABLES.some((pattern) => made.has(pattern.exec(statement)?.[1] ?? ''));
  });
}

it('a step only adds, or says which releases it leaves behind', () => {
  for (const [n, step] of STEPS.entries()) {
    if (n < BEGUN) continue;
    if (typeof step === 'string') {
      const found = contracting(step);
      assert.deepEqual(
        found,
        [],
        `step ${n + 1}: nodes of the release before run beside it. Add now, and take away in a contract step ({ sql, oldest }) of a later release.`,
      );
    } else {
      assert.ok(
        step.oldest >= BEGUN && step.oldest <= n,
        `step ${n + 1}: ${step.oldest} is no step before it`,
      );
      assert.notDeepEqual(contracting(step.sql), [], `step ${n + 1} only adds: write it as a text`);
    }
  }
});

it('what would fail or hold up nodes of the release before is found', () => {
  for (const statement of [
    'DROP TABLE events',
    'DROP INDEX events_by_time',
    'ALTER TABLE events DROP COLUMN data',
    'ALTER TABLE events RENAME COLUMN data TO body',
    'ALTER TABLE events RENAME TO happenings',
    'ALTER TABLE events ADD COLUMN kind TEXT NOT NULL',
    'ALTER TABLE events ADD COLUMN kind TEXT UNIQUE',
    'ALTER TABLE events ADD COLUMN at_second BIGINT GENERATED ALWAYS AS (at / 1000) STORED',
    'ALTER TABLE events ALTER COLUMN data SET NOT NULL',
    'ALTER TABLE events ALTER COLUMN at TYPE INTEGER',
    'ALTER TABLE events ADD CONSTRAINT some CHECK (at > 0)',
    // Writes wait as long as it is built.
    'CREATE INDEX events_by_session ON events (organization_id, session_id)',
    'CREATE UNIQUE INDEX one_event ON events (organization_id, session_id)',
    'UPDATE events SET data = NULL',
    'DELETE FROM events',
  ]) {
    assert.deepEqual(contracting(`-- A comment; with a semicolon.\n${statement};`), [statement]);
  }
  assert.deepEqual(
    contracting(`
      CREATE TABLE later (id TEXT PRIMARY KEY, at BIGINT NOT NULL) WITH (fillfactor = 80);
      CREATE UNIQUE INDEX later_by_time ON later (at, id);
      INSERT INTO later VALUES ('a', 1);
      ALTER TABLE events ADD COLUMN kind TEXT;
      ALTER TABLE events ADD COLUMN weight BIGINT NOT NULL DEFAULT 1`),
    [],
  );
});
