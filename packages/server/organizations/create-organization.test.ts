import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSqliteStorage } from '../storage/index.ts';
import {
  createOrganization,
  newOrganizationId,
  organizationName,
  organizationOf,
} from './create-organization.ts';

test('an id is org_ and twenty characters of lower-case base32, and none comes twice', () => {
  const ids = Array.from({ length: 1_000 }, newOrganizationId);
  for (const id of ids) assert.match(id, /^org_[a-z2-7]{20}$/);
  assert.equal(new Set(ids).size, ids.length);
  const used = new Set(ids.flatMap((id) => [...id.slice(4)]));
  assert.equal(used.size, 32);
});

test('a name is stored without the spaces around it, and has 1 to 128 characters of any script', () => {
  assert.equal(organizationName(' \tBoots & Söhne '), 'Boots & Söhne');
  assert.equal(organizationName('👢'.repeat(128)), '👢'.repeat(128));
  for (const name of ['', '  ', 'x'.repeat(129), '👢'.repeat(129)]) {
    assert.throws(() => organizationName(name), { name: 'InvalidInput' });
  }
});

test('an organization is found by its id once it is created, and by no other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-organizations-'));
  const storage = await openSqliteStorage({ folder, role: 'command' });
  try {
    const created = await createOrganization(storage, ' Shop ', 7);
    assert.deepEqual(created, { id: created.id, name: 'Shop', createdAt: 7 });
    assert.deepEqual(await organizationOf(storage, created.id), created);
    await assert.rejects(organizationOf(storage, newOrganizationId()), { name: 'NotFound' });
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true });
  }
});
