import { InvalidInput } from '../errors.ts';

/** A place in a list that is sorted by time: the time and the id of the last entry before it. */
export type Place = readonly [at: number, id: string];

/** A place as text, for the client to send back. */
export const cursorOf = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url');

/** The place that a cursor stands for. @throws InvalidInput for a text that is no cursor */
export function placeOf(cursor: string): Place {
  const refused = (cause?: unknown) =>
    new InvalidInput('cursor is not one of this list. Send `next` of the page before.', { cause });
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch (error) {
    throw refused(error);
  }
  const [at, id] = Array.isArray(parsed) ? (parsed as unknown[]) : [];
  if (typeof at !== 'number' || typeof id !== 'string') throw refused();
  return [at, id];
}

/**
 * A page of a list, of which one entry more than the page has was asked for.
 *
 * @param cursorAt what names the place of an entry
 */
export function pageOf<Entry>(
  found: readonly Entry[],
  limit: number,
  cursorAt: (entry: Entry) => string,
): { readonly entries: readonly Entry[]; readonly next?: string } {
  const entries = found.slice(0, limit);
  return { entries, ...(found.length > limit && { next: cursorAt(entries[limit - 1]) }) };
}
