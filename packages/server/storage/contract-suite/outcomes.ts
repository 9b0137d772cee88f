import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SessionId } from '../ports.ts';
import {
  collect,
  decision,
  event,
  NOON,
  organizationId,
  type StoreUnderTest,
  sessionId,
} from './store-under-test.ts';

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
}
