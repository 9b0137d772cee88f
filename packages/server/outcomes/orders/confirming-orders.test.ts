import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openSqliteStorage } from '../../storage/index.ts';
import type { OrganizationId, SessionId, ShopOrder, Storage, Write } from '../../storage/ports.ts';
import { WITHIN } from '../exposed-decisions.ts';
import { type OutcomesReport, outcomesReport } from '../outcomes-report.ts';

const NOON = Date.UTC(2026, 2, 4, 12);
const HALF_HOUR = WITHIN;

describe('an uploaded order', () => {
  let folder: string;
  let storage: Storage;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'decidable-confirming-'));
    storage = await openSqliteStorage({ folder, role: 'serve' });
  });
  after(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });

  let shops = 0;
  /** A shop whose session `s` saw the products a, b and c in this order in the rankings d1 and, a minute later, d2. */
  class Shop {
    readonly id = `org_${shops++}` as OrganizationId;

    static async open(): Promise<Shop> {
      const shop = new Shop();
      await storage.organizations.create({ id: shop.id, name: 'Shop', createdAt: NOON });
      await shop.rank('d1', 's', NOON);
      await shop.rank('d2', 's', NOON + 60_000);
      await shop.see('s', 'd1');
      await shop.see('s', 'd2');
      return shop;
    }

    async #write(at: number, ...writes: Write[]): Promise<void> {
      await storage.commit({ organizationId: this.id, at, writes });
    }

    rank(id: string, session: string, at: number): Promise<void> {
      const ranked = JSON.stringify(['a', 'b', 'c'].map((product) => [product, 1, { popularity: 1 }]));
      const decision = { id, sessionId: session as SessionId, endpoint: '/search', at, replay: '{}', ranked };
      return this.#write(at, { kind: 'decision', decision });
    }

    see(session: string, decisionId: string, at = NOON + 90_000): Promise<void> {
      const exposures = ['a', 'b', 'c'].map((itemId) => ({
        sessionId: session as SessionId,
        decisionId,
        itemId,
        at,
      }));
      return this.#write(at, { kind: 'exposures', exposures });
    }

    event(
      session: string,
      eventId: string,
      more: { name?: string; decisionId?: string } = {},
    ): Promise<void> {
      const event = {
        eventId,
        sessionId: session as SessionId,
        name: 'purchase',
        at: NOON + 120_000,
        ...more,
      };
      return this.#write(NOON, { kind: 'event', event });
    }

    async upload(...orders: Partial<ShopOrder>[]): Promise<void> {
      const whole = orders.map((order, i) => ({
        orderId: `o${i}`,
        at: NOON + 120_000,
        products: [{ id: 'a' }],
        ...order,
      }));
      await storage.orders.put(this.id, whole, NOON);
    }

    report(since = 0): Promise<OutcomesReport> {
      return outcomesReport(storage, this.id, since);
    }

    /** What was bought, by position. */
    async bought(): Promise<number[]> {
      const { positions, total, factors } = await this.report();
      const bought = positions.map((row) => row.bought);
      const sum = bought.reduce((one, other) => one + other, 0);
      assert.deepEqual([total.bought, factors[0]?.bought], [sum, sum]);
      return bought;
    }
  }
  const session = 's' as SessionId;

  it('of a session confirms each of its products once, at the last ranking that showed it before', async () => {
    const shop = await Shop.open();
    await shop.upload({
      sessionId: session,
      products: [{ id: 'a' }, { id: 'c', quantity: 9 }, { id: 'unseen' }],
    });
    assert.deepEqual(await shop.bought(), [1, 0, 1]);
    const { orders, claims } = await shop.report();
    assert.deepEqual({ orders, claims }, { orders: { uploaded: 1, confirming: 1 }, claims: { sessions: 0 } });
  });

  it('of a session confirms what it saw within half an hour before', async () => {
    for (const [at, bought] of [
      [NOON - 1, 0],
      [NOON, 1],
      [NOON + 60_000 + HALF_HOUR, 1],
      [NOON + 60_001 + HALF_HOUR, 0],
    ] as const) {
      const shop = await Shop.open();
      await shop.upload({ sessionId: session, at });
      assert.deepEqual(await shop.bought(), [bought, 0, 0], String(at - NOON));
      assert.equal((await shop.report()).orders.confirming, bought);
    }
  });

  it('of another session confirms nothing', async () => {
    const shop = await Shop.open();
    await shop.upload(
      { sessionId: 'other' as SessionId },
      { sessionId: 'other' as SessionId, decisionId: 'd1' },
    );
    assert.deepEqual(await shop.bought(), [0, 0, 0]);
    assert.deepEqual((await shop.report()).orders, { uploaded: 2, confirming: 0 });
  });

  it('with a ranking confirms at that ranking, however late it is', async () => {
    const shop = await Shop.open();
    await shop.upload(
      { decisionId: 'd1', at: NOON + 40 * HALF_HOUR },
      { sessionId: session, decisionId: 'd9' },
    );
    assert.deepEqual(await shop.bought(), [1, 0, 0]);
  });

  it('with only a ranking belongs to the session that it was made for, not to one that saw it from a cache', async () => {
    const shop = await Shop.open();
    await shop.see('another', 'd1');
    await shop.upload({ decisionId: 'd1' });
    assert.deepEqual(await shop.bought(), [1, 0, 0]);
    const cached = await Shop.open();
    await cached.see('another', 'd1');
    await cached.upload({ decisionId: 'd1', sessionId: 'another' as SessionId });
    assert.deepEqual(await cached.bought(), [1, 0, 0]);
  });

  it('with neither confirms nothing, though one session saw its products just before', async () => {
    const shop = await Shop.open();
    await shop.upload({});
    assert.deepEqual(await shop.bought(), [0, 0, 0]);
  });

  it('with neither belongs to the session whose purchase has its id', async () => {
    const shop = await Shop.open();
    await shop.event('s', 'o0');
    await shop.upload({ products: [{ id: 'b' }] });
    assert.deepEqual(await shop.bought(), [0, 1, 0]);
    const named = await Shop.open();
    await named.event('s', 'o0', { decisionId: 'd1' });
    await named.upload({ at: NOON + 40 * HALF_HOUR });
    assert.deepEqual(await named.bought(), [1, 0, 0]);
  });

  it('with neither confirms nothing where two sessions name it, or where the event is no purchase', async () => {
    const contested = await Shop.open();
    await contested.event('stranger', 'o0');
    await contested.event('s', 'o0');
    await contested.upload({});
    assert.deepEqual(await contested.bought(), [0, 0, 0]);
    const started = await Shop.open();
    await started.event('s', 'o0', { name: 'checkout_started' });
    await started.upload({});
    assert.deepEqual(await started.bought(), [0, 0, 0]);
  });

  it('keeps its own session, whatever a stranger says of its id', async () => {
    const shop = await Shop.open();
    await shop.see('stranger', 'd1');
    await shop.event('stranger', 'o0', { decisionId: 'd1' });
    await shop.upload({ sessionId: session, products: [{ id: 'b' }] });
    assert.deepEqual(await shop.bought(), [0, 1, 0]);
    const { total } = await shop.report();
    assert.equal(total.bought, 1);
  });

  it('confirms no more than was shown: two orders of one showing are one', async () => {
    const shop = await Shop.open();
    await shop.upload({ sessionId: session }, { sessionId: session });
    assert.deepEqual(await shop.bought(), [1, 0, 0]);
    assert.deepEqual((await shop.report()).orders, { uploaded: 2, confirming: 2 });
  });

  it('from before the time of the report does not count', async () => {
    const shop = await Shop.open();
    await shop.upload({ sessionId: session });
    const { total, orders } = await shop.report(NOON + 60_000);
    assert.deepEqual([total.bought, orders.uploaded], [1, 1]);
    const later = await shop.report(NOON + 120_001);
    assert.deepEqual([later.total.bought, later.orders.uploaded], [0, 0]);
  });
});
