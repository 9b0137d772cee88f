import { Pace } from '../pace.ts';

/** Characters of JSON that make a buffer. */
const CHUNK = 64 * 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * A list on its way to another thread, written as JSON as it comes into being. A message with the entries themselves
 * would be copied all at once, which for hundreds of thousands holds up every request; buffers are moved.
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

  /** All that was written, to be moved. */
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

/** The entries of a {@link JsonList}. */
export const readJsonList = <T>(buffers: readonly Uint8Array[]): T[] =>
  buffers.flatMap((buffer) => JSON.parse(decoder.decode(buffer)) as T[]);

/** The same, a buffer at a time, with turns for others in between. */
export async function readJsonListInTurns<T>(buffers: readonly Uint8Array[]): Promise<T[]> {
  const pace = new Pace();
  const entries: T[] = [];
  for (const buffer of buffers) {
    for (const entry of readJsonList<T>([buffer])) entries.push(entry);
    await pace.rest();
  }
  return entries;
}
