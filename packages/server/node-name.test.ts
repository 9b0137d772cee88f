import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { nodeName } from './node-name.ts';

const folder = mkdtempSync(join(tmpdir(), 'decidable-node-name-'));
after(() => rmSync(folder, { recursive: true }));

const databaseUrl = 'postgres://db/decidable';

test('a node has the name that was chosen for it', async () => {
  assert.equal(await nodeName({ node: 'shop-1', data: folder, databaseUrl }), 'shop-1');
});

test('a service with a store of its own is local, and writes nothing', async () => {
  assert.equal(await nodeName({ data: '/nonexistent/folder' }), 'local');
});

test('a node of a cluster makes a name up, of its own also where several run on one machine, and keeps it', async () => {
  const [one, other] = [join(folder, 'new', 'one'), join(folder, 'other')];
  const name = await nodeName({ data: one, databaseUrl });
  assert.match(name, /^[\w.-]+-[0-9a-z]{5}$/);
  assert.ok(name.startsWith(hostname().slice(0, 3)));
  assert.equal(await nodeName({ data: one, databaseUrl }), name);
  assert.notEqual(await nodeName({ data: other, databaseUrl }), name);
  assert.equal(readFileSync(join(one, 'node-name'), 'utf8'), `${name}\n`);
});

test('a name that is damaged, or too long, is made anew', async () => {
  for (const text of ['', 'a b\n', 'n'.repeat(65)]) {
    writeFileSync(join(folder, 'node-name'), text);
    const name = await nodeName({ data: folder, databaseUrl });
    assert.match(name, /-[0-9a-z]{5}$/);
  }
  writeFileSync(join(folder, 'node-name'), 'n'.repeat(64));
  assert.equal(await nodeName({ data: folder, databaseUrl }), 'n'.repeat(64));
});
