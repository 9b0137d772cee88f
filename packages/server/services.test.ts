import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ownCopy, VISIT_GAP } from '@decidable/engine/session';
import { createOrganization } from './organizations/create-organization.ts';
import { openServices } from './services.ts';
import { openSqliteStorage } from './storage/index.ts';
import type { SessionId, Write } from './storage/ports.ts';

const NOON = Date.UTC(2026, 2, 4, 12);
const VISITS = 50;

test('visits that the session service writes are learned by the same services once they have ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-services-'));
  const storage = await openSqliteStorage({ folder, role: 'serve' });
  const services = openServices({ storage, onFault: (_, error) => assert.fail(error as Error) });
  try {
    const { id: organizationId } = await createOrganization(storage, 'Shop', NOON);
    for (let i = 0; i < VISITS; i++) {
      const commit = (writes: readonly Write[]) =>
        storage.commit({ organizationId, at: NOON, metered: '/track', writes });
      const call = { organizationId, sessionId: `s${i}` as SessionId, at: NOON, commit };
      const signals = ['a', 'b'].map((value, k) => ({ type: 'product_view', value, at: NOON + k }));
      await services.sessions.append(call, () => signals, ownCopy);
    }
    await services.learning.look(NOON + 1);
    assert.equal(await storage.models.current(organizationId), undefined);
    await services.learning.look(NOON + 2 * VISIT_GAP);
    const model = await storage.models.current(organizationId);
    assert.notEqual(model, undefined);
    // The change feed tells the shops of the model in a later turn.
    while ((await services.shops.get(organizationId)).learned.version !== model!.version) await nextTurn();
    assert.equal((await services.shops.get(organizationId)).learned.trainedOn, VISITS);
  } finally {
    await services.close();
    await storage.close();
    rmSync(folder, { recursive: true });
  }
});
