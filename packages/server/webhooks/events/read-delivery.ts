import { limits } from '@decidable/contract/limits';
import { InvalidInput, TooLarge } from '../../errors.ts';
import type { WebhookSender } from '../../storage/ports.ts';
import {
  type DeliveredEvent,
  type EventReader,
  type Fields,
  fieldsOf,
  firstText,
  type SenderHeaders,
} from './delivered-event.ts';
import { readSegment } from './segment.ts';
import { readShopify, readWooCommerce } from './shop-orders.ts';
import { readSnowplow } from './snowplow.ts';

const READERS: Readonly<Record<WebhookSender, EventReader>> = {
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
export function readDelivery(
  sender: WebhookSender,
  body: unknown,
  headers: SenderHeaders,
): readonly DeliveredEvent[] {
  const events = eventsOf(body);
  if (events.length > limits.webhookEvents)
    throw new TooLarge(
      `A delivery has at most ${limits.webhookEvents} events; this one has ${events.length}. Send smaller batches.`,
    );
  return events.map((event, index) => deliveredEvent(sender, event, index, headers));
}

function eventsOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  if (body === null || typeof body !== 'object')
    throw new InvalidInput('The body is no event: send a JSON object, or a list of them.');
  const { batch } = body as Fields;
  return Array.isArray(batch) ? batch : [body];
}

function deliveredEvent(
  sender: WebhookSender,
  event: unknown,
  index: number,
  headers: SenderHeaders,
): DeliveredEvent {
  const fields = fieldsOf(event);
  const id = firstText(fields.messageId, fields.event_id, fields.id)?.slice(0, limits.batchId);
  const at = { index, ...(id !== undefined && { id }) };
  if (fields !== event) return { ...at, kind: 'left out', reason: 'It is no JSON object.' };
  try {
    const read = READERS[sender](fields, headers);
    return read === undefined ? { ...at, kind: 'ignored' } : { ...at, kind: 'read', read };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return { ...at, kind: 'left out', reason: error.message };
  }
}
