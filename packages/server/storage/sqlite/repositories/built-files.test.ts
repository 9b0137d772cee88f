import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
import { catalogue } from '../../contract-suite/store-under-test.ts';
import type { OrganizationId, Storage } from '../../ports.ts';
import type { Reader } from '../connection/reader.ts';
import { openSqliteStorage } from '../storage.ts';
import { BuiltFiles } from './built-files.ts';

describe('the files of built catalogues', () => {
  const organizationId = 'org_built' as OrganizationId;
  let folder: string;
  let storage: Storage;
  const files = () =>
    readdirSync(join(folder, 'built'), { recursive: true }).filter((name) => `${name}`.includes('/'));

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'decidable-built-'));
    storage = await openSqliteStorage({ folder, role: 'serve' });
    await storage.organizations.create({ id: organizationId, name: 'Shop', createdAt: 0 });
    await storage.catalogues.put(catalogue(organizationId, 'v1'));
  });
  afterEach(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });

  const put = (catalogueVersion: string, format = '1') =>
    storage.built.put({ organizationId, catalogueVersion, format }, new Uint8Array(9));

  it('are one for an organization: that of the current catalogue, in the format of this release', async () => {
    await put('v1', 'of the release before');
    await put('v1');
    assert.equal(files().length, 1);
    await storage.catalogues.put(catalogue(organizationId, 'v2'));
    assert.equal(files().length, 1);
    await put('v2');
    await put('v1');
    assert.equal(files().length, 1);
    assert.ok(await storage.built.get({ organizationId, catalogueVersion: 'v2', format: '1' }));
  });

  it('of a catalogue that is replaced while they are written take none of the current one along', async () => {
    const current = ['v2', 'v2', 'v1', 'v2'];
    const reader = { get: () => ({ version: current.shift() }) } as unknown as Reader;
    const built = new BuiltFiles(folder, reader);
    const key = (catalogueVersion: string) => ({ organizationId, catalogueVersion, format: '1' });
    await built.put(key('v2'), new Uint8Array(9));
    await built.put(key('v1'), new Uint8Array(9));
    assert.ok(await built.get(key('v2')));
    assert.equal(await built.get(key('v1')), undefined);
  });

  it('are tidied at a start: what was never finished, and what belongs to nobody', async () => {
    await put('v1');
    const [kept] = files();
    writeFileSync(join(folder, 'built', `${kept}.part`), 'half');
    mkdirSync(join(folder, 'built', 'of-one-that-is-gone'));
    writeFileSync(join(folder, 'built', 'of-one-that-is-gone', 'file'), 'whole');
    await storage.close();
    storage = await openSqliteStorage({ folder, role: 'serve' });
    const deadline = performance.now() + 10_000;
    while (files().length > 1 && performance.now() < deadline) await after(5);
    assert.deepEqual(files(), [kept]);
  });

  it('say that they cannot be written or read, and where there is none', async () => {
    writeFileSync(join(folder, 'built'), 'in the way');
    await assert.rejects(put('v1'), { code: 'ENOTDIR' });
    await assert.rejects(storage.built.get({ organizationId, catalogueVersion: 'v1', format: '1' }), {
      code: 'ENOTDIR',
    });
    rmSync(join(folder, 'built'));
    assert.equal(await storage.built.get({ organizationId, catalogueVersion: 'v1', format: '1' }), undefined);
  });
});
