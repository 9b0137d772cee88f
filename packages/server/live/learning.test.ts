import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { VISIT_GAP } from '@decidable/engine/session';
import type { SessionId } from '../storage/ports.ts';
import { type Live, openLive } from './live.ts';
import { ServiceUnderTest, SIXTY_PRODUCTS } from './testing.ts';

describe('learning', () => {
  let service: ServiceUnderTest;
  let live: Live;
  before(async () => {
    service = await ServiceUnderTest.start();
    await service.importCatalogue(SIXTY_PRODUCTS);
    live = openLive({ storage: service.storage });
  });
  after(async () => {
    await live.close();
    await service.stop();
  });

  /** Visits of two products each, seen by the live half under test as its own. */
  async function visits(name: string, count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      const sessionId = `${name}${i}`;
      await service.track(sessionId, ['product_view', 'p5'], ['product_view', 'p40']);
      live.learning.saw(service.organizationId, sessionId as SessionId, Date.now());
    }
  }
  const learned = async () => (await live.shops.get(service.organizationId)).learned;
  /** Signals within a minute of each other are noted once, so a visit is known to be over a minute later. */
  const overdue = () => Date.now() + VISIT_GAP + 61_000;

  it('waits until visits are over', async () => {
    await visits('early', 60);
    await live.learning.look(Date.now());
    assert.equal((await learned()).version, 'untrained');
  });

  it('trains a first model when enough visits are over', async () => {
    await live.learning.look(overdue());
    let now = await learned();
    while (now.version === 'untrained') now = await nextTurn().then(learned);
    assert.equal(now.trainedOn, 60);
    assert.equal(now.updates, 0);
  });

  it('adds later visits in small steps, each under a number of its own', async () => {
    const before = await learned();
    await visits('later', 3);
    await live.learning.look(overdue());
    const after = await learned();
    assert.equal(after.version, `${before.version}.1`);
    assert.equal(after.updates, 1);
    await visits('latest', 1);
    await live.learning.look(overdue());
    assert.equal((await learned()).version, `${before.version}.2`);
  });

  it('comes to the same model from the store, step by step', async () => {
    const now = await learned();
    const { organizationId } = service;
    const current = await service.storage.catalogues.current(organizationId);
    const past = await live.shops.past(organizationId, {
      catalogueVersion: current!.version,
      modelVersion: now.version,
    });
    assert.deepEqual(past?.learned, now);
  });

  it('makes a ranking again as of the step that ranked it, whatever was learned since', async () => {
    // The running service hears of the steps and takes them over.
    const version = (await learned()).version;
    await service.track('ranked', ['product_view', 'p5']);
    let ranked = await service.ranked('ranked');
    let decision = await service.storage.outcomes.decision(service.organizationId, ranked.decisionId);
    while (JSON.parse(decision!.replay).modelVersion !== version) {
      ranked = await service.ranked('ranked');
      decision = await service.storage.outcomes.decision(service.organizationId, ranked.decisionId);
    }
    await visits('afterwards', 2);
    await live.learning.look(overdue());
    assert.notEqual((await learned()).version, version);
    const replayed = await service.replay(ranked.decisionId);
    assert.ok(replayed.made && replayed.same);
    assert.equal(replayed.json, JSON.stringify(ranked.items));
  });
});
