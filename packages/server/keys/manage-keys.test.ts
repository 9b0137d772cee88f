import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createOrganization, organizationOf } from '../organizations/create-organization.ts';
import { openSqliteStorage } from '../storage/index.ts';
import { createKey, keyState, revokeKey } from './manage-keys.ts';
import { hashKey } from './mint-key.ts';

const NOW = Date.UTC(2026, 2, 4, 12);

test('a key of an organization is found by its value until it is revoked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-keys-'));
  const storage = await openSqliteStorage({ folder, role: 'command' });
  try {
    const { id } = await createOrganization(storage, '  Shop ', NOW);
    assert.deepEqual(await organizationOf(storage, id), { id, name: 'Shop', createdAt: NOW });
    await assert.rejects(organizationOf(storage, 'org_none'), { name: 'NotFound' });
    await assert.rejects(createOrganization(storage, ' ', NOW), { name: 'InvalidInput' });

    const { key, value } = await createKey(storage, id, { label: 'page', expiresAt: NOW + 1_000 }, NOW);
    assert.ok(value.startsWith(key.prefix));
    assert.deepEqual(await storage.keys.findByHash(hashKey(value)), key);
    assert.deepEqual([keyState(key, NOW), keyState(key, NOW + 1_000)], ['active', 'expired']);

    const noted: string[] = [];
    const note = async (of: { readonly id: string }) => void noted.push(of.id);
    await assert.rejects(revokeKey(storage, id, 'none', NOW, note), { name: 'NotFound' });
    assert.equal(await revokeKey(storage, id, key.id, NOW, note), true);
    assert.equal(await revokeKey(storage, id, key.id, NOW, note), false);
    assert.deepEqual(noted, [key.id]);
    const [revoked] = await storage.keys.list(id);
    assert.equal(keyState(revoked, NOW), 'revoked');
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true });
  }
});
