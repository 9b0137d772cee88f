import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrganizationId, OutcomeEvent, RankingDecision, SessionId, Storage } from '../storage/ports.ts';
import { actOf, type ExposedDecision, exposedDecisions } from './exposed-decisions.ts';

const NOON = Date.UTC(2026, 2, 4, 12);

/** Two sessions that took turns, ten rankings each, of which two items were shown, the first clicked. */
class TurnTaking {
  readonly logsRead: SessionId[] = [];
  exposuresRead = 0;
  readonly decisions = Array.from(
    { length: 20 },
    (_, i): RankingDecision => ({
      id: `d${i}`,
      sessionId: `s${i % 2}` as SessionId,
      endpoint: '/catalog/ranked',
      at: NOON + i * 60_000,
      replay: '{}',
      ranked: '[]',
    }),
  );

  async *exposures() {
    const inOrder = this.decisions.toSorted((a, b) =>
      `${a.sessionId} ${a.id}` < `${b.sessionId} ${b.id}` ? -1 : 1,
    );
    for (const { id, sessionId, at } of inOrder) {
      for (const itemId of [`${id}-clicked`, `${id}-passed`]) {
        this.exposuresRead++;
        yield { sessionId, decisionId: id, itemId, at: at + 1, matched: true };
      }
    }
  }

  get storage(): Pick<Storage, 'outcomes' | 'sessions'> {
    const { decisions } = this;
    const outcomes: Partial<Storage['outcomes']> = {
      exposures: () => this.exposures(),
      decision: async (_, id) => decisions.find((decision) => decision.id === id),
      async *eventsOf() {},
    };
    const sessions: Partial<Storage['sessions']> = {
      log: async (_, sessionId) => {
        this.logsRead.push(sessionId);
        return decisions
          .filter((decision) => decision.sessionId === sessionId)
          .map(({ id, at }, i) => ({
            sequence: i + 1,
            type: 'product_view',
            value: `${id}-clicked`,
            at: at + 2_000,
          }));
      },
    };
    return { outcomes, sessions } as Pick<Storage, 'outcomes' | 'sessions'>;
  }
}

const SHOP = 'org_showings' as OrganizationId;

test('showings are joined session by session, the log of each read once', async () => {
  const taking = new TurnTaking();
  const showings: ExposedDecision[] = await Array.fromAsync(exposedDecisions(taking.storage, SHOP, NOON));
  assert.equal(showings.length, 20);
  assert.deepEqual(taking.logsRead, ['s0', 's1']);
  for (const { decision, sessionId, items } of showings) {
    assert.equal(sessionId, decision.sessionId);
    assert.deepEqual(
      items.map(({ itemId, clicked }) => [itemId, clicked]),
      [
        [`${decision.id}-clicked`, true],
        [`${decision.id}-passed`, false],
      ],
    );
  }
});

test('of a ranking that two sessions saw, what one did is not told of the other', async () => {
  const [of, other] = ['s0', 's1'] as SessionId[];
  const events: OutcomeEvent[] = [
    { data: { productId: 7 }, name: 'click' },
    { data: { items: [{ id: 'b' }, 8] }, name: 'purchase' },
  ].map(({ name, data }, i) => ({
    eventId: `e${i}`,
    sessionId: other!,
    name,
    at: NOON + 5,
    data: JSON.stringify(data),
    decisionId: 'd0',
  }));
  const taking = new TurnTaking();
  const outcomes: Partial<Storage['outcomes']> = {
    ...taking.storage.outcomes,
    async *exposures() {
      for (const sessionId of [of!, other!]) {
        for (const itemId of ['7', 'b', '8', 'c']) {
          yield { sessionId, decisionId: 'd0', itemId, at: NOON + 1, matched: true };
        }
      }
    },
    async *eventsOf(_, __, sessionId) {
      yield* events.filter((event) => event.sessionId === sessionId);
    },
  };
  const storage = { ...taking.storage, outcomes } as typeof taking.storage;
  const told = (await Array.fromAsync(exposedDecisions(storage, SHOP, NOON))).map(({ sessionId, items }) => ({
    sessionId,
    clicked: items.filter(({ clicked }) => clicked).map(({ itemId }) => itemId),
    bought: items.filter(({ bought }) => bought).map(({ itemId }) => itemId),
  }));
  assert.deepEqual(told, [
    { sessionId: of, clicked: [], bought: [] },
    { sessionId: other, clicked: ['7', 'b', '8'], bought: ['b', '8'] },
  ]);
});

test('no more exposures are held than those of one ranking', async () => {
  const taking = new TurnTaking();
  for await (const _ of exposedDecisions(taking.storage, SHOP, NOON)) {
    assert.ok(taking.exposuresRead <= 3);
    break;
  }
});

test('an event is a purchase by the words of its name', () => {
  for (const name of [
    'purchase',
    'order',
    'order_completed',
    'orderPlaced',
    'Checkout Success',
    'item-bought',
  ]) {
    assert.deepEqual(actOf(name), { buys: true, clicks: true }, name);
  }
});

test('an event is a click by the words of its name', () => {
  for (const name of ['product_click', 'addToCart', 'add_to_wishlist', 'item selected', 'view']) {
    assert.deepEqual(actOf(name), { buys: false, clicks: true }, name);
  }
});

test('words that only contain such a word are neither', () => {
  for (const name of [
    'sort_order_changed',
    'reorder_hint',
    'border',
    'preview',
    'review_submitted',
    'checkout',
  ]) {
    assert.deepEqual(actOf(name), { buys: false, clicks: false }, name);
  }
});
