import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { testDatabase, withoutPostgres } from '../../testing/postgres.ts';
import { Database } from '../cluster/connection/database.ts';
import { carryOut } from '../cluster/repositories/carrier.ts';
import { openClusterStorage } from '../cluster/storage.ts';
import type { OrganizationId } from '../ports.ts';
import { openForWriting } from '../sqlite/connection/database.ts';
import { ErasedOrganizations } from '../sqlite/erasure/erased-organizations.ts';
import { operator } from '../sqlite/repositories/carrier.ts';
import { openSqliteStorage } from '../sqlite/storage.ts';
import { meets, type Writing } from './work.ts';

/* A made-up operation, as docs/extending.md says how to add one: a generator, and nothing else knows of it. */

const id = 'org_a' as OrganizationId;
const organization = { id, name: 'A', createdAt: 0 };

function* shout(of: OrganizationId): Writing<boolean> {
  return yield* meets(
    'UPDATE organizations SET name = upper(name) || $2 WHERE organization_id = $1 RETURNING 1',
    [of, '!'],
  );
}

it('an added operation is carried out by the embedded store', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-added-'));
  const storage = await openSqliteStorage({ folder, role: 'serve' });
  try {
    await storage.organizations.create(organization);
    const database = openForWriting(folder);
    const operate = operator(database, new ErasedOrganizations(database));
    assert.deepEqual([operate(shout(id)), operate(shout('org_b' as OrganizationId))], [true, false]);
    database.close();
    assert.equal((await storage.organizations.find(id))?.name, 'A!');
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true });
  }
});

it('an added operation is carried out by the store of a cluster', { skip: withoutPostgres() }, async () => {
  await using open = new AsyncDisposableStack();
  const test = await testDatabase();
  open.defer(() => test.drop());
  const storage = await openClusterStorage({ databaseUrl: test.url });
  open.defer(() => storage.close());
  await storage.organizations.create(organization);
  const database = new Database({ databaseUrl: test.url, node: 'a' });
  open.defer(() => database.close());
  const announce = () => assert.fail('Nothing is announced.');
  const shouted = (of: OrganizationId) =>
    database.transaction((query) => carryOut(shout(of), query, announce, 'a'));
  assert.deepEqual([await shouted(id), await shouted('org_b' as OrganizationId)], [true, false]);
  assert.equal((await storage.organizations.find(id))?.name, 'A!');
});
