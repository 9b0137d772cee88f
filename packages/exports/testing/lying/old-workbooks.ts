import { packedZip } from './archives.ts';
import { type LyingFile, textBytes } from './lying-file.ts';

const SECTOR = 512;
const END = 0xfffffffe;

const numbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt16LE(value, 2 * at);
  return bytes;
};
const record = (id: number, data: Buffer): Buffer => Buffer.concat([numbers(id, data.length), data]);
const label = (row: number, column: number, text: string) =>
  record(0x204, Buffer.concat([numbers(row, column, 0, text.length), Buffer.from([0]), Buffer.from(text)]));
const EOF = record(10, Buffer.alloc(0));
const start = (kind: number) => record(0x809, numbers(0x600, kind, 0, 0, 0, 0, 0, 0));

/** The records of a workbook whose sheets, `times` many, are one. */
function records(cells: readonly Buffer[], times = 1): Buffer {
  const bound = (place: number) => {
    const at = Buffer.alloc(4);
    at.writeUInt32LE(place);
    return record(0x85, Buffer.concat([at, Buffer.from([0, 0, 1, 0]), Buffer.from('S')]));
  };
  const place = start(5).length + times * bound(0).length + EOF.length;
  const sheet = Buffer.concat([start(16), ...cells, EOF]);
  const all = Buffer.concat([start(5), ...Array.from({ length: times }, () => bound(place)), EOF, sheet]);
  // A stream of fewer bytes lies elsewhere.
  return Buffer.concat([all, Buffer.alloc(Math.max(0, 4_096 - all.length))]);
}

interface Claims {
  /** The sector after each one, in place of the true one. */
  readonly next?: (sector: number) => number;
  /** Streams that claim the same sectors. */
  readonly streams?: number;
}

/** A compound file of one stream. */
function compound(
  stream: Buffer,
  { next = (sector) => sector + 1, streams = 1 }: Claims = {},
): Uint8Array<ArrayBuffer> {
  const count = Math.ceil(stream.length / SECTOR);
  const folders = Math.ceil((streams + 1) / 4);
  const tables = Math.ceil((count + folders + 8) / 127);
  const header = Buffer.alloc(SECTOR);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(header);
  numbers(0x3e, 3, 0xfffe, 9, 6).copy(header, 24);
  header.writeUInt32LE(tables, 44);
  header.writeUInt32LE(tables, 48);
  header.writeUInt32LE(4_096, 56);
  header.writeUInt32LE(END, 60);
  header.writeUInt32LE(END, 68);
  for (let at = 0; at < 109; at++) header.writeUInt32LE(at < tables ? at : 0xffffffff, 76 + 4 * at);
  const table = Buffer.alloc(tables * SECTOR, 0xff);
  const first = tables + folders;
  for (let at = 0; at < tables; at++) table.writeUInt32LE(0xfffffffd, 4 * at);
  for (let at = 0; at < folders; at++)
    table.writeUInt32LE(at + 1 < folders ? tables + at + 1 : END, 4 * (tables + at));
  for (let at = 0; at < count; at++)
    table.writeUInt32LE(at + 1 < count ? next(first + at) : END, 4 * (first + at));
  const folder = Buffer.alloc(folders * SECTOR);
  const entry = (at: number, name: string, type: number, sector: number, length: number) => {
    folder.write(name, 128 * at, 'utf16le');
    folder.writeUInt16LE(2 * name.length + 2, 128 * at + 64);
    folder[128 * at + 66] = type;
    folder.writeUInt32LE(sector, 128 * at + 116);
    folder.writeUInt32LE(length, 128 * at + 120);
  };
  entry(0, 'Root Entry', 5, END, 0);
  for (let at = 1; at <= streams; at++) entry(at, at === 1 ? 'Workbook' : `S${at}`, 2, first, stream.length);
  const body = Buffer.alloc(count * SECTOR);
  stream.copy(body);
  return new Uint8Array(Buffer.concat([header, table, folder, body]));
}

const HEAD = [label(0, 0, 'id'), label(0, 1, 'a')];
const rows = (count: number, column = 1) =>
  Array.from({ length: count }, (_, at) => [label(at + 1, 0, `${at}`), label(at + 1, column, 'x')]).flat();
const broken = /The workbook cannot be read/;

/** A part of an `.xlsb`: records with the number of their type below 128, of fewer than 128 bytes. */
const parts = (...all: readonly (readonly [number, Buffer])[]): Uint8Array =>
  Buffer.concat(
    all.map(([id, data]) =>
      Buffer.concat([
        Buffer.from(id < 128 ? [id] : [(id & 127) | 128, id >> 7]),
        Buffer.from([data.length]),
        data,
      ]),
    ),
  );
const wide = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, 4 * at);
  return bytes;
};
const text = (value: string) => Buffer.concat([wide(value.length), Buffer.from(value, 'utf16le')]);

/** An `.xlsb` with these records as its only sheet, which is listed `times` times. */
function binary(sheet: Uint8Array, times = 1): Uint8Array<ArrayBuffer> {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return packedZip({
    '_rels/.rels': textBytes(
      `<Relationships><Relationship Id="rId0" Type="${type}/officeDocument" Target="xl/workbook.bin"/></Relationships>`,
    ),
    'xl/workbook.bin': parts(
      ...Array.from(
        { length: times },
        (_, at) => [156, Buffer.concat([wide(0, at), text('rId1'), text(`S${at}`)])] as const,
      ),
    ),
    'xl/_rels/workbook.bin.rels': textBytes(
      `<Relationships><Relationship Id="rId1" Type="${type}/worksheet" Target="worksheets/sheet1.bin"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.bin': sheet,
  });
}
const binaryRows = (count: number, column = 1): Uint8Array => {
  const cell = (at: number, value: string) => [6, Buffer.concat([wide(at, 0), text(value)])] as const;
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
  { name: 'honest.xls', bytes: compound(records([...HEAD, ...rows(200)])) },
  { name: 'same-sheets.xls', bytes: compound(records([...HEAD, ...rows(20_000)], 1_000)), refused: broken },
  { name: 'far-columns.xls', bytes: compound(records([...HEAD, ...rows(1_000, 16_000)])), refused: broken },
  {
    name: 'ring.xls',
    bytes: compound(records([...HEAD, ...rows(500)]), { next: () => 20 }),
    refused: broken,
  },
  {
    name: 'same-streams.xls',
    bytes: compound(records([...HEAD, ...rows(20_000)]), { streams: 2_000 }),
    refused: broken,
  },
  { name: 'cut.xls', bytes: compound(records([...HEAD, ...rows(500)])).slice(0, 5_000), refused: broken },
  { name: 'honest.xlsb', bytes: binary(binaryRows(200)) },
  { name: 'far-columns.xlsb', bytes: binary(binaryRows(20_000, 16_383)), refused: broken },
  { name: 'same-sheets.xlsb', bytes: binary(binaryRows(20_000), 500), refused: broken },
];
