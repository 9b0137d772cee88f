import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';
import { Analytics } from '@segment/analytics-node';
import type { SessionId, WebhookSender } from '../storage/ports.ts';
import { RunningService } from '../testing/running-service.ts';
import { createWebhook, webhookPath } from './index.ts';

/*
 * What the senders' own libraries make.
 */

// Its names are not found by those who import it.
const { transform } = createRequire(import.meta.url)(
  'snowplow-analytics-sdk',
) as typeof import('snowplow-analytics-sdk');

describe('deliveries of the libraries of senders', () => {
  let running: RunningService;
  before(async () => {
    running = await RunningService.start();
  });
  after(() => running.close());

  async function make(sender: WebhookSender) {
    const { storage } = running.service;
    const made = await createWebhook(storage, running.key.organizationId, { sender }, Date.now());
    return { path: webhookPath(made.webhook), secret: made.secret! };
  }
  const stored = async (session: string): Promise<string[]> => {
    const { sessions } = running.service.storage;
    const log = await sessions.log(running.key.organizationId, session as SessionId);
    return log.flatMap(({ type, value }) => (type === 'context' ? [] : [`${type} ${value}`]));
  };

  it('Segment for Node.js: each call is recorded', async () => {
    const { path, secret } = await make('segment');
    const failures: unknown[] = [];
    const analytics = new Analytics({ writeKey: secret, host: running.service.address, path });
    analytics.on('error', (error) => failures.push(error));
    const anonymousId = randomUUID();
    const track = (event: string, properties: object) =>
      analytics.track({ anonymousId, event, properties: { ...properties } });
    analytics.page({ anonymousId, name: 'Home' });
    track('Products Searched', { query: 'mouse' });
    track('Product Viewed', { product_id: 'mouse-1' });
    track('Product Added', { product_id: 'mouse-1' });
    track('Order Completed', { order_id: 'seg-1', products: [{ product_id: 'mouse-1', quantity: 2 }] });
    await analytics.closeAndFlush();
    assert.deepEqual(failures, []);
    assert.deepEqual(await stored(anonymousId), [
      ...['search mouse', 'product_view mouse-1', 'cart_add mouse-1', 'purchase mouse-1'],
    ]);
    const order = await running.service.storage.orders.find(running.key.organizationId, 'seg-1');
    assert.deepEqual(order?.products, [{ id: 'mouse-1', quantity: 2 }]);
  });

  it('Snowplow: an enriched event is what its analytics SDK makes of it', async () => {
    const { path, secret } = await make('snowplow');
    const session = randomUUID();
    const ecommerce = 'iglu:com.snowplowanalytics.snowplow.ecommerce';
    const wrapped = (schema: string, data: unknown) =>
      JSON.stringify({ schema: `iglu:com.snowplowanalytics.snowplow/${schema}`, data });
    const action = {
      schema: `${ecommerce}/snowplow_ecommerce_action/jsonschema/1-0-2`,
      data: { type: 'add_to_cart' },
    };
    const product = {
      schema: `${ecommerce}/product/jsonschema/1-0-0`,
      data: { id: 'mouse-2', category: 'mice', price: 5, currency: 'EUR' },
    };
    const now = new Date().toISOString().replace('T', ' ').replace('Z', '');
    // Of the 131 fields of a line, by their places.
    const fields = Object.entries({
      0: 'shop',
      3: now,
      5: 'unstruct',
      6: randomUUID(),
      15: session,
      52: wrapped('contexts/jsonschema/1-0-0', [product]),
      58: wrapped('unstruct_event/jsonschema/1-0-0', action),
    });
    const line = Array.from({ length: 131 }, () => '');
    for (const [place, value] of fields) line[Number(place)] = value;
    const event = transform(line.join('\t'));
    const answer = await running.postTo(path, [event], {
      key: null,
      headers: { authorization: `Basic ${Buffer.from(`snowbridge:${secret}`).toString('base64')}` },
    });
    assert.deepEqual(answer.body, { received: 1, recorded: 1, ignored: 0 });
    assert.deepEqual(await stored(session), ['cart_add mouse-2']);
  });
});
