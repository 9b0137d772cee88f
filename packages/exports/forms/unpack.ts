import { Readable } from 'node:stream';
import { createInflateRaw, gunzipSync, inflateRawSync } from 'node:zlib';
import { CatalogueError } from '@decidable/engine/catalogue';
import type { ReadingBudget } from './reading-budget.ts';

/** @throws CatalogueError where it is broken, or unpacks to more than the budget has */
export function gunzip(bytes: Uint8Array, budget: ReadingBudget): Uint8Array {
  return counted(budget, 'gzip', () =>
    gunzipSync(bytes, { maxOutputLength: Math.max(1, budget.unpackable) }),
  );
}

/** A file in an archive. What the archive states of its size is not relied on. */
export interface Entry {
  readonly name: string;
  /** @throws CatalogueError where it is broken, or unpacks to more than the budget has */
  read(budget: ReadingBudget): Uint8Array;
  /** The same in pieces, each counted before the next is unpacked. */
  pieces(budget: ReadingBudget): AsyncIterable<Uint8Array>;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
/** Bytes that are unpacked at once: a stream for each of many small parts takes longer than they do. Set by hand. */
const SMALL = 8_192;
const STORED = 0;
const DEFLATED = 8;
/** The end record, and a comment of at most 65,535 bytes behind it. */
const END_BYTES = 22;
const MOST_COMMENT = 65_535;

/**
 * The files of an archive, by its central directory. Files over 4 GB and encrypted ones are not read.
 *
 * @throws CatalogueError `broken_archive`
 */
export function entriesOf(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const entries: Entry[] = [];
  try {
    let at = view.getUint32(end + 16, true);
    for (let rest = view.getUint16(end + 10, true); rest > 0; rest--) {
      if (view.getUint32(at, true) !== CENTRAL) throw broken();
      const lengths = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + lengths[0]));
      entries.push(entry(bytes, view, at, name));
      at += 46 + lengths[0] + lengths[1] + lengths[2];
    }
  } catch (error) {
    if (error instanceof RangeError) throw broken();
    throw error;
  }
  return entries;
}

function entry(bytes: Uint8Array, view: DataView, at: number, name: string): Entry {
  const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1;
  const method = view.getUint16(at + 10, true);
  const packedBytes = view.getUint32(at + 20, true);
  const local = view.getUint32(at + 42, true);
  const packed = (): Uint8Array => {
    if (isEncrypted || (method !== STORED && method !== DEFLATED)) {
      throw new CatalogueError(
        'broken_archive',
        `The archive is encrypted, or packed in a way that is not read here (${name}). Unpack it, and give the file inside.`,
      );
    }
    if (local + 30 > view.byteLength) throw broken();
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    return bytes.subarray(from, from + packedBytes);
  };
  return {
    name,
    read: (budget) =>
      counted(budget, 'zip', () =>
        method === STORED
          ? packed()
          : inflateRawSync(packed(), { maxOutputLength: Math.max(1, budget.unpackable) }),
      ),
    async *pieces(budget) {
      const source = packed();
      if (method === STORED || source.length <= SMALL) {
        yield this.read(budget);
        return;
      }
      const unpacked = Readable.from([source]).pipe(createInflateRaw());
      try {
        for await (const piece of unpacked) {
          budget.unpacked(piece.length);
          yield piece;
        }
      } catch (error) {
        throw unpackFault(error, budget, 'zip');
      }
    },
  };
}

function endOf(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MOST_COMMENT); at--) {
    if (view.getUint32(at, true) === END) return at;
  }
  throw broken();
}

function counted(budget: ReadingBudget, what: string, unpack: () => Uint8Array): Uint8Array {
  try {
    const unpacked = unpack();
    budget.unpacked(unpacked.length);
    return unpacked;
  } catch (error) {
    throw unpackFault(error, budget, what);
  }
}

function unpackFault(error: unknown, budget: ReadingBudget, what: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ERR_BUFFER_TOO_LARGE') return budget.tooMuchUnpacked();
  if (!code.startsWith('Z_')) return error;
  return new CatalogueError(
    'broken_archive',
    `The ${what} data is broken or cut off (${(error as Error).message}). Copy or download the file again.`,
  );
}

const broken = (): CatalogueError =>
  new CatalogueError(
    'broken_archive',
    'The file begins like an archive or a workbook, but is broken or cut off. Copy or download it again.',
  );
