import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { UnusableStore } from '../../../errors.ts';
import { type TestDatabase, testDatabase, withoutPostgres } from '../../../testing/postgres.ts';
import { StoreUnavailable } from '../../ports.ts';
import { openClusterStorage } from '../storage.ts';
import { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { SCHEMA_VERSION, SHARED_TABLES, STEPS, TENANT_TABLES } from './schema.ts';
import { SchemaTooNew } from './store-errors.ts';

const skip = withoutPostgres();

describe('the schema of a cluster', { skip }, () => {
  let test: TestDatabase;
  let database: Database;
  before(async () => {
    test = await testDatabase();
    database = new Database({ databaseUrl: test.url, node: 'test' });
  });
  after(async () => {
    await database.close();
    await test.drop();
  });

  it('is made once by nodes that start together', async () => {
    const opened = await Promise.all(
      Array.from({ length: 4 }, () => openClusterStorage({ databaseUrl: test.url })),
    );
    for (const storage of opened) await storage.close();
    assert.deepEqual(await database.query('SELECT version FROM schema_version'), [
      { version: SCHEMA_VERSION },
    ]);
  });

  it('has every table in one of two lists; all keys and indexes of tenants are led by the organization', async () => {
    const tables = await database.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_version'`,
    );
    const known: readonly string[] = [...SHARED_TABLES, ...TENANT_TABLES];
    assert.deepEqual(tables.map(({ name }) => name).sort(), [...known].sort());
    const indexes = await database.query<{ table: string; first: string; index: string }>(
      `SELECT t.relname AS table, i.relname AS index, a.attname AS first
       FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
         JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = x.indkey[0]
       WHERE t.relname = ANY($1)`,
      [[...TENANT_TABLES]],
    );
    assert.ok(indexes.length >= TENANT_TABLES.length);
    assert.deepEqual(
      indexes.filter(({ first }) => first !== 'organization_id'),
      [],
    );
  });

  it('compares texts by their code points, whatever the language of the database', async () => {
    const others = await database.query(
      `SELECT attrelid::regclass::text, attname FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
         JOIN pg_collation l ON l.oid = attcollation
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND l.collname <> 'C'`,
    );
    assert.deepEqual(others, []);
  });

  it('of a later release that has only added to it is used, and not changed', async () => {
    await migrate(database, [...STEPS, 'CREATE TABLE later (id TEXT PRIMARY KEY)']);
    await (await openClusterStorage({ databaseUrl: test.url })).close();
    const stored = () => database.query('SELECT version, oldest FROM schema_version');
    assert.deepEqual(await stored(), [{ version: SCHEMA_VERSION + 1, oldest: 1 }]);
    // Released steps are not edited: what is there is taken for it.
    await migrate(database, [...STEPS, 'CREATE TABLE later (id TEXT PRIMARY KEY)']);
    await database.query('DROP TABLE later');
    await database.query('UPDATE schema_version SET version = $1', [SCHEMA_VERSION]);
  });

  it('of a later release that takes something away is refused, and not changed', async () => {
    const added = 'CREATE TABLE later (id TEXT PRIMARY KEY)';
    const after = (oldest: number) => [...STEPS, added, { sql: 'DROP TABLE later', oldest }];
    await migrate(database, after(SCHEMA_VERSION));
    await migrate(database);
    await database.query('UPDATE schema_version SET version = $1', [SCHEMA_VERSION]);
    await migrate(database, after(SCHEMA_VERSION + 1));
    await assert.rejects(migrate(database), SchemaTooNew);
    // A release that knows the step before it goes on.
    await migrate(database, [...STEPS, added]);
    await database.query('UPDATE schema_version SET version = $1', [SCHEMA_VERSION]);
  });

  it('of a later release that does not say what can run on it is refused, and not changed', async () => {
    await database.query('UPDATE schema_version SET version = version + 1, oldest = NULL');
    try {
      await assert.rejects(
        openClusterStorage({ databaseUrl: test.url }),
        (error) => error instanceof UnusableStore && /written by a later release/.test(error.message),
      );
    } finally {
      await database.query('UPDATE schema_version SET version = $1', [SCHEMA_VERSION]);
    }
  });

  it('a store that is not there is unavailable', async () => {
    const nowhere = new URL(test.url);
    nowhere.pathname = '/nowhere';
    await assert.rejects(openClusterStorage({ databaseUrl: nowhere.href }), StoreUnavailable);
    nowhere.port = '1';
    await assert.rejects(openClusterStorage({ databaseUrl: nowhere.href }), StoreUnavailable);
  });
});
