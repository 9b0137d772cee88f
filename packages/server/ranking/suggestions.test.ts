import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Overloaded } from '../errors.ts';
import { openServices } from '../services.ts';
import type { SessionId } from '../storage/ports.ts';
import { ServiceUnderTest, SIXTY_PRODUCTS } from '../testing/service-under-test.ts';
import { MOST_AT_ONCE, MOST_WAITING, Suggestions } from './suggestions.ts';

test('a few lists of suggestions are made at a time, so many wait, and one more is refused', async () => {
  const service = await ServiceUnderTest.start();
  const services = openServices({ storage: service.storage });
  try {
    await service.importCatalogue(SIXTY_PRODUCTS);
    await service.track('asked', ['category_view', 'hats']);
    const { organizationId } = service;
    const call = { organizationId, sessionId: 'asked' as SessionId, at: Date.now() };
    const request = { sessionId: 'asked', organizationId };
    const alone = await services.suggestions.of(call, request);
    assert.equal(alone.length, 8);
    const open = Promise.withResolvers<void>();
    let begun = 0;
    const sessions = Object.create(services.sessions, {
      readAhead: {
        value: async (...asked: Parameters<typeof services.sessions.readAhead>) => {
          begun++;
          await open.promise;
          return services.sessions.readAhead(...asked);
        },
      },
    });
    const shed: string[] = [];
    const suggestions = new Suggestions({
      shops: services.shops,
      sessions,
      shed: (reason) => shed.push(reason),
    });
    const all = Array.from({ length: MOST_AT_ONCE + MOST_WAITING }, () => suggestions.of(call, request));
    while (begun < MOST_AT_ONCE) await nextTurn();
    for (let turn = 0; turn < 10; turn++) await nextTurn();
    assert.equal(begun, MOST_AT_ONCE);
    assert.deepEqual(shed, []);
    await assert.rejects(
      suggestions.of(call, request),
      (error) => error instanceof Overloaded && error.retryAfterSeconds === 1,
    );
    assert.deepEqual(shed, ['suggestions']);
    open.resolve();
    for (const list of await Promise.all(all)) assert.deepEqual(list, alone);
    assert.deepEqual(await suggestions.of(call, request), alone);
  } finally {
    await services.close();
    await service.stop();
  }
});
