import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SessionId } from '../storage/ports.ts';
import { ServiceUnderTest, SIXTY_PRODUCTS } from '../testing/service-under-test.ts';
import { openLive } from './live.ts';
import { MOST_AT_ONCE, suggested } from './suggesting.ts';

test('a few lists of suggestions are made at a time, and all in the end', async () => {
  const service = await ServiceUnderTest.start();
  const live = openLive({ storage: service.storage });
  try {
    await service.importCatalogue(SIXTY_PRODUCTS);
    await service.track('asked', ['category_view', 'hats']);
    const { organizationId } = service;
    const call = { organizationId, sessionId: 'asked' as SessionId, at: Date.now() };
    const request = { sessionId: 'asked', organizationId };
    const alone = await suggested(live, call, request);
    assert.equal(alone.length, 8);
    const open = Promise.withResolvers<void>();
    let begun = 0;
    const sessions = Object.create(live.sessions, {
      read: {
        value: async (...asked: Parameters<typeof live.sessions.read>) => {
          begun++;
          await open.promise;
          return live.sessions.read(...asked);
        },
      },
    });
    const all = Array.from({ length: 3 * MOST_AT_ONCE }, () =>
      suggested({ shops: live.shops, sessions }, call, request),
    );
    while (begun < MOST_AT_ONCE) await nextTurn();
    for (let turn = 0; turn < 10; turn++) await nextTurn();
    assert.equal(begun, MOST_AT_ONCE);
    open.resolve();
    for (const list of await Promise.all(all)) assert.deepEqual(list, alone);
  } finally {
    await live.close();
    await service.stop();
  }
});
