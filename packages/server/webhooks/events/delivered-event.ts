import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import { limits } from '@decidable/contract/limits';
import { InvalidInput } from '../../errors.ts';

/** The names that a sender has for one product, such as its id and its article number; the likeliest first. */
export type ProductNames = readonly string[];

/** A signal whose product is not yet looked up in the catalogue, or that is about none. */
export type ReadSignal =
  | { readonly type: string; readonly product: ProductNames }
  | { readonly type: string; readonly value: string };

export interface ReadOrder {
  readonly orderId: unknown;
  /** ISO 8601 with its time zone, or ms since the epoch. */
  readonly at: unknown;
  readonly products: readonly { readonly product: ProductNames; readonly quantity: unknown }[];
}

/** What a sender tells of the browser. */
export interface ReadVisit {
  readonly userAgent?: string;
  /** The page, and what led to it. */
  readonly page?: string;
  readonly referrer?: string;
  readonly address?: string;
}

/** What one event of a delivery says, in the terms of the service. */
export interface ReadEvent {
  /** Names it: the same one counts once. */
  readonly id: string;
  readonly at: string | number | undefined;
  /** The session of it; only orders may have none. */
  readonly sessionId: string | undefined;
  readonly visit: ReadVisit;
  readonly signals: readonly ReadSignal[];
  /** Whether it begins a visit, though it has no signal. */
  readonly opensVisit?: true;
  /** A named outcome that is no signal. */
  readonly outcome?: { readonly name: string; readonly data?: Readonly<Record<string, unknown>> };
  readonly order?: ReadOrder;
  /** When the order became what is said of it, by its sender; without it at the time of the event. */
  readonly changedAt?: string | number | undefined;
  /** The id of the order that is taken back. */
  readonly cancelled?: string;
}

/** An event at its place in the delivery, or why it is not recorded. */
export type DeliveredEvent = { readonly index: number; readonly id?: string } & (
  | { readonly kind: 'read'; readonly read: ReadEvent }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'left out'; readonly reason: string }
);

/** Reads an event. `undefined` where it says nothing that the service uses. @throws InvalidInput */
export type EventReader = (fields: Fields, headers: SenderHeaders) => ReadEvent | undefined;

/** Headers of a delivery that say something of its event, by their lower-case names. */
export type SenderHeaders = Readonly<Record<string, string | undefined>>;

/** An object that somebody sent: nothing of it is checked. */
export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {};

export const listOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.map(fieldsOf) : [];

/** A text with something in it, or a whole number as text. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' ? undefined : text;
}

/** The first of some values that is a text. */
export const firstText = (...values: readonly unknown[]): string | undefined => {
  for (const value of values) {
    const text = textOf(value);
    if (text !== undefined) return text;
  }
  return undefined;
};

/** The names of a product, without those that are missing or too long for an id. */
export const namesOf = (...values: readonly unknown[]): ProductNames => [
  ...new Set(
    values.flatMap((value) => {
      const name = textOf(value);
      return name === undefined || [...name].length > limits.itemId ? [] : [name];
    }),
  ),
];

/** The id of an event; one that has none is named by what it says. @throws InvalidInput */
export function eventId(sent: unknown, fields: Fields, field: string): string {
  const id = textOf(sent)?.normalize() ?? hash('sha256', JSON.stringify(fields), 'base64url');
  if ([...id].length > limits.batchId)
    throw new InvalidInput(`${field}: give at most ${limits.batchId} characters.`);
  return id;
}

/** The session of an event. @throws InvalidInput */
export function sessionOf(field: string, ...values: readonly unknown[]): string | undefined {
  const id = firstText(...values)?.normalize();
  if (id !== undefined && [...id].length > limits.sessionId)
    throw new InvalidInput(`${field}: give at most ${limits.sessionId} characters.`);
  return id;
}

/** The id of an order, read alike where it is placed and where it is taken back. @throws InvalidInput */
export function orderIdOf(field: string, value: unknown): string {
  const id = textOf(value)?.normalize();
  if (id === undefined) throw new InvalidInput(`${field}: name the order, by a text or a whole number.`);
  if ([...id].length > limits.eventId)
    throw new InvalidInput(`${field}: give at most ${limits.eventId} characters.`);
  return id;
}

/** Its time as it was sent; an event without one counts as of now. @throws InvalidInput */
export function sentTime(field: string, value: unknown): string | number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string' || typeof value === 'number') return value;
  throw new InvalidInput(`${field}: give a time such as 2026-01-31T12:00:00Z.`);
}

/** A signal about a product. @throws InvalidInput where it has no usable name */
export function productSignal(type: string, product: ProductNames, field: string): ReadSignal {
  if (product.length === 0)
    throw new InvalidInput(`${field}: name the product, in at most ${limits.itemId} characters.`);
  return { type, product };
}

/** A signal with a text as its value; none where there is no text. @throws InvalidInput where it is too long */
export function textSignal(type: string, value: unknown, field: string): readonly ReadSignal[] {
  const text = textOf(value);
  if (text === undefined) return [];
  if ([...text].length > limits.signalValue)
    throw new InvalidInput(`${field}: give at most ${limits.signalValue} characters.`);
  return [{ type, value: text }];
}

/** What is told of a browser, where it has the form that it should have. */
export function visitOf(userAgent: unknown, page: unknown, referrer: unknown, address: unknown): ReadVisit {
  const [agent, url, from, ip] = [userAgent, page, referrer, address].map(textOf);
  return {
    ...(agent !== undefined && { userAgent: agent.slice(0, 1_000) }),
    ...(url !== undefined && URL.canParse(url) && { page: url }),
    ...(from !== undefined && URL.canParse(from) && { referrer: from }),
    ...(ip !== undefined && isIP(ip) !== 0 && { address: ip }),
  };
}
