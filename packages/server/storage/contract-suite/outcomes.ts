import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { packDecision } from '../decisions/packed-decision.ts';
import type { SessionId, ShopOrder } from '../ports.ts';
import {
  append,
  collect,
  decision,
  event,
  NOON,
  organizationId,
  type StoreUnderTest,
  sessionId,
} from './store-under-test.ts';

const told = (value: number): number => Math.round(value * 1e12) / 1e12;

export function outcomesContract(store: StoreUnderTest): void {
  describe('outcomes', () => {
    it('an event counts once, however often and at whatever time it is sent', async () => {
      const organization = organizationId();
      const sent = event({ data: '{"value":10}', decisionId: 'dec-1' });
      const send = (later: number) =>
        store.commit(organization, [{ kind: 'event', event: { ...sent, at: sent.at + later } }]);
      // Two processes may apply commits of one moment in either order: the first one is awaited.
      const outcomes = [await send(0), ...(await Promise.all([send(1), send(2)]))];
      assert.deepEqual(
        outcomes.flat().map((outcome) => outcome.kind === 'event' && outcome.duplicate),
        [false, true, true],
      );
      assert.deepEqual(await collect(store.storage.outcomes.events(organization, 0)), [sent]);
    });

    it('the id of an event belongs to its session and its name', async () => {
      const organization = organizationId();
      const first = event({ eventId: 'order-2', name: 'purchase' });
      const others = [first, { ...first, sessionId: sessionId() }, { ...first, name: 'checkout_started' }];
      for (const each of others) {
        const [outcome] = await store.commit(organization, [{ kind: 'event', event: each }]);
        assert.deepEqual(outcome, { kind: 'event', duplicate: false });
      }
      // All of one moment.
      const read = await collect(store.storage.outcomes.events(organization, 0));
      assert.equal(read.length, 3);
      const named = await collect(store.storage.outcomes.eventsWithId(organization, 'order-2'));
      assert.deepEqual(
        named.map(({ sessionId, name }) => `${sessionId} ${name}`).sort(),
        others.map(({ sessionId, name }) => `${sessionId} ${name}`).sort(),
      );
      assert.deepEqual(await collect(store.storage.outcomes.eventsWithId(organizationId(), 'order-2')), []);
    });

    it('an event whose id its session has used for another body takes its whole commit with it', async () => {
      const [organization, session] = [organizationId(), sessionId()];
      const kept = event({ data: '{"total":10,"items":["a"]}', decisionId: 'dec-1' });
      await store.commit(organization, [{ kind: 'event', event: kept }]);
      const metered = { metered: '/track' };
      for (const other of [{ data: '{"total":11}' }, { decisionId: 'dec-2' }, { data: undefined }]) {
        const sent = { ...kept, ...other } as typeof kept;
        const refused = { kind: 'event', duplicate: true, reused: true };
        assert.deepEqual(await store.commit(organization, [{ kind: 'event', event: sent }], metered), [
          refused,
        ]);
        const [appended, outcome] = await store.commit(
          organization,
          [append(session, 0, 1), { kind: 'event', event: sent }],
          metered,
        );
        assert.deepEqual(outcome, refused);
        assert.deepEqual(appended, { kind: 'signals', status: 'conflict', sequence: 0 });
      }
      const reordered = { ...kept, data: '{"items":["a"], "total":10}' };
      assert.deepEqual(await store.commit(organization, [{ kind: 'event', event: reordered }]), [
        { kind: 'event', duplicate: true },
      ]);
      assert.deepEqual(await collect(store.storage.outcomes.events(organization, 0)), [kept]);
      assert.equal(await store.storage.sessions.load(organization, session), undefined);
      assert.deepEqual(await store.storage.usage.report(organization, '2025-03-14', '2025-03-14'), []);
    });

    it('an item shown twice for one decision counts once', async () => {
      const organization = organizationId();
      const exposure = { sessionId: sessionId(), decisionId: 'dec-unknown', itemId: 'sku-1', at: NOON };
      const exposures = [exposure, { ...exposure, itemId: 'sku-2', position: 4 }, exposure];
      assert.deepEqual(await store.commit(organization, [{ kind: 'exposures', exposures }]), [
        { kind: 'exposures', recorded: 2, duplicates: 1 },
      ]);
      assert.deepEqual(await store.commit(organization, [{ kind: 'exposures', exposures }]), [
        { kind: 'exposures', recorded: 0, duplicates: 3 },
      ]);
    });

    it('an exposure of an unknown decision is recorded and marked unmatched', async () => {
      const organization = organizationId();
      const known = decision();
      await store.commit(organization, [{ kind: 'decision', decision: known }]);
      const shown = (decisionId: string) => ({
        sessionId: known.sessionId,
        decisionId,
        itemId: 'sku-1',
        at: NOON,
      });
      await store.commit(organization, [
        { kind: 'exposures', exposures: [shown(known.id), shown('dec-from-a-cache')] },
      ]);
      const exposures = await collect(store.storage.outcomes.exposures(organization, 0));
      assert.deepEqual(
        exposures.map(({ decisionId, matched }) => [decisionId === known.id, matched]).sort(),
        [
          [false, false],
          [true, true],
        ],
      );
    });

    it('exposures are read since a time, in the order of session, decision and item', async () => {
      const organization = organizationId();
      const shown = (sessionId: string, decisionId: string, itemId: string, at: number) => ({
        sessionId: sessionId as SessionId,
        decisionId,
        itemId,
        at,
      });
      const exposures = [
        shown('s2', 'd1', 'a', NOON),
        shown('s1', 'd3', 'b', NOON + 1),
        shown('s1', 'd2', 'c', NOON + 2),
        shown('s1', 'd3', 'a', NOON + 3),
        shown('s1', 'd1', 'a', NOON - 1),
      ];
      await store.commit(organization, [{ kind: 'exposures', exposures }]);
      const read = await collect(store.storage.outcomes.exposures(organization, NOON));
      assert.deepEqual(
        read.map(({ sessionId, decisionId, itemId }) => [sessionId, decisionId, itemId]),
        [
          ['s1', 'd2', 'c'],
          ['s1', 'd3', 'a'],
          ['s1', 'd3', 'b'],
          ['s2', 'd1', 'a'],
        ],
      );
    });

    it('the events of a session that name a decision are found, oldest first', async () => {
      const organization = organizationId();
      const session = sessionId();
      const of = { decisionId: 'dec-1', sessionId: session };
      const named = [event({ ...of, at: NOON + 1 }), event(of)];
      const others = [
        event({ ...of, decisionId: 'dec-2' }),
        event({ ...of, sessionId: sessionId() }),
        event(),
      ];
      for (const each of [...named, ...others]) {
        await store.commit(organization, [{ kind: 'event', event: each }]);
      }
      const { outcomes } = store.storage;
      assert.deepEqual(await collect(outcomes.eventsOf(organization, 'dec-1', session)), named.reverse());
      assert.deepEqual(await collect(outcomes.eventsOf(organizationId(), 'dec-1', session)), []);
    });

    it('decisions are counted since a time', async () => {
      const organization = organizationId();
      for (const at of [NOON, NOON + 1, NOON + 2]) {
        await store.commit(organization, [{ kind: 'decision', decision: decision({ at }) }]);
      }
      assert.equal(await store.storage.outcomes.countDecisions(organization, NOON + 1), 2);
      assert.equal(await store.storage.outcomes.countDecisions(organizationId(), 0), 0);
    });

    it('a decision is kept as it was made, and once', async () => {
      const organization = organizationId();
      const made = decision();
      await store.commit(organization, [{ kind: 'decision', decision: made }]);
      await store.commit(organization, [{ kind: 'decision', decision: { ...made, ranked: '[]' } }]);
      assert.deepEqual(await store.storage.outcomes.decision(organization, made.id), made);
      assert.deepEqual(await collect(store.storage.outcomes.decisions(organization, made.at)), [made]);
      assert.deepEqual(await collect(store.storage.outcomes.decisions(organization, made.at + 1)), []);
    });

    it('a packed decision is read as its text, whichever ids it numbers, each within its organization', async () => {
      const made = [
        { organization: organizationId(), ids: ['b', 'a', 'ü'] },
        { organization: organizationId(), ids: ['c', 'b'] },
      ];
      for (const { organization, ids } of [...made, ...made]) {
        const { replay: _, ranked: __, ...key } = decision();
        const items = ids.map((id, i) => ({
          id,
          score: 0.5 / (i + 1),
          scoreBreakdown: [{ factor: 'prior', contribution: 0.5 / (i + 1) }],
        }));
        const digest = 'ab'.repeat(32);
        const facts = {
          sequence: 3,
          catalogueVersion: 'v',
          modelVersion: 'm',
          digest,
          request: '{"limit":3}',
        };
        const packed = packDecision(facts, items, true)!;
        await store.commit(organization, [{ kind: 'decision', decision: { ...key, ...packed } }]);
        const read = (await store.storage.outcomes.decision(organization, key.id))!;
        const { request, ...rest } = facts;
        assert.deepEqual(JSON.parse(read.replay), { at: key.at, ...rest, request: JSON.parse(request) });
        assert.deepEqual(
          JSON.parse(read.ranked),
          ids.map((id, i) => [id, told(0.5 / (i + 1)), { prior: told(0.5 / (i + 1)) }]),
        );
        const facted = await collect(store.storage.erasure.facts(organization, key.sessionId));
        const { replay, ranked } = read;
        const fields = { at: key.at, decision_id: key.id, endpoint: key.endpoint, replay, ranked };
        assert.deepEqual(facted, [{ kind: 'decisions', fields }]);
      }
    });

    it('thousands of events are read in the order of their time', async () => {
      const organization = organizationId();
      const sent = Array.from({ length: 3_000 }, (_, index) => event({ at: NOON + ((index * 7) % 3_000) }));
      await Promise.all(sent.map((each) => store.commit(organization, [{ kind: 'event', event: each }])));
      const read = await collect(store.storage.outcomes.events(organization, NOON + 1_000));
      assert.deepEqual(
        read.map(({ at }) => at),
        Array.from({ length: 2_000 }, (_, index) => NOON + 1_000 + index),
      );
    });
  });

  describe('orders', () => {
    const order = (orderId: string, more: Partial<ShopOrder> = {}): ShopOrder => ({
      orderId,
      at: NOON,
      products: [{ id: 'a' }, { id: 'b', quantity: 2 }],
      ...more,
    });

    it('an order counts once, however often it is uploaded, and the last upload of it holds', async () => {
      const organization = organizationId();
      const { orders } = store.storage;
      const [one, two] = [order('1', { sessionId: sessionId(), decisionId: 'd' }), order('2')];
      assert.deepEqual(await orders.put(organization, [one, two], NOON), {
        added: 2,
        changed: 0,
        unchanged: 0,
      });
      const mended = { ...two, products: [{ id: 'c' }] };
      assert.deepEqual(await orders.put(organization, [one, mended, order('3')], NOON + 1), {
        added: 1,
        changed: 1,
        unchanged: 1,
      });
      assert.deepEqual(await orders.find(organization, '1'), one);
      assert.deepEqual(await orders.find(organization, '2'), mended);
      assert.equal(await orders.find(organizationId(), '2'), undefined);
    });

    it('orders are found by session and by decision, and listed oldest first', async () => {
      const organization = organizationId();
      const { orders } = store.storage;
      const session = sessionId();
      const all = [
        order('z', { at: NOON, sessionId: session }),
        order('a', { at: NOON + 1, decisionId: 'd' }),
        order('b', { at: NOON + 1, sessionId: sessionId(), decisionId: 'd2' }),
        order('0', { at: NOON + 2, sessionId: session }),
      ];
      await orders.put(organization, all, NOON);
      const ids = (found: readonly ShopOrder[]) => found.map(({ orderId }) => orderId);
      assert.deepEqual(ids(await orders.ofSession(organization, session)), ['0', 'z']);
      assert.deepEqual(ids(await orders.ofDecision(organization, 'd')), ['a']);
      assert.deepEqual(ids(await orders.ofSession(organizationId(), session)), []);
      assert.deepEqual(ids(await orders.ofDecision(organizationId(), 'd')), []);
      assert.deepEqual(await collect(orders.list(organization, NOON)), all);
      assert.deepEqual(ids(await collect(orders.list(organization, NOON + 1))), ['a', 'b', '0']);
    });

    it('an order is what its shop made of it last, in whatever order that is told', async () => {
      const organization = organizationId();
      const { orders } = store.storage;
      const change = (changedAt: number, changed?: ShopOrder) =>
        orders.change(organization, { orderId: '1', changedAt, ...(changed && { order: changed }) }, NOON);
      const find = () => orders.find(organization, '1');
      const mended = order('1', { products: [{ id: 'c' }] });
      assert.equal(await change(NOON + 1, mended), true);
      assert.equal(await change(NOON, order('1')), false, 'what it was before');
      assert.equal(await change(NOON), false, 'that it was taken back before');
      assert.deepEqual(await find(), mended);
      assert.equal(await change(NOON + 1, order('1')), true, 'of one time the last one holds');
      assert.deepEqual(await find(), order('1'));
      assert.equal(await change(NOON + 1), true, 'or that which takes it back');
      assert.equal(await change(NOON + 1, mended), false);
      assert.equal(await change(NOON, mended), false);
      assert.equal(await find(), undefined);
      assert.equal(await change(NOON + 2, mended), true);
      assert.deepEqual(await find(), mended);
      const other = organizationId();
      assert.equal(
        await orders.change(other, { orderId: '1', changedAt: NOON, order: order('1') }, NOON),
        true,
      );
      assert.deepEqual(await find(), mended);
    });

    it('a removed order is gone, and only that of the organization', async () => {
      const organization = organizationId();
      const { orders } = store.storage;
      await orders.put(organization, [order('1'), order('2')], NOON);
      assert.equal(await orders.remove(organizationId(), '1'), false);
      assert.equal(await orders.remove(organization, '1'), true);
      assert.equal(await orders.remove(organization, '1'), false);
      assert.equal((await collect(orders.list(organization, 0))).length, 1);
    });

    it('orders that cannot all be stored are stored none', async () => {
      const organization = organizationId();
      const broken = order('2', { at: Number.NaN });
      await assert.rejects(store.storage.orders.put(organization, [order('1'), broken], NOON));
      assert.deepEqual(await collect(store.storage.orders.list(organization, 0)), []);
    });
  });
}
