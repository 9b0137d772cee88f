import { limits } from '@decidable/contract/limits';
import { InvalidInput, TooLarge } from '../../errors.ts';
import type { WebhookSender } from '../../storage/ports.ts';
import { type Entry, type Fields, fieldsOf, firstText, type ReadEvent, type SenderHeaders } from './entry.ts';
import { readSegment } from './segment.ts';
import { readShopify, readWooCommerce } from './shop-orders.ts';
import { readSnowplow } from './snowplow.ts';

const READERS: Readonly<Record<WebhookSender, ReadEvent>> = {
  segment: readSegment,
  snowplow: readSnowplow,
  shopify: readShopify,
  woocommerce: readWooCommerce,
};

/** The headers that a reader looks at. */
export const TOPIC_HEADERS = ['x-shopify-topic', 'x-wc-webhook-topic'] as const;

/**
 * Reads the events of a delivery: one, a list of them, or a list in `batch`. One that cannot be read is told at its place.
 *
 * @throws InvalidInput where it is neither; TooLarge where it has too many
 */
export function readDelivery(sender: WebhookSender, body: unknown, headers: SenderHeaders): readonly Entry[] {
  const events = eventsOf(body);
  if (events.length > limits.webhookEvents)
    throw new TooLarge(
      `A delivery has at most ${limits.webhookEvents} events; this one has ${events.length}. Send smaller batches.`,
    );
  return events.map((event, index) => entryOf(sender, event, index, headers));
}

function eventsOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  if (body === null || typeof body !== 'object')
    throw new InvalidInput('The body is no event: send a JSON object, or a list of them.');
  const { batch } = body as Fields;
  return Array.isArray(batch) ? batch : [body];
}

function entryOf(sender: WebhookSender, event: unknown, index: number, headers: SenderHeaders): Entry {
  const fields = fieldsOf(event);
  const id = firstText(fields.messageId, fields.event_id, fields.id)?.slice(0, limits.batchId);
  const at = { index, ...(id !== undefined && { id }) };
  if (fields !== event) return { ...at, kind: 'left out', reason: 'It is no JSON object.' };
  try {
    const said = READERS[sender](fields, headers);
    return said === undefined ? { ...at, kind: 'ignored' } : { ...at, kind: 'said', said };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return { ...at, kind: 'left out', reason: error.message };
  }
}
