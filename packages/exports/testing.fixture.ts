import type { ExportRows } from '@decidable/engine/catalogue';
import { readTable, type Table } from '@decidable/engine/catalogue';

/** Bytes of a text. */
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The cells of a table by product and column. */
export function cellsOf({ ids, columns }: Table): Record<string, Record<string, string>> {
  return Object.fromEntries(
    ids.map((id, product) => [
      id,
      Object.fromEntries(
        columns.flatMap(({ name, cell, texts }) => (cell[product] < 0 ? [] : [[name, texts[cell[product]]]])),
      ),
    ]),
  );
}

export const tableOf = (rows: ExportRows): Table => readTable(rows, { tolerant: true });

/** An archive with these files, stored and not packed. */
export function zipOf(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const parts: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let at = 0;
  for (const [name, contents] of Object.entries(files)) {
    const own = bytesOf(name);
    const local = record(0x04034b50, 30, { 18: contents.length, 22: contents.length }, { 26: own.length });
    central.push(
      record(0x02014b50, 46, { 20: contents.length, 24: contents.length, 42: at }, { 28: own.length }),
      own,
    );
    parts.push(local, own, contents);
    at += local.length + own.length + contents.length;
  }
  const count = Object.keys(files).length;
  const size = central.reduce((sum, { length }) => sum + length, 0);
  const end = record(0x06054b50, 22, { 12: size, 16: at }, { 8: count, 10: count });
  return new Uint8Array(Buffer.concat([...parts, ...central, end]));
}

function record(
  signature: number,
  length: number,
  wide: Readonly<Record<number, number>>,
  narrow: Readonly<Record<number, number>>,
): Uint8Array {
  const view = new DataView(new ArrayBuffer(length));
  view.setUint32(0, signature, true);
  for (const [at, value] of Object.entries(wide)) view.setUint32(Number(at), value, true);
  for (const [at, value] of Object.entries(narrow)) view.setUint16(Number(at), value, true);
  return new Uint8Array(view.buffer);
}
