import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { InvalidInput, NotFound } from '../../errors.ts';
import { openSqliteStorage } from '../../storage/index.ts';
import type { OrganizationId, Storage } from '../../storage/ports.ts';
import { importOrders, removeOrder } from './import-orders.ts';

const NOW = Date.UTC(2026, 2, 5);
let folder: string;
let storage: Storage;
let organizations = 0;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'decidable-orders-'));
  storage = await openSqliteStorage({ folder, role: 'serve' });
});
after(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

const organization = () => `org_${organizations++}` as OrganizationId;
const line = (orderId: number, product = 'p1', more = {}) =>
  JSON.stringify({ orderId, at: NOW - 1_000 + (orderId % 1_000), products: [product], ...more });
const put = (id: OrganizationId, lines: readonly string[], dryRun = false) => {
  const bytes = new TextEncoder().encode(lines.join('\n'));
  return importOrders(storage, id, { name: 'orders', bytes }, { now: NOW, dryRun });
};
const stored = async (id: OrganizationId) =>
  (await Array.fromAsync(storage.orders.list(id, 0))).map(({ orderId }) => orderId);

it('a file that is imported again changes nothing, and a mended one only what was mended', async () => {
  const id = organization();
  const lines = Array.from({ length: 450 }, (_, i) => line(i));
  const { orders, added, changed, unchanged } = await put(id, lines);
  assert.deepEqual([orders, added, changed, unchanged], [450, 450, 0, 0]);
  assert.equal((await put(id, lines)).unchanged, 450);
  const mended = await put(id, [...lines.slice(1), line(0, 'p2'), line(450)]);
  assert.deepEqual([mended.added, mended.changed, mended.unchanged], [1, 1, 449]);
  assert.equal((await stored(id)).length, 451);
});

it('a file with a fault on its last line changes nothing', async () => {
  const id = organization();
  const lines = [...Array.from({ length: 450 }, (_, i) => line(i)), line(450, '')];
  await assert.rejects(put(id, lines), InvalidInput);
  await assert.rejects(put(id, ['']), InvalidInput);
  assert.deepEqual(await stored(id), []);
});

it('a dry run counts the same and stores nothing', async () => {
  const id = organization();
  await put(id, [line(1), line(2)]);
  const lines = [line(1), line(2, 'p2'), line(3)];
  const dry = await put(id, lines, true);
  assert.deepEqual(await stored(id), ['1', '2']);
  assert.deepEqual(dry, await put(id, lines));
  assert.deepEqual([dry.added, dry.changed, dry.unchanged], [1, 1, 1]);
});

it('tells how many orders can be matched, and by what', async () => {
  const { linked } = await put(organization(), [
    line(1, 'p1', { sessionId: 's' }),
    line(2, 'p1', { sessionId: 's', decisionId: 'd' }),
    line(3, 'p1', { decisionId: 'd' }),
    line(4),
  ]);
  assert.deepEqual(linked, { session: 2, decision: 1, neither: 1 });
});

it('an order is removed once', async () => {
  const id = organization();
  await put(id, [line(1), line(2)]);
  await removeOrder(storage, id, '1');
  assert.deepEqual(await stored(id), ['2']);
  await assert.rejects(removeOrder(storage, id, '1'), NotFound);
});
