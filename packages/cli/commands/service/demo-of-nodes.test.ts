import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type OrganizationId, openClusterStorage } from '@decidable/server/storage';
import { testDatabase, withoutPostgres } from '@decidable/server/testing/postgres';
import { provisionDemo } from '../../demo.ts';
import { finished, firstLine, start } from '../../testing/command.ts';

const DAY = 86_400_000;

interface Ready {
  readonly address: string;
  readonly organizationId: OrganizationId;
  readonly key: string;
}

test('the demo of a node replaces its own keys, and those of a node that is gone', {
  skip: withoutPostgres(),
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-demo-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const database = await testDatabase();
  t.after(() => database.drop());

  async function demo(context: TestContext, name: string) {
    const data = join(folder, name);
    const flags = ['--port', '0', '--operations-port', '0', '--host', '127.0.0.1', '--max-lag-ms', '60000'];
    const env = { STORAGE: 'cluster', DATABASE_URL: database.url, DECIDABLE_DATA: data };
    const child = start(['serve', '--demo', '--json', ...flags], { env });
    context.after(() => child.kill('SIGKILL'));
    const ready = JSON.parse(await firstLine(child)) as Ready;
    return {
      ...ready,
      async end() {
        const end = finished(child);
        child.kill('SIGTERM');
        const { code, stderr } = await end;
        assert.equal(code, 0);
        return stderr;
      },
    };
  }

  const status = async ({ address }: Ready, { key }: Ready): Promise<number> => {
    const response = await fetch(`${address}/api/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: '{"sessionId":"s"}',
    });
    await response.arrayBuffer();
    return response.status;
  };

  // Both make the organization and its catalogue.
  const [one, other] = await Promise.all([demo(t, 'one'), demo(t, 'other')]);
  for (const node of [one, other])
    assert.deepEqual([await status(node, one), await status(node, other)], [200, 200]);
  // A refusal is logged.
  assert.equal(await status(one, { ...one, key: 'pk_live_wrong' }), 401);
  const log = await one.end();
  assert.match(log, /"node":"[\w.-]+-[0-9a-z]{5}"/);
  const again = await demo(t, 'one');
  assert.deepEqual(
    [await status(other, one), await status(other, other), await status(other, again)],
    [401, 200, 200],
  );

  const storage = await openClusterStorage({ databaseUrl: database.url });
  t.after(() => storage.close());
  const labels = async () =>
    (await storage.keys.list(one.organizationId)).map(({ label = '' }) => label.replace(/ of .*/, '')).sort();
  assert.deepEqual(await labels(), ['demo key', 'demo key', 'demo pages', 'demo pages']);
  await again.end();
  await other.end();
  await provisionDemo(storage, Date.now() + DAY / 2, 'third');
  assert.equal((await labels()).length, 6);
  await provisionDemo(storage, Date.now() + 2 * DAY, 'third');
  assert.deepEqual(await labels(), ['demo key', 'demo pages']);
});
