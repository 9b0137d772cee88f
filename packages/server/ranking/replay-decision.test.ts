import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openServices, type Services } from '../services.ts';
import type { RankingDecision, SessionId } from '../storage/ports.ts';
import { ServiceUnderTest, SIXTY_PRODUCTS } from '../testing/service-under-test.ts';
import type { DecisionRecord } from './decision-record.ts';
import { replayDecision } from './replay-decision.ts';
import { sessionHistory } from './session-history.ts';

describe('a stored decision', () => {
  let service: ServiceUnderTest;
  let services: Services;
  let decision: RankingDecision;
  before(async () => {
    service = await ServiceUnderTest.start();
    await service.importCatalogue(SIXTY_PRODUCTS);
    services = openServices({ storage: service.storage });
    await service.track('shopper', ['category_view', 'boots'], ['product_view', 'p3']);
    const { decisionId } = await service.ranked('shopper', { limit: 5 });
    decision = (await service.storage.outcomes.decision(service.organizationId, decisionId))!;
  });
  after(async () => {
    await services.close();
    await service.stop();
  });

  const replayed = (changes: Partial<DecisionRecord>, other: Partial<RankingDecision> = {}) => {
    const record = { ...(JSON.parse(decision.replay) as DecisionRecord), ...changes };
    const changed = { ...decision, ...other, replay: JSON.stringify(record) };
    return replayDecision(service.storage, services.shops, service.organizationId, changed);
  };

  it('is replayed with the same bytes, and differs if anything else was sent', async () => {
    const same = await replayed({});
    assert.ok(same.made && same.same);
    const other = await replayed({ digest: '0'.repeat(64) });
    assert.ok(other.made);
    assert.equal(other.same, false);
    assert.equal(other.json, same.json);
  });

  it('ranks for the session as it was then', async () => {
    const [then, unknown] = [await replayed({}), await replayed({ sequence: null })];
    assert.ok(then.made && unknown.made);
    assert.equal(unknown.same, false);
    assert.notEqual(unknown.json, then.json);
  });

  it('says what is missing: its request, its catalogue, its model or its session', async () => {
    const missing = async (...args: Parameters<typeof replayed>) => {
      const answer = await replayed(...args);
      assert.equal(answer.made, false);
      return answer.made ? '' : answer.missing;
    };
    assert.match(await missing({ request: null }), /too long/);
    assert.match(await missing({ catalogueVersion: 'gone' }), /catalogue or its model/);
    assert.match(await missing({ modelVersion: 'gone' }), /catalogue or its model/);
    assert.match(await missing({}, { sessionId: 'gone' as SessionId }), /session is no longer/);
  });

  it('of an endpoint that stores none is refused', async () => {
    await assert.rejects(replayed({}, { endpoint: '/suggest' }), RangeError);
  });

  const historyOf = (session: string, decisionId?: string) =>
    sessionHistory(service.storage, services.shops, service.organizationId, session as SessionId, decisionId);

  it('is found in the history of its session: the last one, or one by its id', async () => {
    const { decisionId } = await service.ranked('shopper', { limit: 3 });
    const last = await historyOf('shopper');
    assert.equal(last.ranking?.decision.id, decisionId);
    assert.ok(last.ranking?.replayed.made && last.ranking.replayed.same);
    assert.ok(last.log.some(({ value }) => value === 'p3'));
    assert.equal((await historyOf('shopper', decision.id)).ranking?.decision.id, decision.id);
  });

  it('is not found in another session, and a session without rankings has none', async () => {
    await service.track('other', ['product_view', 'p4']);
    assert.equal((await historyOf('other')).ranking, undefined);
    await assert.rejects(historyOf('other', decision.id), { name: 'NotFound' });
    await assert.rejects(historyOf('nobody'), { name: 'NotFound' });
  });
});
