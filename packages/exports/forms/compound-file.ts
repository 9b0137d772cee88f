const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** Sector numbers from here on are none. */
const NO_SECTOR = 0xfffffffa;
const HEADER = 512;
const ENTRY = 128;
const IN_HEADER = 109;
const [STREAM, ROOT] = [2, 5];
/** Ends a chain of sectors. */
const END = 0xfffffffe;
/** Names no entry. */
const NO_ENTRY = 0xffffffff;
/** Streams of fewer bytes lie in small sectors: the format knows no other number. */
const CUTOFF = 4_096;
const SMALL = 64;
/** Bytes of a sector that is written: so wide that one sector lists those of 1 GB. */
const WIDE = 65_536;

/**
 * The stream of the workbook in a compound file, in which workbooks of the old form lie. What the file says of itself is held
 * against its bytes: every sector belongs to one chain, no chain is longer than the file.
 *
 * @throws RangeError
 */
export function workbookStream(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const shift = bytes.length < HEADER ? 0 : view.getUint16(30, true);
  if (SIGNATURE.some((byte, at) => bytes[at] !== byte) || (shift !== 9 && shift !== 12))
    throw new RangeError('it is no compound file');
  if (view.getUint32(56, true) !== CUTOFF) throw new RangeError('it puts small streams where none are');
  const size = 1 << shift;
  const take = taker(size, bytes.length, size);
  const table = sectorTable(view, size, take);
  const contents = (start: number) =>
    joined(chainOf(start, table, take).map((from) => bytes.subarray(from, from + size)));
  const entries = entriesOf(contents(view.getUint32(48, true)));
  const root = entries.find(({ type }) => type === ROOT);
  const { start, length } = workbookIn(entries, root?.child ?? NO_ENTRY);
  if (length >= CUTOFF) return contents(start).subarray(0, length);
  // Small streams lie together in the stream of the root, in sectors of their own.
  const small = contents(root?.start ?? NO_SECTOR);
  const smallTable = new Uint32Array(contents(view.getUint32(60, true)).buffer);
  const places = chainOf(start, smallTable, taker(SMALL, small.length, 0));
  return joined(places.map((from) => small.subarray(from, from + SMALL))).subarray(0, length);
}

/** Gives each sector once. @param before bytes in front of the first */
function taker(size: number, length: number, before: number): (sector: number) => number {
  const used = new Uint8Array(Math.ceil(length / size));
  return (sector) => {
    const at = sector * size + before;
    if (at + size > length) throw new RangeError('a sector lies behind its end');
    if (used[sector]++ > 0) throw new RangeError('a sector belongs to two streams');
    return at;
  };
}

/** Where the sectors of a stream lie. */
function chainOf(start: number, table: ArrayLike<number>, take: (sector: number) => number): number[] {
  const places: number[] = [];
  for (let sector = start; sector < NO_SECTOR; sector = table[sector] ?? NO_SECTOR) places.push(take(sector));
  return places;
}

const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

/** A compound file of nothing but this stream, whatever else the one had that it was found in. */
export function wrapped(stream: Uint8Array): Uint8Array {
  // The sectors: the table of all, the list of streams, the stream.
  const sectors = Math.ceil(stream.length / WIDE);
  const bytes = new Uint8Array(WIDE * (3 + sectors));
  const view = new DataView(bytes.buffer);
  bytes.set(SIGNATURE);
  view.setUint16(30, Math.log2(WIDE), true);
  view.setUint16(32, 6, true);
  const numbers = { 44: 1, 48: 1, 56: 1, 60: END, 68: END };
  for (const [at, value] of Object.entries(numbers)) view.setUint32(Number(at), value, true);
  bytes.fill(0xff, 80, HEADER);
  for (let at = 0; at < sectors; at++)
    view.setUint32(WIDE + 4 * (2 + at), at + 1 < sectors ? 3 + at : END, true);
  view.setUint32(WIDE + 4, END, true);
  writeEntry(view, 2 * WIDE, 'Root Entry', ROOT, END, 0);
  writeEntry(view, 2 * WIDE + ENTRY, 'Workbook', STREAM, 2, stream.length);
  bytes.set(stream, 3 * WIDE);
  return bytes;
}

/** For each sector the next of its chain. */
function sectorTable(view: DataView, size: number, take: (sector: number) => number): number[] {
  const places: number[] = [];
  for (let at = 0; at < IN_HEADER; at++) {
    const sector = view.getUint32(76 + 4 * at, true);
    if (sector < NO_SECTOR) places.push(take(sector));
  }
  for (let sector = view.getUint32(68, true); sector < NO_SECTOR; ) {
    const place = take(sector);
    for (let at = place; at < place + size - 4; at += 4) {
      const next = view.getUint32(at, true);
      if (next < NO_SECTOR) places.push(take(next));
    }
    sector = view.getUint32(place + size - 4, true);
  }
  return places.flatMap((place) =>
    Array.from({ length: size / 4 }, (_, at) => view.getUint32(place + 4 * at, true)),
  );
}

interface StreamEntry {
  readonly name: string;
  readonly type: number;
  /** Entries beside it, and the first one below it. */
  readonly beside: readonly number[];
  readonly child: number;
  readonly start: number;
  readonly length: number;
}

function entriesOf(list: Uint8Array): StreamEntry[] {
  const view = new DataView(list.buffer, list.byteOffset, list.byteLength);
  return Array.from({ length: Math.floor(list.length / ENTRY) }, (_, number) => {
    const at = number * ENTRY;
    const number32 = (offset: number) => view.getUint32(at + offset, true);
    return {
      name: nameOf(view, at),
      type: view.getUint8(at + 66),
      beside: [number32(68), number32(72)],
      child: number32(76),
      start: number32(116),
      length: number32(120),
    };
  });
}

/** The workbook among the entries below the root: what is embedded in it has its own, further below. */
function workbookIn(entries: readonly StreamEntry[], first: number): StreamEntry {
  const waiting = [first];
  const seen = new Set<number>();
  let found: StreamEntry | undefined;
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    const entry = entries[number];
    if (entry === undefined || seen.has(number)) continue;
    seen.add(number);
    waiting.push(...entry.beside);
    if (entry.type !== STREAM) continue;
    if (entry.name === 'Workbook') return entry;
    if (entry.name === 'Book') found = entry;
  }
  if (found === undefined) throw new RangeError('it holds no workbook');
  return found;
}

function nameOf(view: DataView, at: number): string {
  const length = Math.min(view.getUint16(at + 64, true), 64);
  let name = '';
  for (let from = at; from + 2 < at + length; from += 2)
    name += String.fromCharCode(view.getUint16(from, true));
  return name;
}

function writeEntry(
  view: DataView,
  at: number,
  name: string,
  type: number,
  start: number,
  length: number,
): void {
  for (let letter = 0; letter < name.length; letter++)
    view.setUint16(at + 2 * letter, name.charCodeAt(letter), true);
  view.setUint16(at + 64, 2 * name.length + 2, true);
  view.setUint8(at + 66, type);
  view.setUint32(at + 116, start, true);
  view.setUint32(at + 120, length, true);
}
