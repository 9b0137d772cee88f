import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { mintKey } from '../../../../keys/mint-key.ts';
import { type TestDatabase, testDatabase, withoutPostgres } from '../../../../testing/postgres.ts';
import type { KeyId, OrganizationId } from '../../../ports.ts';
import { Database } from '../../connection/database.ts';
import { migrate } from '../../connection/migrate.ts';
import { KeyUses } from './key-uses.ts';

const skip = withoutPostgres();
const organizationId = 'org_keyuses0000000000000' as OrganizationId;
const MINUTE = 60_000;

describe('last uses of keys', { skip }, () => {
  let test: TestDatabase;
  let database: Database;
  let client: pg.Client;
  before(async () => {
    test = await testDatabase();
    database = new Database({ databaseUrl: test.url, node: 'test', patience: 300 });
    await migrate(database);
    client = new pg.Client(test.url);
    await client.connect();
  });
  after(async () => {
    await client.end();
    await database.close();
    await test.drop();
  });

  async function newKeys(count: number): Promise<KeyId[]> {
    const ids = Array.from({ length: count }, () => mintKey());
    await client.query(
      `INSERT INTO keys (organization_id, key_id, hash, prefix, origins, created_at)
       SELECT $1, key_id, hash, 'pk_live_', '[]', 0 FROM unnest($2::text[], $3::text[]) AS made (key_id, hash)`,
      [organizationId, ids.map(({ id }) => id), ids.map(({ hash }) => hash)],
    );
    return ids.map(({ id }) => id);
  }

  async function written(ids: readonly KeyId[]): Promise<(number | null)[]> {
    const { rows } = await client.query<{ key_id: KeyId; last_used_at: string | null }>(
      'SELECT key_id, last_used_at FROM keys WHERE organization_id = $1',
      [organizationId],
    );
    const byId = new Map(rows.map((row) => [row.key_id, row.last_used_at]));
    return ids.map((id) => (byId.get(id) == null ? null : Number(byId.get(id))));
  }

  it('are written together, the latest of each key, whatever two nodes write at the same time', async () => {
    const ids = await newKeys(300);
    const [one, other] = [new KeyUses(database), new KeyUses(database)];
    for (const [n, id] of ids.entries()) one.note(organizationId, id, 1_000 + n);
    for (const id of [...ids].reverse()) other.note(organizationId, id, 1_100);
    await Promise.all([one.settled(), other.settled()]);
    assert.deepEqual(
      await written(ids),
      ids.map((_, n) => Math.max(1_000 + n, 1_100)),
    );
  });

  it('are written by themselves, once a minute', async () => {
    const [id] = (await newKeys(1)) as [KeyId];
    const uses = new KeyUses(database);
    uses.note(organizationId, id, 5);
    for (let tries = 0; (await written([id]))[0] !== 5; tries++) {
      assert.ok(tries < 200, 'nothing was written');
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    uses.note(organizationId, id, 4 + MINUTE);
    await uses.settled();
    assert.deepEqual(await written([id]), [5]);
    uses.note(organizationId, id, 5 + MINUTE);
    await uses.settled();
    assert.deepEqual(await written([id]), [5 + MINUTE]);
  });

  it('are noted again at the next request where the store did not take them', async () => {
    const [id] = (await newKeys(1)) as [KeyId];
    const uses = new KeyUses(database);
    await client.query('BEGIN; LOCK TABLE keys IN EXCLUSIVE MODE');
    uses.note(organizationId, id, 7);
    await uses.settled();
    await client.query('ROLLBACK');
    assert.deepEqual(await written([id]), [null]);
    uses.note(organizationId, id, 8);
    await uses.settled();
    assert.deepEqual(await written([id]), [8]);
  });
});
