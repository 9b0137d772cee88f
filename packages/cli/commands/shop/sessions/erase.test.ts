import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openSqliteStorage } from '@decidable/server/storage';
import { decidable } from '../../../testing/command.ts';

let folder: string;
let org: string;

const run = (...args: readonly string[]) => decidable([...args, '--data', folder]);

before(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'decidable-sessions-')), 'data');
  const { stdout } = await run('orgs', 'create', 'Shop', '--json');
  org = (JSON.parse(stdout) as { organizationId: string }).organizationId;
  const storage = await openSqliteStorage({ folder, role: 'command' });
  await storage.commit({
    organizationId: org as never,
    at: 1,
    writes: [
      {
        kind: 'signals',
        sessionId: 'shopper-x' as never,
        after: 0,
        openedAt: 1,
        signals: [{ type: 'product_view', value: 'p1', at: 1 }],
      },
    ],
  });
  await storage.close();
});
after(() => rm(join(folder, '..'), { recursive: true }));

test('a session is exported as JSON, erased, and unknown from then on', async () => {
  const exported = await run('sessions', 'export', 'shopper-x', '--org', org);
  assert.equal(exported.code, 0, exported.stderr);
  const { signals } = JSON.parse(exported.stdout) as { signals: unknown };
  assert.deepEqual(signals, [{ sequence: 1, type: 'product_view', value: 'p1', at: 1 }]);
  const erased = await run('sessions', 'erase', 'shopper-x', '--org', org, '--json');
  assert.equal(erased.code, 0, erased.stderr);
  const { removed, ...rest } = JSON.parse(erased.stdout) as { removed: number };
  assert.ok(removed > 0);
  assert.deepEqual(rest, {
    organizationId: org,
    sessionId: 'shopper-x',
    unlinked: 0,
    model: 'none',
    store: 'rewritten',
  });
  const gone = await run('sessions', 'export', 'shopper-x', '--org', org);
  assert.equal(gone.code, 2);
  assert.match(gone.stderr, /the organization has no session shopper-x/);
  const again = await run('sessions', 'erase', 'shopper-x', '--org', org);
  assert.equal(again.code, 0);
  assert.match(again.stdout, /^Nothing was stored under this session id\.$/m);
  assert.match(again.stdout, /The files were not rewritten/);
  const rewritten = await run('sessions', 'erase', 'shopper-x', '--org', org, '--rewrite');
  assert.match(rewritten.stdout, /The files were rewritten/);
});
