import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits } from '@decidable/contract/limits';
import fc from 'fast-check';
import { DomainError } from '../../errors.ts';
import { WEBHOOK_SENDERS } from '../webhooks.ts';
import { readDelivery } from './read-delivery.ts';

/** Fields that readers look at, with anything in them. */
const field = fc.constantFrom(
  ...[
    'type',
    'event',
    'messageId',
    'anonymousId',
    'timestamp',
    'properties',
    'products',
    'product_id',
    'sku',
  ],
  ...['query', 'category', 'order_id', 'context', 'id', 'line_items', 'note_attributes', 'created_at'],
  ...['status', 'meta_data', 'event_id', 'domain_userid', 'page', 'cancelled_at', 'quantity'],
  'unstruct_event_com_snowplowanalytics_snowplow_ecommerce_snowplow_ecommerce_action_1',
  'contexts_com_snowplowanalytics_snowplow_ecommerce_product_1',
);
const leaf = fc.oneof(
  fc.constantFrom(
    'track',
    'page',
    'Product Added',
    'Order Completed',
    'processing',
    'transaction',
    'x'.repeat(600),
  ),
  fc.jsonValue({ maxDepth: 1 }),
);
const { event } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    tie('event'),
    fc.array(tie('event'), { maxLength: 3 }),
  ),
  event: fc.dictionary(field, tie('value'), { maxKeys: 8 }),
}));

describe('any delivery', () => {
  it('is read event by event, none is lost, and what is said has an id and bounded texts', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...WEBHOOK_SENDERS),
        fc.array(fc.oneof(event, fc.jsonValue()), { maxLength: 5 }),
        (sender, events) => {
          const delivered = readDelivery(sender, events, {});
          assert.deepEqual(
            delivered.map(({ index }) => index),
            events.map((_, index) => index),
          );
          for (const each of delivered) {
            if (each.kind === 'left out') assert.ok(each.reason.length > 10);
            if (each.kind !== 'read') continue;
            const { id, sessionId = '', signals, cancelled = '' } = each.read;
            assert.ok([...cancelled].length <= limits.eventId);
            assert.ok(id.length > 0 && [...id].length <= limits.batchId + 'order '.length);
            assert.ok([...sessionId].length <= limits.sessionId);
            for (const signal of signals) {
              const texts = 'product' in signal ? signal.product : [signal.value];
              assert.ok(texts.length > 0 && texts.every((text) => [...text].length <= limits.signalValue));
            }
          }
        },
      ),
      {
        numRuns: 300,
        examples: [
          ['shopify', [{ id: 'x'.repeat(600) }]],
          [
            'segment',
            [{ type: 'track', event: 'Order Cancelled', properties: { order_id: 'x'.repeat(600) } }],
          ],
        ],
      },
    );
  });

  it('that is no event is refused with a remedy', () => {
    for (const body of ['text', 7, null, true])
      assert.throws(() => readDelivery('segment', body, {}), DomainError);
  });
});
