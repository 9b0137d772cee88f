import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createOrganization } from '../../organizations/create-organization.ts';
import { openSqliteStorage } from '../../storage/index.ts';
import { importCatalogue } from './import-catalogue.ts';
import { listCatalogues } from './list-catalogues.ts';

test('one catalogue of an organization is current: the one that was imported last, also if it is an old one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-catalogues-'));
  const storage = await openSqliteStorage({ folder, role: 'command' });
  try {
    const { id } = await createOrganization(storage, 'Shop', 0);
    assert.deepEqual(await listCatalogues(storage, id), []);
    const put = (csv: string, now: number) =>
      importCatalogue(storage, id, { name: 'x.csv', bytes: new TextEncoder().encode(csv) }, {}, now);
    const old = await put('sku,colour\na,red\nb,blue', 1);
    const young = await put('sku,colour\na,red', 2);
    const current = async () =>
      (await listCatalogues(storage, id)).filter((listed) => listed.current).map(({ version }) => version);
    assert.deepEqual(await current(), [young.catalogueVersion]);
    await put('sku,colour\na,red\nb,blue', 3);
    assert.deepEqual(await current(), [old.catalogueVersion]);
    assert.equal((await listCatalogues(storage, id)).length, 2);
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true });
  }
});
