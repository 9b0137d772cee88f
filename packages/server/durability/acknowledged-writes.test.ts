import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { openSqliteStorage } from '../storage/index.ts';
import type { OrganizationId, SessionId } from '../storage/ports.ts';
import { balance } from './acknowledged-writes.ts';

it('a store is compared with its ledger both ways: what it lacks, and what nobody sent', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-balance-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const organizationId = 'org_a' as OrganizationId;
  const sessionId = 's' as SessionId;
  const storage = await openSqliteStorage({ folder, role: 'serve' });
  const signals = ['w2.', 'w2.'].map((value) => ({ type: 'category_view' as const, value, at: 1 }));
  await storage.commit({
    organizationId,
    at: 1,
    metered: '/track',
    writes: [
      ...['w0.', 'w9.'].map((eventId) => ({
        kind: 'event' as const,
        event: { eventId, sessionId, name: 'checkout', at: 1 },
      })),
      { kind: 'signals', sessionId, after: 0, openedAt: 1, signals },
    ],
  });
  await storage.close();
  const sent = new Set(['w0.', 'w1.', 'w2.']);
  assert.deepEqual(await balance(folder, organizationId, ['w0.', 'w1.'], (id) => sent.has(id)), {
    found: 3,
    balance: { lost: ['w1.'], doubled: ['w2.'], strange: ['w9.'] },
  });
});
