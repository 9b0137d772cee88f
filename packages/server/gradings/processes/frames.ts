import type { Readable, Writable } from 'node:stream';
import { types } from 'node:util';
import { deserialize, serialize } from 'node:v8';

/** Stands in a message for the bytes behind it, with their number. No name of a field begins so. */
const PLACE = '\0bytes';

/** Bytes of one message at most: an answer is a few times its file. */
const MAX_BYTES = 1024 * 1024 * 1024;

/**
 * Sends a message to another process. Its bytes follow it as they are: a copy of megabytes would take one long turn of the
 * event loop. They may not be changed before the answer comes.
 *
 * @param message plain objects, lists, texts, numbers and bytes
 */
export function sendFrame(to: Writable, message: unknown): void {
  const bytes = new Map<Uint8Array, number>();
  const visit = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (types.isUint8Array(value)) {
      const number = bytes.get(value) ?? bytes.size;
      bytes.set(value, number);
      return { [PLACE]: number };
    }
    // A list of names or numbers is long, and has none.
    if (Array.isArray(value)) return typeof value[0] === 'object' ? value.map(visit) : value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, visit(part)]));
  };
  const rest = visit(message);
  const parts = [...bytes.keys()];
  const head = serialize({ rest, lengths: parts.map(({ byteLength }) => byteLength) });
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.byteLength);
  for (const part of [length, head, ...parts]) to.write(part);
}

/**
 * The messages that another process sends, with their bytes in buffers of their own.
 *
 * @throws Error for what is no message, or more than one may have
 */
export async function* readFrames(from: Readable): AsyncGenerator<unknown> {
  const source = from[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let piece: Uint8Array = new Uint8Array(0);
  const fill = async (into: Uint8Array): Promise<boolean> => {
    for (let filled = 0; filled < into.byteLength; ) {
      if (piece.byteLength === 0) {
        const { done, value } = await source.next();
        if (done) return false;
        piece = value;
      }
      const own = piece.subarray(0, into.byteLength - filled);
      into.set(own, filled);
      filled += own.byteLength;
      piece = piece.subarray(own.byteLength);
    }
    return true;
  };
  const length = Buffer.alloc(4);
  while (await fill(length)) {
    const size = length.readUInt32LE();
    if (size > MAX_BYTES) throw new Error('A process sent a message that is too long.');
    const head = Buffer.alloc(size);
    if (!(await fill(head))) return;
    const { rest, lengths } = deserialize(head) as { rest: unknown; lengths: readonly number[] };
    if (lengths.reduce((sum, each) => sum + each, 0) > MAX_BYTES)
      throw new Error('A process sent more bytes than a message may have.');
    const parts: Uint8Array[] = [];
    for (const each of lengths) {
      // Not zeroed first, which would take one long turn.
      const part = new Uint8Array(Buffer.allocUnsafeSlow(each).buffer);
      if (!(await fill(part))) return;
      parts.push(part);
    }
    yield restored(rest, parts);
  }
}

function restored(value: unknown, parts: readonly Uint8Array[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return typeof value[0] === 'object' ? value.map((each) => restored(each, parts)) : value;
  const place = (value as Record<string, unknown>)[PLACE];
  if (typeof place === 'number') return parts[place];
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, restored(part, parts)]));
}
