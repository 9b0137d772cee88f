import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestDatabase, testDatabase, withoutPostgres } from '../../../testing/postgres.ts';
import { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { TENANT_TABLES } from './schema.ts';

interface Index {
  readonly table: string;
  readonly index: string;
  readonly isPrimary: boolean;
  readonly columns: readonly string[];
}

// So an organization can be moved, erased, or kept on a machine of its own, by its id alone.
describe('the tables of tenants', { skip: withoutPostgres() }, () => {
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

  it('find each fact by the organization first: keys and unique indexes begin with it', () => {
    const ofTenants = unique.filter(({ table }) => (TENANT_TABLES as readonly string[]).includes(table));
    const keyed = ofTenants.filter(({ isPrimary }) => isPrimary).map(({ table }) => table);
    assert.deepEqual(keyed.sort(), [...TENANT_TABLES].sort());
    assert.deepEqual(
      ofTenants.filter(({ columns }) => columns[0] !== 'organization_id'),
      [],
    );
  });

  it('have no key from one to another, no trigger and no sequence, which would span organizations', async () => {
    const spanning = await database.query(
      `SELECT conname AS name FROM pg_constraint WHERE contype = 'f'
       UNION ALL SELECT tgname FROM pg_trigger WHERE NOT tgisinternal
       UNION ALL SELECT relname FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace`,
    );
    assert.deepEqual(spanning, []);
  });
});
