import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSqliteStorage } from '../storage/index.ts';
import type { OrganizationId, SessionId } from '../storage/ports.ts';
import { outcomesReport } from './outcomes-report.ts';

test('an item that was scored 0 counts as shown, and for no factor', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-outcomes-'));
  const storage = await openSqliteStorage({ folder, role: 'serve' });
  try {
    const organizationId = 'org_outcomes' as OrganizationId;
    const sessionId = 'visitor' as SessionId;
    const at = 1_000;
    const ranked = JSON.stringify([
      ['a', 1, { relevance: 1 }],
      ['b', 0, { relevance: 0 }],
    ]);
    const decision = { id: 'd', sessionId, endpoint: '/rerank', at, replay: '{}', ranked };
    const shown = (itemId: string) => ({ sessionId, decisionId: 'd', itemId, at });
    await storage.organizations.create({ id: organizationId, name: 'Outcomes', createdAt: 0 });
    await storage.commit({ organizationId, at, writes: [{ kind: 'decision', decision }] });
    await storage.commit({
      organizationId,
      at,
      writes: [{ kind: 'exposures', exposures: [shown('a'), shown('b')] }],
    });
    const { total, factors } = await outcomesReport(storage, organizationId, 0);
    assert.equal(total.shown, 2);
    assert.deepEqual(factors, [{ factor: 'relevance', shown: 1, clicked: 0, bought: 0, claimed: 0 }]);
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true });
  }
});
