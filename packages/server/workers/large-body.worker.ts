import { type EndpointPath, endpoints } from '@decidable/contract';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { type DomainErrorData, toData } from '../errors.ts';
import { JsonList } from '../json/json-list.ts';
import { type CheckedBody, checkBody } from '../request-body/checked-body.ts';
import { parseJson } from '../request-body/json.ts';
import type { WebhookSender } from '../storage/ports.ts';
import { processorTime } from '../timing/work.ts';
import type { DeliveredEvent, SenderHeaders } from '../webhooks/events/delivered-event.ts';
import { readDelivery } from '../webhooks/events/read-delivery.ts';
import { fieldsNamed } from './fields-named.ts';

/** A body as it came, and the endpoint that it was sent to. */
export interface BodyRequest {
  readonly path: EndpointPath;
  readonly bytes: Uint8Array;
}

/** The body of a delivery, whose signature is right, and what its headers say of it. */
export interface DeliveryRequest {
  readonly sender: WebhookSender;
  readonly headers: SenderHeaders;
  readonly bytes: Uint8Array;
}

/** What its events say. */
export interface DeliveryAnswer {
  readonly kind: 'delivery';
  readonly events: readonly DeliveredEvent[];
  readonly milliseconds: number;
}

/** A checked body on its way back: its lists as buffers of JSON that take little time to read each. */
export type BodyAnswer =
  | ({
      readonly kind: 'read';
      /** What is no list. */
      readonly rest: Readonly<Record<string, unknown>>;
      readonly lists: readonly { readonly field: string; readonly buffers: readonly Uint8Array[] }[];
      /** Processor time, in ms. */
      readonly milliseconds: number;
    } & Omit<CheckedBody, 'body'>)
  | { readonly kind: 'refused'; readonly error: DomainErrorData; readonly milliseconds: number };

/** Characters of JSON in a buffer: read in a few ms, whatever they say. */
const PIECE = 16 * 1024;

function written(list: readonly unknown[]): readonly Uint8Array<ArrayBuffer>[] {
  const pieces = new JsonList<unknown>(PIECE);
  for (const entry of list) pieces.push(entry);
  return pieces.buffers();
}

/** Parses and validates a large body, off the thread that serves. */
export default function read(
  request: BodyRequest | DeliveryRequest,
): BodyAnswer | DeliveryAnswer | ReturnType<typeof move> {
  const since = processorTime();
  try {
    if ('sender' in request) {
      const { sender, bytes, headers } = request;
      const events = readDelivery(sender, parseJson(bytes), headers);
      return { kind: 'delivery', events, milliseconds: processorTime() - since };
    }
    const { path, bytes } = request;
    const contract = endpoints[path];
    const { body, ...told } = checkBody(contract, bytes);
    const fields = Object.entries(fieldsNamed(contract.request, body) as object);
    const lists = fields.flatMap(([field, value]) =>
      Array.isArray(value) ? [{ field, buffers: written(value) }] : [],
    );
    const rest = Object.fromEntries(fields.filter(([, value]) => !Array.isArray(value)));
    const milliseconds = processorTime() - since;
    const answer: BodyAnswer = { kind: 'read', rest, lists, milliseconds, ...told };
    const buffers = lists.flatMap((list) => list.buffers.map(({ buffer }) => buffer));
    return move({ [transferableSymbol]: buffers, [valueSymbol]: answer });
  } catch (error) {
    return { kind: 'refused', error: toData(error), milliseconds: processorTime() - since };
  }
}
