import { deflateRawSync, gzipSync } from 'node:zlib';
import { type LyingFile, textBytes } from './lying-file.ts';

export interface ZipOptions {
  /** The sizes that the archive states, in place of the true ones. */
  readonly stated?: number;
  /** Every entry is the first one's bytes, by another name. */
  readonly names?: readonly string[];
}

/** An archive of packed files, which may say of itself what is not so. */
export function packedZip(
  files: Readonly<Record<string, Uint8Array>>,
  { stated, names = [] }: ZipOptions = {},
): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  const list = (name: string, packed: number, length: number, place: number) => {
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50);
    record.writeUInt16LE(8, 10);
    record.writeUInt32LE(packed, 20);
    record.writeUInt32LE(stated ?? length, 24);
    record.writeUInt16LE(Buffer.byteLength(name), 28);
    record.writeUInt32LE(place, 42);
    central.push(record, Buffer.from(name));
  };
  const done = new Map<Uint8Array, Buffer>();
  for (const [name, contents] of Object.entries(files)) {
    const packed = done.get(contents) ?? deflateRawSync(contents);
    done.set(contents, packed);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(stated ?? contents.length, 22);
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    list(name, packed.length, contents.length, at);
    if (at === 0) for (const other of names) list(other, packed.length, contents.length, 0);
    parts.push(local, Buffer.from(name), packed);
    at += 30 + Buffer.byteLength(name) + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(central.length / 2, 8);
  end.writeUInt16LE(central.length / 2, 10);
  end.writeUInt32LE(
    central.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...parts, ...central, end]));
}

const zipped = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(gzipSync(bytes));
const UNPACKED = /Unpacked, the file has more than/;

/** Noise that packs to a part of its length, so that a ratio can be chosen. */
const noise = (length: number) =>
  Buffer.from(Array.from({ length }, (_, at) => `x${(at * 2_654_435_761) % 4_294_967_296}`).join('\n'));

/** What is packed: gzip and zip. */
export function lyingArchives(): LyingFile[] {
  const commas = Buffer.from(',,\n'.repeat(20_000_000));
  const zeros = packedZip({ 'a.csv': new Uint8Array(40_000_000) });
  return [
    { name: 'commas.csv.gz', bytes: zipped(commas), refused: UNPACKED },
    {
      name: 'some-commas.csv.gz',
      bytes: zipped(
        Buffer.concat([Buffer.from('id,a,b\n'), noise(40_000), Buffer.from(',,\n'.repeat(7_000_000))]),
      ),
      refused: /rows, blank ones included|cells/,
    },
    {
      name: 'quote.csv.gz',
      bytes: zipped(Buffer.from(`id,a\n1,"${'x'.repeat(7_000_000)}`)),
      refused: /characters/,
    },
    {
      name: 'thrice.csv.gz',
      bytes: zipped(zipped(zipped(Buffer.from('id,a\n1,2\n')))),
      refused: /packed several times over/,
    },
    { name: 'cut.csv.gz', bytes: zipped(noise(100_000)).slice(0, 100_000), refused: /broken or cut off/ },
    { name: 'zip-in-zip.zip', bytes: packedZip({ 'b.zip': zeros }), refused: UNPACKED },
    { name: 'states-nothing.zip', bytes: packedZip({ 'a.csv': commas }, { stated: 0 }), refused: UNPACKED },
    {
      name: 'states-four-gigabytes.zip',
      bytes: packedZip({ 'a.csv': textBytes('id,a\n1,2\n') }, { stated: 0xfffffffe }),
    },
    {
      name: 'same-entry.zip',
      bytes: packedZip(
        { 'a.csv': commas },
        { names: Array.from({ length: 20_000 }, (_, at) => `${at}.csv`) },
      ),
      refused: /holds 20001 files/,
    },
  ];
}
