import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { type TestDatabase, testDatabase, withoutPostgres } from '../../../testing/postgres.ts';
import { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { SHARED_TABLES, TENANT_TABLES } from './schema.ts';

const STATEMENTS = readFileSync(new URL('../../../../../deploy/cluster/citus.sql', import.meta.url), 'utf8');

interface Index {
  readonly table: string;
  readonly index: string;
  readonly isPrimary: boolean;
  readonly columns: readonly string[];
}

// Citus is in no package registry that the tests use: what is held here is what its documentation asks of a schema.
describe('a PostgreSQL that is spread over machines by organization', { skip: withoutPostgres() }, () => {
  let test: TestDatabase;
  let database: Database;
  let unique: readonly Index[];
  before(async () => {
    test = await testDatabase();
    database = new Database({ databaseUrl: test.url, node: 'test' });
    await migrate(database);
    unique = await database.query<Index>(
      `SELECT t.relname AS table, i.relname AS index, x.indisprimary AS "isPrimary",
         ARRAY(SELECT a.attname::text FROM unnest(x.indkey::int2[]) WITH ORDINALITY AS k (attnum, place)
           JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum ORDER BY place) AS columns
       FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
       WHERE x.indisunique AND t.relnamespace = 'public'::regnamespace`,
    );
  });
  after(async () => {
    await database.close();
    await test.drop();
  });

  it('finds each fact of a tenant by the organization first: keys and unique indexes begin with it', () => {
    const ofTenants = unique.filter(({ table }) => (TENANT_TABLES as readonly string[]).includes(table));
    const keyed = ofTenants.filter(({ isPrimary }) => isPrimary).map(({ table }) => table);
    assert.deepEqual(keyed.sort(), [...TENANT_TABLES].sort());
    assert.deepEqual(
      ofTenants.filter(({ columns }) => columns[0] !== 'organization_id'),
      [],
    );
  });

  it('has no key from one table to another, no trigger and no sequence, which would span machines', async () => {
    const spanning = await database.query(
      `SELECT conname AS name FROM pg_constraint WHERE contype = 'f'
       UNION ALL SELECT tgname FROM pg_trigger WHERE NOT tgisinternal
       UNION ALL SELECT relname FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace`,
    );
    assert.deepEqual(spanning, []);
  });

  it('is spread by the statements of deploy/cluster: every table of tenants, and no other', async () => {
    const named = (call: string) =>
      [...STATEMENTS.matchAll(new RegExp(`${call}\\('(\\w+)'`, 'g'))].map(([, name = '']) => name);
    assert.deepEqual(named('create_distributed_table').sort(), [...TENANT_TABLES].sort());
    const copied = named('create_reference_table');
    assert.deepEqual(
      copied.filter((name) => !(SHARED_TABLES as readonly string[]).includes(name)),
      [],
    );
    const keyed = new Set(unique.filter(({ isPrimary }) => isPrimary).map(({ table }) => table));
    assert.deepEqual(
      copied.filter((name) => !keyed.has(name)),
      [],
      'a copied table needs a key',
    );
    // The statements as they are, with functions that refuse what the documentation of Citus says is refused.
    await database.query(`
      CREATE FUNCTION create_reference_table(relation regclass) RETURNS void LANGUAGE sql AS '';
      CREATE FUNCTION create_distributed_table(relation regclass, by_column text, colocate_with text DEFAULT 'default')
      RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        by_number int2 := (SELECT attnum FROM pg_attribute WHERE attrelid = relation AND attname = by_column);
      BEGIN
        IF by_number IS NULL THEN RAISE 'column % does not exist', by_column; END IF;
        IF EXISTS (SELECT 1 FROM pg_index WHERE indrelid = relation AND indisunique AND NOT by_number = ANY(indkey)) THEN
          RAISE 'cannot create constraint on "%": distributed relations need the distribution column in it', relation;
        END IF;
        IF colocate_with <> 'default' AND NOT EXISTS (
          SELECT 1 FROM pg_attribute a JOIN pg_attribute b ON (a.atttypid, a.attcollation) = (b.atttypid, b.attcollation)
          WHERE a.attrelid = relation AND b.attrelid = colocate_with::regclass
            AND a.attname = by_column AND b.attname = by_column) THEN
          RAISE 'cannot colocate tables % and %', relation, colocate_with;
        END IF;
      END $$`);
    await database.query(STATEMENTS);
    await assert.rejects(
      database.query(`SELECT create_distributed_table('keys', 'organization_id')`),
      /distribution column/,
    );
  });
});
