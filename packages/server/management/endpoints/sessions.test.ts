import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  compareAsSession,
  eraseSession,
  exportSession,
  listSessions,
  rankAsSession,
  readDecision,
  readSession,
  ruleSession,
} from '@decidable/contract/management';
import { ManagedShop } from '../../testing/managed-shop.ts';
import type { Loose } from '../../testing/running-service.ts';

const SESSION = 'visitor/ä 1';
let shop: ManagedShop;
const params = (more: object = {}) => ({ organizationId: shop.organizationId, sessionId: SESSION, ...more });
/** The data of server-sent events. */
const eventsIn = (text: string): Loose[] =>
  [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json) as Loose);

before(async () => {
  shop = await ManagedShop.start();
  await shop.track('older', [{ type: 'product_view', value: 'p1' }]);
  await shop.track(SESSION, [
    { type: 'category_view', value: 'boots' },
    { type: 'product_view', value: 'p0' },
  ]);
});
after(() => shop.close());

test('sessions are listed with the last one first, a page at a time, and found by how their ids begin', async () => {
  const { organizationId } = shop;
  const first = await shop.owner.call(listSessions, { params: { organizationId }, query: { limit: 1 } });
  assert.equal(first.status, 200, first.text);
  assert.deepEqual(
    [...first.body.sessions].map(({ sessionId }) => sessionId),
    [SESSION],
  );
  // The two signals, and the context of the visit.
  assert.equal(first.body.sessions[0].signals, 3);
  const cursor = first.body.next as unknown as string;
  const rest = await shop.owner.call(listSessions, {
    params: { organizationId },
    query: { limit: 1, cursor },
  });
  assert.deepEqual(
    [...rest.body.sessions].map(({ sessionId }) => sessionId),
    ['older'],
  );
  assert.equal(rest.body.next, undefined);
  const named = await shop.owner.call(listSessions, {
    params: { organizationId },
    query: { prefix: 'visitor/' },
  });
  assert.equal([...named.body.sessions].length, 1);
  const wrong = await shop.owner.call(listSessions, { params: { organizationId }, query: { cursor: 'x' } });
  assert.equal(wrong.status, 400);
});

test('a session is read with its signals, what is inferred of it, and its rankings', async () => {
  const { organizationId } = shop;
  const made = await shop.running.post('/catalog/ranked', { organizationId, sessionId: SESSION, limit: 3 });
  const { status, body, text } = await shop.owner.call(readSession, { params: params() });
  assert.equal(status, 200, text);
  const [, category, view] = [...body.signals];
  assert.deepEqual([category.type, category.value], ['category_view', 'boots']);
  assert.deepEqual([view.value, view.title], ['p0', 'Red Boots 0']);
  const interests = [...body.state.interests] as unknown as {
    interest: string;
    score: number;
    inAnHour: number;
  }[];
  const boots = interests.find(({ interest }) => interest === 'category:boots')!;
  assert.ok(boots.inAnHour < boots.score);
  assert.deepEqual(
    [...body.decisions].map(({ decisionId, products }) => ({ decisionId, products })),
    [{ decisionId: made.body.decisionId, products: 3 }],
  );
  const decisionId = made.body.decisionId as unknown as string;
  const decision = await shop.owner.call(readDecision, { params: params({ decisionId }) });
  assert.deepEqual(
    [...decision.body.items].map(({ id }) => id),
    [...made.body.items].map(({ id }) => id),
  );
  const [item] = [...decision.body.items] as unknown as { score: number; factors: Record<string, number> }[];
  const sum = Object.values(item.factors).reduce((all, part) => all + part, 0);
  assert.ok(Math.abs(sum - item.score) < 1e-9);
  const ofOther = await shop.owner.call(readDecision, { params: params({ sessionId: 'older', decisionId }) });
  assert.equal(ofOther.status, 404);
  assert.equal((await shop.owner.call(readSession, { params: params({ sessionId: 'nobody' }) })).status, 404);
});

test('ranking as a shopper gives what the shopper gets, and leaves no trace', async () => {
  const { organizationId } = shop;
  const [before, report] = [await decisions(), await usage()];
  const tried = await shop.owner.call(rankAsSession, {
    params: params(),
    body: { query: 'wool hats', limit: 5 },
  });
  assert.equal(tried.status, 200, tried.text);
  assert.deepEqual([await decisions(), await usage()], [before, report]);
  const sent = { organizationId, sessionId: SESSION, query: 'wool hats', limit: 5 };
  const real = await shop.running.post('/catalog/ranked', sent);
  assert.deepEqual(
    [...tried.body.items].map(({ id, score }) => ({ id, score: Number(score).toFixed(9) })),
    [...real.body.items].map(({ id, score }) => ({ id, score: Number(score).toFixed(9) })),
  );
  assert.match(String(tried.body.items[0].title), /Hats/);
});

const decisions = () => shop.storage.outcomes.countDecisions(shop.organizationId, 0);
const usage = async () => {
  const [line] = await shop.storage.usage.report(shop.organizationId, '2000-01-01', '2100-01-01');
  return line.requests;
};

test('a comparison says which factors decide, and each signal that it names does turn the order round', async () => {
  const ranked = await shop.owner.call(rankAsSession, { params: params(), body: { limit: 60 } });
  const [first, last] = [ranked.body.items[0].id, ranked.body.items[40].id].map(String);
  const { status, body, text } = await shop.owner.call(compareAsSession, {
    params: params(),
    body: { products: [last, first] },
  });
  assert.equal(status, 200, text);
  assert.deepEqual([body.above.id, body.below.id], [first, last]);
  const total = [...body.factors].reduce((sum, { difference }) => sum + Number(difference), 0);
  assert.ok(Math.abs(total - (Number(body.above.score) - Number(body.below.score))) < 1e-9);
  const turns = [...body.turns] as unknown as { signal: object; aboveRank?: number; belowRank?: number }[];
  assert.ok(turns.length > 0 && turns.length <= Number(body.tried));
  for (const [n, { signal, belowRank }] of turns.entries()) {
    const session = `turned ${n}`;
    await shop.track(session, [
      { type: 'category_view', value: 'boots' },
      { type: 'product_view', value: 'p0' },
      signal,
    ]);
    const { items } = (
      await shop.owner.call(rankAsSession, { params: params({ sessionId: session }), body: { limit: 60 } })
    ).body;
    const places = [...items].map(({ id }) => String(id));
    assert.ok(places.indexOf(last) < places.indexOf(first), JSON.stringify(signal));
    assert.equal(places.indexOf(last) + 1, belowRank);
  }
  for (const products of [
    ['p0', 'p0'],
    ['p0', 'none'],
  ]) {
    assert.equal(
      (await shop.owner.call(compareAsSession, { params: params(), body: { products } })).status,
      400,
    );
  }
});

test('a session is watched live: what is inferred first, then each signal as it arrives', async () => {
  const path = `/management/v1/organizations/${shop.organizationId}/sessions/live-1/live`;
  const hungUp = new AbortController();
  const response = await fetch(shop.running.url(path), {
    headers: { cookie: shop.owner.cookieHeader(path) },
    signal: hungUp.signal,
  });
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => eventsIn((await reader.read()).value ?? '')[0];
  assert.deepEqual((await next()).signals, []);
  await shop.track('live-1', [{ type: 'product_view', value: 'p2' }]);
  const { signals, state } = await next();
  assert.equal([...signals].at(-1)!.title, 'Green Scarves 2');
  assert.equal(state.context.device, 'other');
  hungUp.abort();
});

test('a session is exported, ruled over, and erased with what was told of each step', async () => {
  const exported = await shop.owner.call(exportSession, { params: params() });
  assert.match(exported.headers.get('content-disposition')!, /^attachment; filename="session.json"/);
  assert.equal(exported.body.sessionId, SESSION);
  const ruled = await shop.owner.call(ruleSession, { params: params(), body: { ruling: 'excluded' } });
  assert.deepEqual(ruled.body, { ruling: 'excluded' });
  assert.equal((await shop.owner.call(readSession, { params: params() })).body.ruling, 'excluded');
  const erased = await shop.owner.call(eraseSession, { params: params() });
  const stages = eventsIn(erased.text);
  assert.ok(stages.length > 1, erased.text);
  assert.equal(stages.at(-1)!.done, true, erased.text);
  assert.equal((await shop.owner.call(readSession, { params: params() })).status, 404);
  const log = await shop.storage.auditLog.list(shop.organizationId, 10);
  assert.deepEqual(
    log.map(({ action }) => action),
    ['session.erased', 'session.ruled', 'session.exported'],
  );
});
