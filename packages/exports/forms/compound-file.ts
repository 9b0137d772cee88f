const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** Sector numbers from here on are none. */
const NO_SECTOR = 0xfffffffa;
const HEADER = 512;
const ENTRY = 128;
const IN_HEADER = 109;
const STREAM = 2;

/**
 * Holds a compound file, in which workbooks of the old form lie, against its bytes: every sector belongs to one chain, no
 * chain is longer than the file.
 *
 * @returns the stream of the workbook; undefined where it is too small to be one of its own sectors
 * @throws RangeError
 */
export function workbookStream(bytes: Uint8Array): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const shift = bytes.length < HEADER ? 0 : view.getUint16(30, true);
  if (SIGNATURE.some((byte, at) => bytes[at] !== byte) || (shift !== 9 && shift !== 12))
    throw new RangeError('it is no compound file');
  const size = 1 << shift;
  const used = new Uint8Array(Math.ceil(bytes.length / size));
  const take = (sector: number): number => {
    const at = (sector + 1) * size;
    if (at + size > bytes.length) throw new RangeError('a sector lies behind its end');
    if (used[sector]++ > 0) throw new RangeError('a sector belongs to two streams');
    return at;
  };
  const table = sectorTable(view, size, take);
  const chain = (start: number): number[] => {
    const places: number[] = [];
    for (let sector = start; sector < NO_SECTOR; sector = table[sector] ?? NO_SECTOR)
      places.push(take(sector));
    return places;
  };
  let found: Uint8Array | undefined;
  const smallest = view.getUint32(56, true);
  for (const place of chain(view.getUint32(48, true))) {
    for (let at = place; at < place + size; at += ENTRY) {
      const length = view.getUint32(at + 120, true);
      if (view.getUint8(at + 66) !== STREAM || length < smallest) continue;
      const parts = chain(view.getUint32(at + 116, true)).map((from) => bytes.subarray(from, from + size));
      if (/^(?:Workbook|Book)$/.test(nameOf(view, at)))
        found = new Uint8Array(Buffer.concat(parts)).subarray(0, length);
    }
  }
  return found;
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

function nameOf(view: DataView, at: number): string {
  const length = Math.min(view.getUint16(at + 64, true), 64);
  let name = '';
  for (let from = at; from + 2 < at + length; from += 2)
    name += String.fromCharCode(view.getUint16(from, true));
  return name;
}
