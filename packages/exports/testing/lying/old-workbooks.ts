import { packedZip } from './archives.ts';
import { type LyingFile, textBytes } from './lying-file.ts';

const SECTOR = 512;
const END = 0xfffffffe;
const NONE = 0xffffffff;

const numbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt16LE(value, 2 * at);
  return bytes;
};
const record = (id: number, data: Buffer): Buffer => Buffer.concat([numbers(id, data.length), data]);
export const label = (row: number, column: number, text: string) =>
  record(0x204, Buffer.concat([numbers(row, column, 0, text.length), Buffer.from([0]), Buffer.from(text)]));
const EOF = record(10, Buffer.alloc(0));
const start = (kind: number) => record(0x809, numbers(0x600, kind, 0, 0, 0, 0, 0, 0));

/** The records of a workbook with these sheets, all of them hidden but the last; each listed `times` times. */
export function records(sheets: readonly (readonly Buffer[])[], times = 1): Buffer {
  const bound = (place: number, isHidden: boolean) => {
    const at = Buffer.alloc(4);
    at.writeUInt32LE(place);
    return record(0x85, Buffer.concat([at, Buffer.from([Number(isHidden), 0, 1, 0]), Buffer.from('S')]));
  };
  const parts = sheets.map((cells) => Buffer.concat([start(16), ...cells, EOF]));
  const listed = start(5).length + parts.length * times * bound(0, false).length + EOF.length;
  let place = listed;
  const bounds = parts.flatMap((part, at) => {
    const own = Array.from({ length: times }, () => bound(place, at + 1 < parts.length));
    place += part.length;
    return own;
  });
  return Buffer.concat([start(5), ...bounds, EOF, ...parts]);
}

interface Claims {
  /** The sector after each one, in place of the true one. */
  readonly next?: (sector: number) => number;
  /** Streams that claim the same sectors. */
  readonly streams?: number;
  /** Streams that are smaller lie in sectors of 64 bytes. */
  readonly cutoff?: number;
}

/** A compound file of one stream. */
export function compound(
  stream: Buffer,
  { next = (sector) => sector + 1, streams = 1, cutoff = 4_096 }: Claims = {},
): Uint8Array<ArrayBuffer> {
  const isSmall = stream.length < cutoff;
  const count = Math.ceil(stream.length / SECTOR);
  const folders = Math.ceil((streams + 1) / 4);
  const smallOnes = isSmall ? 8 * count : 0;
  const smallTables = Math.ceil((4 * smallOnes) / SECTOR);
  const tables = Math.ceil((count + folders + smallTables + 8) / 127);
  const first = tables + folders;
  const smallTable = first + count;
  const header = Buffer.alloc(SECTOR);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(header);
  numbers(0x3e, 3, 0xfffe, 9, 6).copy(header, 24);
  header.writeUInt32LE(tables, 44);
  header.writeUInt32LE(tables, 48);
  header.writeUInt32LE(cutoff, 56);
  header.writeUInt32LE(isSmall ? smallTable : END, 60);
  header.writeUInt32LE(smallTables, 64);
  header.writeUInt32LE(END, 68);
  for (let at = 0; at < 109; at++) header.writeUInt32LE(at < tables ? at : NONE, 76 + 4 * at);
  const table = Buffer.alloc(tables * SECTOR, 0xff);
  for (let at = 0; at < tables; at++) table.writeUInt32LE(0xfffffffd, 4 * at);
  const link = (from: number, length: number, after = (sector: number) => sector + 1) => {
    for (let at = 0; at < length; at++)
      table.writeUInt32LE(at + 1 < length ? after(from + at) : END, 4 * (from + at));
  };
  link(tables, folders);
  link(first, count, next);
  link(smallTable, smallTables);
  const folder = Buffer.alloc(folders * SECTOR);
  const entry = (at: number, name: string, type: number, sector: number, length: number) => {
    folder.write(name, 128 * at, 'utf16le');
    folder.writeUInt16LE(2 * name.length + 2, 128 * at + 64);
    folder[128 * at + 66] = type;
    folder.writeUInt32LE(NONE, 128 * at + 68);
    folder.writeUInt32LE(at > 0 && at < streams ? at + 1 : NONE, 128 * at + 72);
    folder.writeUInt32LE(at === 0 ? 1 : NONE, 128 * at + 76);
    folder.writeUInt32LE(sector, 128 * at + 116);
    folder.writeUInt32LE(length, 128 * at + 120);
  };
  entry(0, 'Root Entry', 5, isSmall ? first : END, isSmall ? count * SECTOR : 0);
  for (let at = 1; at <= streams; at++)
    entry(at, at === 1 ? 'Workbook' : `S${at}`, 2, isSmall ? 0 : first, stream.length);
  const body = Buffer.alloc(count * SECTOR);
  stream.copy(body);
  const small = Buffer.alloc(smallTables * SECTOR);
  for (let at = 0; at < smallOnes; at++) small.writeUInt32LE(at + 1 < smallOnes ? at + 1 : END, 4 * at);
  return new Uint8Array(Buffer.concat([header, table, folder, body, small]));
}

const times = <T>(count: number, what: T): T[] => new Array<T>(count).fill(what);
const HEAD = [label(0, 0, 'id'), label(0, 1, 'a')];
const rows = (count: number, column = 1) =>
  Array.from({ length: count }, (_, at) => [label(at + 1, 0, `${at}`), label(at + 1, column, 'x')]).flat();
/** Rows of a cell in the last column. */
const far = (count: number) => Array.from({ length: count }, (_, at) => label(at + 1, 255, 'x'));
const broken = /The workbook cannot be read/;
const FAR = /has a value in column XFD/;

/** A part of an `.xlsb`: records with the number of their type below 128, of fewer than 128 bytes. */
export const parts = (...all: readonly (readonly [number, Buffer])[]): Uint8Array =>
  Buffer.concat(
    all.map(([id, data]) =>
      Buffer.concat([
        Buffer.from(id < 128 ? [id] : [(id & 127) | 128, id >> 7]),
        Buffer.from([data.length]),
        data,
      ]),
    ),
  );
export const wide = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, 4 * at);
  return bytes;
};
export const wideText = (value: string) => Buffer.concat([wide(value.length), Buffer.from(value, 'utf16le')]);

interface Sheets {
  /** Sheets that are listed for each part. */
  readonly times?: number;
  /** Whether all but the last are hidden. */
  readonly hidden?: boolean;
  /** The name of a part, which says nothing of what it is. */
  readonly name?: (sheet: number) => string;
  /** Other parts, by the type of the link to them. */
  readonly typed?: Readonly<Record<string, Uint8Array>>;
}

/** An `.xlsb` with these records as its sheets. */
export function binary(
  sheets: readonly Uint8Array[],
  { times = 1, hidden = false, name = (sheet) => `worksheets/sheet${sheet}.bin`, typed = {} }: Sheets = {},
): Uint8Array<ArrayBuffer> {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const links = sheets.map(
    (_, at) => `<Relationship Id="rId${at}" Type="${type}/worksheet" Target="${name(at)}"/>`,
  );
  for (const part of Object.keys(typed))
    links.push(`<Relationship Id="${part}" Type="${type}/${part}" Target="${part}.bin"/>`);
  const listed = sheets.flatMap((_, at) =>
    Array.from({ length: times }, () => {
      const state = Number(hidden && at + 1 < sheets.length);
      return [156, Buffer.concat([wide(state, at), wideText(`rId${at}`), wideText(`S${at}`)])] as const;
    }),
  );
  return packedZip({
    '_rels/.rels': textBytes(
      `<Relationships><Relationship Id="rId0" Type="${type}/officeDocument" Target="xl/workbook.bin"/></Relationships>`,
    ),
    'xl/workbook.bin': parts(...listed),
    'xl/_rels/workbook.bin.rels': textBytes(`<Relationships>${links.join('')}</Relationships>`),
    ...Object.fromEntries(sheets.map((sheet, at) => [`xl/${name(at)}`, sheet])),
    ...Object.fromEntries(Object.entries(typed).map(([part, bytes]) => [`xl/${part}.bin`, bytes])),
  });
}
const binaryRows = (count: number, column = 1): Uint8Array => {
  const cell = (at: number, value: string) => [6, Buffer.concat([wide(at, 0), wideText(value)])] as const;
  return parts(
    ...[[0, wide(0)] as const, cell(0, 'id'), cell(1, 'a')],
    ...Array.from({ length: count }, (_, at) => [
      [0, wide(at + 1)] as const,
      cell(0, `${at}`),
      cell(column, 'x'),
    ]).flat(),
  );
};

/** Workbooks of binary records. */
export const lyingOldWorkbooks = (): LyingFile[] => [
  { name: 'honest.xls', bytes: compound(records([[...HEAD, ...rows(200)]])) },
  { name: 'honest-small.xls', bytes: compound(records([[...HEAD, ...rows(20)]])) },
  { name: 'same-sheets.xls', bytes: compound(records([[...HEAD, ...rows(20_000)]], 1_000)), refused: broken },
  { name: 'far-columns.xls', bytes: compound(records([[...HEAD, ...rows(1_000, 16_000)]])), refused: broken },
  {
    name: 'far-columns-small.xls',
    bytes: compound(records([[...HEAD, ...rows(80, 16_000)]], 60)),
    refused: broken,
  },
  {
    name: 'cutoff.xls',
    bytes: compound(records([[...HEAD, ...rows(1_000, 16_000)]]), { cutoff: 0x7fffffff }),
    refused: broken,
  },
  {
    name: 'last-columns.xls',
    bytes: compound(records(times(8, [...HEAD, ...far(10_000)]))),
    refused: /cells/,
  },
  {
    name: 'last-rows.xls',
    bytes: compound(records(times(5_000, [...HEAD, label(65_535, 0, '1'), label(65_535, 1, 'x')]))),
    refused: /cells/,
  },
  {
    name: 'ring.xls',
    bytes: compound(records([[...HEAD, ...rows(500)]]), { next: () => 20 }),
    refused: broken,
  },
  {
    name: 'same-streams.xls',
    bytes: compound(records([[...HEAD, ...rows(20_000)]]), { streams: 2_000 }),
  },
  { name: 'cut.xls', bytes: compound(records([[...HEAD, ...rows(500)]])).slice(0, 5_000), refused: broken },
  { name: 'honest.xlsb', bytes: binary([binaryRows(200)]) },
  { name: 'far-columns.xlsb', bytes: binary([binaryRows(20_000, 16_383)]), refused: FAR },
  {
    name: 'named.xlsb',
    bytes: binary([binaryRows(20_000, 16_383)], { name: (at) => `${at}.xml` }),
    refused: FAR,
  },
  { name: 'same-sheets.xlsb', bytes: binary([binaryRows(20_000)], { times: 500 }), refused: broken },
  {
    name: 'last-columns.xlsb',
    bytes: binary(times(40, binaryRows(4_000, 999))),
    refused: /cells/,
  },
  {
    name: 'hidden-sheets.xlsb',
    bytes: binary([...times(40, binaryRows(4_000, 16_383)), binaryRows(2)], {
      hidden: true,
    }),
  },
  {
    name: 'many-sheets.xlsb',
    bytes: binary(times(50_000, new Uint8Array(0))),
    refused: /./,
  },
];
