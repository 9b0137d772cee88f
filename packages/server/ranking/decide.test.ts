import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ownCopy } from '@decidable/engine/session';
import { openServices, type Services } from '../services.ts';
import type { SessionRequest } from '../sessions/session-service.ts';
import type { SessionId, Write } from '../storage/ports.ts';
import { ServiceUnderTest, SIXTY_PRODUCTS } from '../testing/service-under-test.ts';
import { decide } from './decide.ts';
import type { DecisionRecord } from './decision-record.ts';
import { catalogRanker } from './rankers.ts';

/** Of today: what is older than the retention may be removed at any moment. */
const NOW = Date.now();

describe('a ranking', () => {
  let service: ServiceUnderTest;
  let services: Services;
  before(async () => {
    service = await ServiceUnderTest.start();
    await service.importCatalogue(SIXTY_PRODUCTS);
    services = openServices({ storage: service.storage });
  });
  after(async () => {
    await services.close();
    await service.stop();
  });

  const callOf = (session: string): SessionRequest => {
    const { organizationId, storage } = service;
    return {
      organizationId,
      sessionId: session as SessionId,
      at: NOW,
      commit: (writes: readonly Write[]) =>
        storage.commit({ organizationId, at: NOW, metered: '/catalog/ranked', writes }),
    };
  };
  const view = { type: 'category_view', value: 'boots', at: NOW };
  const request = { limit: 5, category: undefined };
  const recordOf = async (decisionId: string) => {
    const decision = await service.storage.outcomes.decision(service.organizationId, decisionId);
    return JSON.parse(decision!.replay) as DecisionRecord;
  };

  it('is stored before it is answered, and replays to the bytes of the answer', async () => {
    await services.sessions.append(callOf('plain'), () => [view], ownCopy);
    const { decisionId, json, total } = await decide(services, callOf('plain'), catalogRanker, request);
    assert.equal(total, 60);
    assert.equal((await recordOf(decisionId)).sequence, 1);
    const replayed = await service.replay(decisionId);
    assert.ok(replayed.made && replayed.same);
    assert.equal(replayed.json, json.toString());
  });

  it('is not made where nobody waits for it any more, not even begun', async () => {
    const call = { ...callOf('gone'), isUnwanted: true, commit: () => assert.fail('it was stored') };
    const ranker = { ...catalogRanker, rank: () => assert.fail('it was ranked') };
    await assert.rejects(decide(services, call, ranker, request), { name: 'NobodyWaits' });
  });

  it('is made again without signals that the store refused meanwhile', async () => {
    const begun = Promise.withResolvers<void>();
    const refusal = Promise.withResolvers<never>();
    const call = callOf('refused');
    const append = services.sessions.append(
      {
        ...call,
        commit: () => {
          begun.resolve();
          return refusal.promise;
        },
      },
      () => [view],
      ownCopy,
    );
    await begun.promise;
    const refused = assert.rejects(append, /the store is away/);
    const decided = decide(services, call, catalogRanker, request);
    refusal.reject(new Error('the store is away'));
    await refused;
    assert.equal((await recordOf((await decided).decisionId)).sequence, null);
  });
});
