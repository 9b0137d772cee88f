import { closeSync, openSync, readSync } from 'node:fs';

/*
 * The write-ahead log: a header of 32 bytes, then frames of 24 bytes and a page each. Every checksum continues the one
 * before it, and a frame belongs to the present generation of the log if it repeats the two salts of the header. SQLite
 * ends its recovery at the first frame that does not fit, without a word: after a power cut that is right, as the last
 * transactions may be half written. https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */

const HEADER = 32;
const FRAME_HEADER = 24;
/** Begins a log; its last bit is set where checksums read words with the most significant byte first. */
const MAGIC = 0x377f0682;
/** Frames that are read at a time. */
const BATCH = 256;

/** How far a log is known to be durable. */
export interface DurableLog {
  /** Of its present generation: each time that it begins again they change. */
  readonly salts: readonly [number, number];
  readonly frames: number;
}

interface Sum {
  first: number;
  second: number;
}

/** Continues a checksum over bytes, in words of 32 bits. */
function add(sum: Sum, bytes: DataView, from: number, to: number, isLittle: boolean): void {
  let { first, second } = sum;
  for (let at = from; at < to; at += 8) {
    first = (first + bytes.getUint32(at, isLittle) + second) | 0;
    second = (second + bytes.getUint32(at + 4, isLittle) + first) | 0;
  }
  sum.first = first;
  sum.second = second;
}

const fits = (sum: Sum, bytes: DataView, at: number): boolean =>
  sum.first === bytes.getInt32(at) && sum.second === bytes.getInt32(at + 4);

const saltsAt = (bytes: DataView, at: number): [number, number] => [
  bytes.getUint32(at),
  bytes.getUint32(at + 4),
];

const areSame = (one: DurableLog['salts'], other: DurableLog['salts']): boolean =>
  one[0] === other[0] && one[1] === other[1];

/** Runs `read` on a log, and returns undefined where there is none. */
function reading<T>(path: string, read: (file: number, header: DataView) => T): T | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const header = headerOf(file);
    return header && read(file, header);
  } finally {
    closeSync(file);
  }
}

/** The header of a log; undefined where it is no header, or a damaged one. */
function headerOf(file: number): DataView | undefined {
  const bytes = new DataView(new ArrayBuffer(HEADER));
  if (readSync(file, bytes, 0, HEADER, 0) < HEADER) return undefined;
  if ((bytes.getUint32(0) & ~1) >>> 0 !== MAGIC) return undefined;
  const sum = { first: 0, second: 0 };
  add(sum, bytes, 0, 24, isLittleIn(bytes));
  return fits(sum, bytes, 24) ? bytes : undefined;
}

const isLittleIn = (header: DataView): boolean => (header.getUint32(0) & 1) === 0;

/** The salts of a log's present generation; undefined where it has none. */
export function saltsOf(path: string): DurableLog['salts'] | undefined {
  return reading(path, (_, header) => saltsAt(header, 16));
}

/**
 * The number of the first frame of a log that is damaged or missing, among those that were durable.
 *
 * @returns undefined where there is none, or where the log is not the one that was durable: one that began again has
 *   all its former frames in the database
 */
export function damagedFrame(path: string, durable: DurableLog): number | undefined {
  return reading(path, (file, header) => {
    if (!areSame(saltsAt(header, 16), durable.salts)) return undefined;
    const frame = wholeFrames(file, header, durable.frames) + 1;
    if (frame > durable.frames) return undefined;
    // Where a service runs, its log may have begun again meanwhile.
    const after = headerOf(file);
    return after !== undefined && areSame(saltsAt(after, 16), durable.salts) ? frame : undefined;
  });
}

/** The number of frames from the beginning of a log that are whole; not more than `most` are counted. */
function wholeFrames(file: number, header: DataView, most: number): number {
  const isLittle = isLittleIn(header);
  const salts = saltsAt(header, 16);
  const size = FRAME_HEADER + header.getUint32(8);
  const batch = new DataView(new ArrayBuffer(BATCH * size));
  const sum: Sum = { first: header.getInt32(24), second: header.getInt32(28) };
  for (let first = 0; first < most; first += BATCH) {
    const frames = Math.floor(readSync(file, batch, 0, batch.byteLength, HEADER + first * size) / size);
    for (let i = 0; i < frames; i++) {
      const at = i * size;
      add(sum, batch, at, at + 8, isLittle);
      add(sum, batch, at + FRAME_HEADER, at + size, isLittle);
      if (!areSame(saltsAt(batch, at + 8), salts) || !fits(sum, batch, at + 16)) {
        return Math.min(first + i, most);
      }
    }
    if (frames < BATCH) return Math.min(first + frames, most);
  }
  return most;
}
