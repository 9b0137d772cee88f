import { Pace, SERVICE } from '../time-slices.ts';

/** Characters of JSON in one buffer, at least. Set by hand. */
const CHUNK = 64 * 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * A list for another thread, encoded as JSON entry by entry. A structured clone of hundreds of thousands of entries
 * would run in one turn of the event loop and hold up every request; buffers are transferred instead.
 */
export class JsonList<T> {
  readonly #buffers: Uint8Array<ArrayBuffer>[] = [];
  #entries: string[] = [];
  #characters = 0;
  #length = 0;
  readonly #chunk: number;

  constructor(chunk = CHUNK) {
    this.#chunk = chunk;
  }

  get length(): number {
    return this.#length;
  }

  push(entry: T): void {
    const json = JSON.stringify(entry);
    this.#entries.push(json);
    this.#characters += json.length;
    this.#length++;
    if (this.#characters >= this.#chunk) this.#encode();
  }

  /** The encoded entries; the buffers can be transferred. */
  buffers(): readonly Uint8Array<ArrayBuffer>[] {
    if (this.#entries.length > 0) this.#encode();
    return this.#buffers;
  }

  #encode(): void {
    this.#buffers.push(encoder.encode(`[${this.#entries.join(',')}]`));
    this.#entries = [];
    this.#characters = 0;
  }
}

/** Decodes the entries of a {@link JsonList}. */
export const readJsonList = <T>(buffers: readonly Uint8Array[]): T[] =>
  buffers.flatMap((buffer) => JSON.parse(decoder.decode(buffer)) as T[]);

/**
 * Decodes the entries of a {@link JsonList} buffer by buffer, with turns for other requests in between.
 *
 * @param owner the organization whose task it is
 */
export async function readJsonListInTurns<T>(buffers: readonly Uint8Array[], owner = SERVICE): Promise<T[]> {
  const pace = new Pace(owner);
  const entries: T[] = [];
  for (const buffer of buffers) {
    await pace.rest();
    for (const entry of readJsonList<T>([buffer])) entries.push(entry);
  }
  return entries;
}
