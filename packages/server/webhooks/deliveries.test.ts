import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { limits } from '@decidable/contract/limits';
import {
  createWebhook,
  deliverEvents,
  listWebhooks,
  managementPath,
  removeWebhook,
  watchCalls,
} from '@decidable/contract/management';
import { CONTEXT_SIGNAL } from '@decidable/engine/session';
import type { SessionId, WebhookSender } from '../storage/ports.ts';
import { ManagedShop } from '../testing/managed-shop.ts';
import { type Answer, type Loose, RunningService } from '../testing/running-service.ts';
import { createWebhook as create, webhookPath } from './index.ts';

/** The products of the shop have an id, and no other name. */
const CSV = 'id,title,category,price\nsku-1,Red boots,boots,59\nsku-2,Blue boots,boots,89\n77,Hat,hats,19\n';

interface Made {
  readonly id: string;
  readonly path: string;
  readonly secret: string;
}

/** The first event of the stream of recent calls. */
async function recentCalls(shop: ManagedShop): Promise<string> {
  const path = watchCalls.path.replace('{organizationId}', shop.organizationId);
  const hungUp = new AbortController();
  const response = await fetch(shop.running.url(managementPath + path), {
    headers: { cookie: shop.owner.cookieHeader(managementPath + path) },
    signal: hungUp.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let read = '';
  while (!read.includes('\n\n')) read += (await reader.read()).value ?? '';
  hungUp.abort();
  return read;
}

const sha = (hash: 'sha1' | 'sha256', form: 'hex' | 'base64', secret: string, body: string) =>
  createHmac(hash, secret).update(body).digest(form);

describe('deliveries to webhooks', () => {
  let shop: ManagedShop;
  before(async () => {
    shop = await ManagedShop.start(CSV);
  });
  after(() => shop.close());

  async function make(sender: WebhookSender, secret?: string): Promise<Made> {
    const { organizationId } = shop;
    const body = { sender, ...(secret !== undefined && { secret }) };
    const made = await shop.owner.call(createWebhook, { params: { organizationId }, body });
    assert.equal(made.status, 200, made.text);
    const { id, path } = made.body.webhook as unknown as Made;
    return { id, path, secret: secret ?? String(made.body.secret) };
  }

  const send = (path: string, raw: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    shop.running.postTo(path, undefined, { key: null, raw, headers });

  /** As Segment sends it. */
  const deliver = ({ path, secret }: Made, body: unknown): Promise<Answer> => {
    const raw = JSON.stringify(body);
    return send(path, raw, { 'x-signature': sha('sha1', 'hex', secret, raw) });
  };

  const track = (event: string, properties: object, more: object = {}) => ({
    type: 'track',
    messageId: randomUUID(),
    anonymousId: randomUUID(),
    timestamp: new Date().toISOString(),
    event,
    properties,
    ...more,
  });

  const ok = (answer: Answer): Loose => {
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };

  async function signalsOf(sessionId: string): Promise<string[]> {
    const log = await shop.storage.sessions.log(shop.organizationId, sessionId as SessionId);
    return log.flatMap(({ type, value }) => (type === CONTEXT_SIGNAL ? [] : [`${type} ${value}`]));
  }

  it('become signals, outcomes and orders of the session that they name, in their order', async () => {
    const webhook = await make('segment');
    const anonymousId = randomUUID();
    const of = (event: string, properties: object) => track(event, properties, { anonymousId });
    const body = ok(
      await deliver(webhook, [
        { type: 'page', messageId: randomUUID(), anonymousId, properties: { title: 'Home' } },
        { type: 'identify', messageId: randomUUID(), anonymousId, traits: { email: 'ada@shop.example' } },
        of('Products Searched', { query: 'red boots' }),
        of('Product List Viewed', { category: 'boots' }),
        of('Product Viewed', { product_id: 'p-9', sku: 'sku-1' }),
        of('Product Added', { product_id: 'sku-1' }),
        of('Product Removed', { product_id: 'sku-1' }),
        of('Product Added', { product_id: 77 }),
        of('Checkout Started', {
          order_id: 'o-1',
          products: [{ product_id: '77' }],
          email: 'ada@shop.example',
        }),
        of('Order Completed', { order_id: 'o-1', products: [{ product_id: '77', quantity: 2 }] }),
      ]),
    );
    assert.deepEqual(body, { received: 10, recorded: 9, ignored: 1 });
    assert.deepEqual(await signalsOf(anonymousId), [
      'search red boots',
      'category_view boots',
      'product_view sku-1',
      'cart_add sku-1',
      'cart_remove sku-1',
      'cart_add 77',
      'purchase 77',
    ]);
    const order = await shop.storage.orders.find(shop.organizationId, 'o-1');
    assert.deepEqual([order?.sessionId, order?.products], [anonymousId, [{ id: '77', quantity: 2 }]]);
    const events = [];
    for await (const each of shop.storage.outcomes.events(shop.organizationId, 0)) events.push(each);
    const started = events.find(({ sessionId }) => sessionId === anonymousId);
    assert.deepEqual([started?.name, started?.data], ['checkout_started', '{"items":["77"]}']);
  });

  it('count once under their ids, in whichever delivery they come, and each delivery is metered', async () => {
    const webhook = await make('segment');
    const first = track('Product Viewed', { product_id: 'sku-1' });
    const { anonymousId } = first;
    const second = track('Product Added', { product_id: 'sku-1' }, { anonymousId });
    const outcome = track('Cart Viewed', {}, { anonymousId });
    const day = new Date().toISOString().slice(0, 10);
    const counted = async () => {
      const lines = await shop.storage.usage.report(shop.organizationId, day, day);
      return lines.find(({ operation }) => operation === 'webhooks')?.requests ?? 0;
    };
    const before = await counted();
    for (const body of [first, [first, second, outcome], { batch: [second, first, outcome] }])
      assert.equal(ok(await deliver(webhook, body)).left_out, undefined);
    assert.deepEqual(await signalsOf(anonymousId), ['product_view sku-1', 'cart_add sku-1']);
    assert.equal((await counted()) - before, 3);
    const { messageId, ...unnamed } = track('Product Viewed', { product_id: 'sku-2' }, { anonymousId });
    for (let i = 0; i < 2; i++) ok(await deliver(webhook, unnamed));
    assert.deepEqual((await signalsOf(anonymousId)).slice(2), ['product_view sku-2'], messageId);
  });

  it('name each event that cannot be recorded, which keeps no other out', async () => {
    const webhook = await make('segment');
    const good = track('Product Viewed', { product_id: 'sku-1' });
    const { anonymousId, messageId } = good;
    const body = ok(
      await deliver(webhook, [
        'noise',
        track('Product Viewed', {}),
        track('Product Viewed', { product_id: 'sku-1' }, { anonymousId: undefined }),
        track('Product Viewed', { product_id: 'sku-1' }, { timestamp: '2020-01-01T00:00:00Z' }),
        track('Order Completed', { order_id: 'o-2', products: [] }),
        track('Order Completed', { products: [{ product_id: '77' }] }),
        good,
        // Another event under an id that was used.
        track('Product Viewed', { product_id: 'sku-2' }, { anonymousId, messageId }),
      ]),
    );
    assert.deepEqual([body.received, body.recorded, body.ignored], [8, 1, 0]);
    const left = body.left_out as unknown as { index: number; reason: string }[];
    assert.deepEqual(
      left.map(({ index }) => index),
      [0, 1, 2, 3, 4, 5, 7],
    );
    for (const [n, reason] of [
      /no JSON object/,
      /product_id/,
      /session/,
      /24 hours/,
      /products/,
      /orderId/,
      /id/,
    ].entries())
      assert.match(left[n]!.reason, reason);
    assert.deepEqual(await signalsOf(anonymousId), ['product_view sku-1']);
  });

  it('open a visit by a page, and by no order that changes', async () => {
    const webhook = await make('segment');
    const sessions = { page: randomUUID(), changed: randomUUID(), nothing: randomUUID() };
    const of = (anonymousId: string) => ({ anonymousId });
    const products = [{ product_id: '77' }];
    const body = ok(
      await deliver(webhook, [
        { type: 'page', messageId: randomUUID(), ...of(sessions.page) },
        track('Order Updated', { order_id: 'o-3', products }, of(sessions.changed)),
        track('Order Cancelled', { order_id: 'o-3' }, of(sessions.changed)),
        track('Products Searched', { query: ' ' }, of(sessions.nothing)),
        track('Product List Viewed', {}, of(sessions.nothing)),
      ]),
    );
    assert.deepEqual(body, { received: 5, recorded: 3, ignored: 2 });
    const lengths = await Promise.all(
      Object.values(sessions).map(
        async (id) => (await shop.storage.sessions.log(shop.organizationId, id as SessionId)).length,
      ),
    );
    assert.deepEqual(lengths, [1, 0, 0]);
  });

  it('take an order back by its id as it was placed, and by no other', async () => {
    const webhook = await make('segment');
    const products = [{ product_id: '77' }];
    const find = (id: string) => shop.storage.orders.find(shop.organizationId, id);
    const placed = ['null', 'o-4', '12', 'e\u0301'];
    for (const order_id of placed)
      ok(await deliver(webhook, track('Order Completed', { order_id, products })));
    for (const properties of [{}, { order_id: null }, { order_id: '' }, { order_id: { id: 'o-4' } }]) {
      const { left_out: left, recorded } = ok(await deliver(webhook, track('Order Cancelled', properties)));
      assert.match(String((left as unknown as { reason: string }[])[0]!.reason), /properties\.order_id/);
      assert.equal(recorded, 0);
    }
    for (const id of placed) assert.ok(await find(id.normalize()), id);
    for (const order_id of [' o-4 ', 12, 'e\u0301'])
      assert.equal(ok(await deliver(webhook, track('Order Cancelled', { order_id }))).recorded, 1);
    for (const id of ['o-4', '12', '\u00e9']) assert.equal(await find(id), undefined, id);
    assert.ok(await find('null'));
  });

  it('take back what is refunded as a whole, and leave what is refunded in part', async () => {
    const find = (id: string) => shop.storage.orders.find(shop.organizationId, id);
    const segment = await make('segment');
    const products = [{ product_id: '77', quantity: 2 }];
    for (const order_id of ['r-1', 'r-2'])
      ok(await deliver(segment, track('Order Completed', { order_id, products })));
    const part = [{ product_id: '77', quantity: 1 }];
    assert.equal(
      ok(await deliver(segment, track('Order Refunded', { order_id: 'r-1', products: part }))).ignored,
      1,
    );
    assert.equal(ok(await deliver(segment, track('Order Refunded', { order_id: 'r-2' }))).recorded, 1);
    assert.deepEqual([(await find('r-1'))?.orderId, await find('r-2')], ['r-1', undefined]);

    const secret = 'shpss_0123456789abcdef0123456789abcdef';
    const { path } = await make('shopify', secret);
    const states = [
      ['paid', true],
      ['partially_refunded', true],
      ['refunded', false],
      ['paid', true],
      ['voided', false],
    ] as const;
    for (const [n, [financial_status, stays]] of states.entries()) {
      const order = {
        id: 505,
        created_at: '2026-11-20T10:00:00-05:00',
        updated_at: `2026-11-2${n}T10:00:00-05:00`,
        line_items: [{ product_id: 77, quantity: 1 }],
      };
      const raw = JSON.stringify({ ...order, financial_status });
      const signature = sha('sha256', 'base64', secret, raw);
      ok(await send(path, raw, { 'x-shopify-topic': 'orders/updated', 'x-shopify-hmac-sha256': signature }));
      assert.equal((await find('505')) !== undefined, stays, financial_status);
    }
  });

  it('of shops make of an order what it was last, however late and often they come', async () => {
    const secret = 'shpss_0123456789abcdef0123456789abcdef';
    const shopify = (await make('shopify', secret)).path;
    const woocommerce = await make('woocommerce');
    const find = (id: number) => shop.storage.orders.find(shop.organizationId, String(id));
    const minutes = (n: number) => new Date(Date.UTC(2026, 10, 20, 10, n)).toISOString();
    const created = {
      created_at: minutes(0),
      note_attributes: [{ name: 'decidable_session', value: 'late-session-0123456' }],
    };
    const line = (quantity: number) => [{ product_id: 77, quantity }];
    const notify = async (order: object, topic: string) => {
      const raw = JSON.stringify({ id: 601, ...created, ...order });
      const signature = sha('sha256', 'base64', secret, raw);
      return ok(await send(shopify, raw, { 'x-shopify-topic': topic, 'x-shopify-hmac-sha256': signature }));
    };
    const first = { updated_at: minutes(0), line_items: line(1) };
    const mended = { updated_at: minutes(5), line_items: line(2) };
    const cancelled = { ...mended, updated_at: minutes(9), cancelled_at: minutes(9) };
    for (const each of [mended, first, mended])
      assert.equal((await notify(each, 'orders/updated')).recorded, 1);
    assert.deepEqual((await find(601))?.products, [{ id: '77', quantity: 2 }]);
    assert.equal((await notify(cancelled, 'orders/cancelled')).recorded, 1);
    for (const each of [first, mended]) {
      const { left_out: left } = await notify(each, 'orders/create');
      assert.match(String((left as unknown as { reason: string }[])[0]!.reason), /later change/);
    }
    assert.equal(await find(601), undefined);
    // Taken back before it was told: nobody has bought it.
    const other = {
      id: 602,
      note_attributes: [{ name: 'decidable_session', value: 'late-session-6543210' }],
    };
    await notify({ ...cancelled, ...other }, 'orders/cancelled');
    await notify({ ...first, ...other }, 'orders/create');
    assert.deepEqual(await signalsOf('late-session-6543210'), []);

    const woo = async (status: string, at: number, topic = 'order.updated') => {
      const dates = {
        date_created_gmt: minutes(0).slice(0, 19),
        date_modified_gmt: minutes(at).slice(0, 19),
      };
      const all = topic === 'order.deleted' ? {} : { status, ...dates, line_items: line(at) };
      const raw = JSON.stringify({ id: 603, ...all });
      const signature = sha('sha256', 'base64', woocommerce.secret, raw);
      ok(
        await send(woocommerce.path, raw, {
          'x-wc-webhook-topic': topic,
          'x-wc-webhook-signature': signature,
        }),
      );
      return (await find(603))?.products[0]?.quantity;
    };
    assert.equal(await woo('processing', 2), 2);
    assert.equal(await woo('cancelled', 4), undefined);
    assert.equal(await woo('processing', 2), undefined);
    assert.equal(await woo('processing', 6), 6);
    assert.equal(await woo('cancelled', 4), 6);
    assert.equal(await woo('', 0, 'order.deleted'), undefined);
    assert.equal(await woo('processing', 6), undefined);
  });

  it('tell outcomes of as old a time as signals may have, and no older one', async () => {
    const webhook = await make('segment');
    const { storage, organizationId } = shop;
    const anonymousId = randomUUID();
    const at = (ms: number) => ({ anonymousId, timestamp: new Date(Date.now() + ms).toISOString() });
    const HOUR = 3_600_000;
    const body = ok(
      await deliver(webhook, [
        track('Checkout Started', {}, at(-365 * 24 * HOUR)),
        track('Checkout Started', {}, at(-24.1 * HOUR)),
        track('Checkout Started', {}, at(-23.9 * HOUR)),
        track('Checkout Started', {}, at(HOUR / 12)),
        track('Checkout Started', {}, at(HOUR)),
        track('Checkout Started', {}, { anonymousId, timestamp: 'yesterday' }),
      ]),
    );
    const left = body.left_out as unknown as { index: number; reason: string }[];
    assert.deepEqual(
      left.map(({ index }) => index),
      [0, 1, 4, 5],
    );
    for (const [n, reason] of [/24 hours/, /24 hours/, /future/, /ISO 8601/].entries())
      assert.match(left[n]!.reason, reason);
    const ages = [];
    for await (const event of storage.outcomes.events(organizationId, 0))
      if (event.sessionId === anonymousId) ages.push(Math.round((Date.now() - event.at) / HOUR));
    assert.deepEqual(ages.sort(), [0, 24]);
  });

  it('are refused without the signature of their bytes, whoever may have sent them', async () => {
    const webhook = await make('segment');
    const other = await make('segment');
    const raw = JSON.stringify(track('Product Viewed', { product_id: 'sku-1' }));
    const { secret, path } = webhook;
    const bearer = (value: string) => ({ authorization: `Bearer ${value}` });
    const basic = (value: string) => ({
      authorization: `Basic ${Buffer.from(`any:${value}`).toString('base64')}`,
    });
    for (const headers of [
      {},
      { 'x-signature': '' },
      { 'x-signature': sha('sha1', 'hex', other.secret, raw) },
      { 'x-signature': sha('sha1', 'hex', secret, `${raw} `) },
      { 'x-signature': sha('sha256', 'base64', secret, raw) },
      // A wrong signature is not mended by a right secret.
      { 'x-signature': 'a'.repeat(40), ...bearer(secret) },
      bearer(other.secret),
      basic(''),
      { authorization: `Basic ${Buffer.from(':').toString('base64')}` },
      { 'x-api-key': shop.running.key.value },
    ]) {
      const { status, body } = await send(path, raw, headers);
      assert.equal(status, 401, JSON.stringify(headers));
      assert.match(String(body.error.message), /signature/);
    }
    for (const headers of [
      { 'x-signature': sha('sha1', 'hex', secret, raw) },
      { 'x-signature': sha('sha256', 'hex', secret, raw).toUpperCase() },
      bearer(secret),
      basic(secret),
      // As libraries of such platforms send their key.
      { authorization: `Basic ${Buffer.from(`${secret}:`).toString('base64')}` },
    ])
      ok(await send(path, raw, headers));
  });

  it('of another organization, and of a webhook that was removed, are refused alike', async () => {
    const webhook = await make('segment');
    const { organizationId } = shop;
    const theirs = await shop.running.newKey();
    const raw = JSON.stringify(track('Product Viewed', { product_id: 'sku-1' }));
    const headers = { 'x-signature': sha('sha1', 'hex', webhook.secret, raw) };
    const elsewhere = webhook.path.replace(organizationId, theirs.organizationId);
    assert.equal((await send(elsewhere, raw, headers)).status, 401);
    assert.equal((await send(`${webhook.path}x`, raw, headers)).status, 401);
    assert.equal((await send(`${webhook.path}%E0%A4%A`, raw, headers)).status, 401);
    const params = { organizationId, webhookId: webhook.id };
    assert.equal((await shop.owner.call(removeWebhook, { params })).status, 200);
    assert.equal((await send(webhook.path, raw, headers)).status, 401);
    assert.equal((await shop.owner.call(removeWebhook, { params })).status, 404);
    const list = await shop.owner.call(listWebhooks, { params });
    assert.ok(!list.text.includes(webhook.id));
  });

  it(`have at most ${limits.webhookEvents} events and ${limits.body.webhook.toLocaleString('en')} bytes`, async () => {
    const webhook = await make('segment');
    const anonymousId = randomUUID();
    const events = (count: number, padding = '') =>
      Array.from({ length: count }, () =>
        track('Cart Viewed', { padding }, { anonymousId, messageId: randomUUID() }),
      );
    const most = ok(await deliver(webhook, events(limits.webhookEvents)));
    assert.equal(most.recorded, limits.webhookEvents);
    const more = await deliver(webhook, events(limits.webhookEvents + 1));
    assert.equal(more.status, 413);
    assert.match(more.text, /at most 500 events/);
    const bytes = (length: number) => {
      const [event] = events(1);
      const size = JSON.stringify(event).length;
      return { ...event, padding: 'x'.repeat(length - size - ',"padding":""'.length) };
    };
    assert.equal(JSON.stringify(bytes(limits.body.webhook)).length, limits.body.webhook);
    assert.equal(ok(await deliver(webhook, bytes(limits.body.webhook))).recorded, 1);
    assert.equal((await deliver(webhook, bytes(limits.body.webhook + 1))).status, 413);
  });

  it('of Snowplow are enriched events, with the action and its entities', async () => {
    const webhook = await make('snowplow');
    const domain_userid = randomUUID();
    const ecommerce = 'com_snowplowanalytics_snowplow_ecommerce';
    const event = (type: string, products: readonly object[], more: object = {}) => ({
      app_id: 'shop',
      event: 'unstruct',
      event_name: 'snowplow_ecommerce_action',
      event_id: randomUUID(),
      collector_tstamp: new Date().toISOString(),
      domain_userid,
      useragent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)',
      [`unstruct_event_${ecommerce}_snowplow_ecommerce_action_1`]: { type },
      [`contexts_${ecommerce}_product_1`]: products,
      ...more,
    });
    const bought = [{ id: 'sku-1', quantity: 1 }, { id: '77' }];
    const transaction = { [`contexts_${ecommerce}_transaction_1`]: [{ transaction_id: 'sp-1' }] };
    const body = ok(
      await deliver(webhook, [
        event('product_view', [{ id: 'sku-1' }]),
        event('add_to_cart', bought),
        event('transaction', bought, transaction),
        event('checkout_step', []),
        event('refund', bought, { [`contexts_${ecommerce}_refund_1`]: [{ transaction_id: 'sp-1' }] }),
        { event: 'page_ping', event_id: randomUUID(), domain_userid },
      ]),
    );
    assert.deepEqual(body, { received: 6, recorded: 4, ignored: 2 });
    assert.deepEqual(await signalsOf(domain_userid), [
      ...['product_view sku-1', 'cart_add sku-1', 'cart_add 77', 'purchase sku-1', 'purchase 77'],
    ]);
    assert.equal((await shop.storage.orders.find(shop.organizationId, 'sp-1'))?.products.length, 2);
    const refund = event('refund', [], { [`contexts_${ecommerce}_refund_1`]: [{ transaction_id: 'sp-1' }] });
    assert.equal(ok(await deliver(webhook, refund)).recorded, 1);
    assert.equal(await shop.storage.orders.find(shop.organizationId, 'sp-1'), undefined);
    const session = await shop.running.post('/session', {
      sessionId: domain_userid,
      organizationId: shop.organizationId,
    });
    assert.equal(session.body.context.device, 'mobile');
  });

  it('of Shopify are orders, by the name of a line that the catalogue has; a cancelled one is taken back', async () => {
    const secret = 'shpss_0123456789abcdef0123456789abcdef';
    const { path } = await make('shopify', secret);
    const session = randomUUID();
    const order = (more: object = {}) =>
      JSON.stringify({
        id: 820_982_911_946,
        created_at: '2026-11-20T10:00:00-05:00',
        email: 'ada@shop.example',
        note_attributes: [{ name: 'decidable_session', value: session }],
        line_items: [
          { product_id: 632, variant_id: 808, sku: 'sku-2', quantity: 1 },
          { product_id: 77, variant_id: 809, sku: 'not-ours', quantity: 3 },
          { product_id: null, variant_id: null, sku: null, title: 'Tip', quantity: 1 },
          { product_id: 632, variant_id: 810, sku: 'sku-1', quantity: 0 },
        ],
        ...more,
      });
    const notify = async (raw: string, topic = 'orders/create') =>
      ok(
        await send(path, raw, {
          'x-shopify-topic': topic,
          'x-shopify-hmac-sha256': sha('sha256', 'base64', secret, raw),
        }),
      );
    const find = () => shop.storage.orders.find(shop.organizationId, '820982911946');
    assert.equal((await notify(order({ test: true }))).recorded, 0);
    assert.equal((await notify(JSON.stringify({ id: 1 }), 'products/update')).ignored, 1);
    assert.equal((await notify(order())).recorded, 1);
    assert.deepEqual(await find(), {
      orderId: '820982911946',
      at: Date.parse('2026-11-20T10:00:00-05:00'),
      sessionId: session,
      products: [
        { id: 'sku-2', quantity: 1 },
        { id: '77', quantity: 3 },
      ],
    });
    // An update tells no session, and the order keeps the one that it had; what was bought is bought once.
    assert.equal((await notify(order({ note_attributes: [] }), 'orders/updated')).recorded, 1);
    assert.equal((await find())?.sessionId, session);
    assert.deepEqual(await signalsOf(session), ['purchase sku-2', 'purchase 77']);
    await notify(order({ cancelled_at: '2026-11-21T10:00:00-05:00' }), 'orders/cancelled');
    assert.equal(await find(), undefined);
    const raw = order();
    assert.equal((await send(path, raw, { authorization: `Bearer ${secret}` })).status, 401);
  });

  it('of WooCommerce are orders once they are paid; its unsigned ping is answered', async () => {
    const { path, secret } = await make('woocommerce');
    const ping = await send(path, 'webhook_id=12', { 'content-type': 'application/x-www-form-urlencoded' });
    assert.deepEqual(ok(ping), { received: 0, recorded: 0, ignored: 0 });
    const order = (status: string) =>
      JSON.stringify({
        id: 727,
        status,
        date_created_gmt: '2026-11-20T10:00:00',
        billing: { email: 'ada@shop.example' },
        meta_data: [{ id: 1, key: '_decidable_session', value: 'woo-session-of-a-visitor' }],
        // Its article number is the id of another product.
        line_items: [{ product_id: 77, variation_id: 0, sku: 'sku-1', quantity: 1 }],
      });
    const notify = async (raw: string, topic = 'order.updated') =>
      ok(
        await send(path, raw, {
          'x-wc-webhook-topic': topic,
          'x-wc-webhook-signature': sha('sha256', 'base64', secret, raw),
        }),
      );
    const find = () => shop.storage.orders.find(shop.organizationId, '727');
    assert.equal((await notify(order('pending'), 'order.created')).ignored, 1);
    assert.equal(await find(), undefined);
    assert.equal((await notify(order('processing'))).recorded, 1);
    assert.deepEqual((await find())?.products, [{ id: '77', quantity: 1 }]);
    assert.deepEqual(await signalsOf('woo-session-of-a-visitor'), ['purchase 77']);
    await notify(order('refunded'));
    assert.equal(await find(), undefined);
    await notify(order('completed'));
    await notify(JSON.stringify({ id: 727 }), 'order.deleted');
    assert.equal(await find(), undefined);
  });

  it('leave no secret in clear text in the store or in the log, and no body to look at', async () => {
    // Of one second only the first calls are kept that did not go well.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const given = 'a secret that Shopify has made';
    const webhooks = [await make('segment'), await make('shopify', given)];
    ok(await deliver(webhooks[0]!, track('Product Viewed', { product_id: 'sku-1', note: 'very private' })));
    ok(await deliver(webhooks[0]!, track('Product Viewed', { note: 'very private' })));
    const files = readdirSync(shop.running.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
    assert.ok(files.some((bytes) => bytes.includes(webhooks[0]!.id)));
    const log = JSON.stringify(shop.running.log);
    for (const { secret } of webhooks) {
      assert.ok(files.every((bytes) => !bytes.includes(secret)));
      assert.ok(!log.includes(secret));
    }
    const calls = await recentCalls(shop);
    assert.match(calls, /segment webhook/);
    assert.match(calls, /event 0: properties.product_id: name the product/);
    assert.ok(!calls.includes('very private'));
  });

  it('are refused with what to do where the secret cannot be read any more', async () => {
    const webhook = await make('segment');
    const kept = (await shop.storage.webhooks.find(shop.organizationId, webhook.id))!;
    const other = { ...kept, id: `${kept.id}-restored`, sealedSecret: Uint8Array.from(kept.sealedSecret) };
    await shop.storage.webhooks.create(other);
    const path = webhook.path.replace(kept.id, other.id);
    const answer = await deliver({ ...webhook, id: other.id, path }, [
      track('Product Viewed', { product_id: 'sku-1' }),
    ]);
    assert.equal(answer.status, 401, answer.text);
    assert.match(String(answer.body.error?.message), /Make the webhook anew/);
  });

  it('may not be read by pages of other origins', async () => {
    const { path, secret } = await make('segment');
    const raw = JSON.stringify(track('Product Viewed', { product_id: 'sku-1' }));
    const { status, headers } = await send(path, raw, {
      origin: 'https://elsewhere.example',
      'x-signature': sha('sha1', 'hex', secret, raw),
    });
    assert.equal(status, 200);
    assert.equal(headers.get('access-control-allow-origin'), null);
    assert.ok(deliverEvents.path.endsWith('/webhooks/{webhookId}'));
  });
});

describe('the limits of deliveries', () => {
  it('are those of keys: the request beyond the burst of a webhook is refused, and says when to come back', async () => {
    const running = await RunningService.start({ RATE_LIMIT_KEY: '0.1:3' });
    try {
      const { storage } = running.service;
      const { organizationId } = running.key;
      const { webhook, secret } = await create(storage, organizationId, { sender: 'segment' }, Date.now());
      const deliver = () =>
        running.postTo(webhookPath(webhook), undefined, {
          key: null,
          raw: '{"type":"identify"}',
          headers: { authorization: `Bearer ${secret}` },
        });
      for (let i = 0; i < 3; i++) assert.equal((await deliver()).status, 200);
      const refused = await deliver();
      assert.equal(refused.status, 429);
      assert.ok(Number(refused.headers.get('retry-after')) >= 1);
    } finally {
      await running.close();
    }
  });

  it('are not those of pages in time, and the events of one session are written together, in their order, once', async () => {
    const running = await RunningService.start({ DEADLINE_MS: '100' });
    try {
      const { storage, operationsAddress } = running.service;
      const { organizationId } = running.key;
      const { webhook, secret } = await create(storage, organizationId, { sender: 'segment' }, Date.now());
      const deliver = (numbers: readonly number[]) =>
        running.postTo(
          webhookPath(webhook),
          numbers.map((n) => ({
            ...{ type: 'track', messageId: `m-${n}`, anonymousId: 'visitor-0123456789abcdef' },
            ...{ event: 'Product Viewed', properties: { product_id: `p-${n}` } },
          })),
          { key: null, headers: { authorization: `Bearer ${secret}` } },
        );
      const groups = async () => {
        const metrics = await (await fetch(`${operationsAddress}/metrics`)).text();
        return Number(/^decidable_store_group_size_count (\d+)$/m.exec(metrics)?.[1]);
      };
      const before = await groups();
      const numbers = Array.from({ length: 300 }, (_, n) => n);
      assert.deepEqual((await deliver(numbers)).body, { received: 300, recorded: 300, ignored: 0 });
      assert.ok((await groups()) - before < 60, `${(await groups()) - before} groups`);
      // Every second one is sent again, between new ones.
      const later = numbers.map((n) => (n % 2 === 0 ? n : 300 + n));
      assert.deepEqual((await deliver(later)).body, { received: 300, recorded: 300, ignored: 0 });
      const log = await storage.sessions.log(organizationId, 'visitor-0123456789abcdef' as SessionId);
      assert.deepEqual(
        log.flatMap(({ type, value }) => (type === 'product_view' ? value : [])),
        [...numbers, ...later.filter((n) => n >= 300)].map((n) => `p-${n}`),
      );
    } finally {
      await running.close();
    }
  });

  it('make failed signatures of one address count, and no right one', async () => {
    const running = await RunningService.start({ RATE_LIMIT_UNKEYED: '0.1:2' });
    try {
      const { storage } = running.service;
      const { organizationId } = running.key;
      const { webhook, secret } = await create(storage, organizationId, { sender: 'segment' }, Date.now());
      const deliver = (value = '') =>
        running.postTo(webhookPath(webhook), undefined, {
          key: null,
          raw: '{"type":"identify"}',
          headers: { authorization: `Bearer ${value}` },
        });
      for (const status of [401, 401, 429]) assert.equal((await deliver('guess')).status, status);
      assert.equal((await deliver(secret)).status, 200);
    } finally {
      await running.close();
    }
  });
});
