import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { CatalogueError, type ExportRows } from '@decidable/engine/catalogue';
import type { ExportLimits } from '../limits.ts';
import { RecordRows } from './records.ts';
import { tooLarge } from './unpack.ts';

/** Rows that are decoded at a time. */
const BATCH = 10_000;

/**
 * Reads a Parquet file, whose columns may be nested.
 *
 * @throws CatalogueError `broken_parquet`, or `too_large` where its pages unpack to more than is read
 */
export async function readParquet(bytes: Uint8Array, limits: ExportLimits): Promise<ExportRows> {
  const { parquetMetadata, parquetReadObjects, snappyUncompress } = await import('hyparquet');
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  let left = limits.unpackedBytes;
  const bounded =
    (unpack: (input: Uint8Array, most: number) => Uint8Array) =>
    (input: Uint8Array, outputLength: number): Uint8Array => {
      left -= outputLength;
      if (left < 0) throw tooLarge(limits.unpackedBytes);
      return unpack(input, outputLength);
    };
  const compressors = {
    SNAPPY: bounded((input, most) => {
      const output = new Uint8Array(most);
      snappyUncompress(input, output);
      return output;
    }),
    GZIP: bounded((input, most) => gunzipSync(input, { maxOutputLength: Math.max(1, most) })),
    BROTLI: bounded((input, most) => brotliDecompressSync(input, { maxOutputLength: Math.max(1, most) })),
    ZSTD: bounded((input, most) => zstdDecompressSync(input, { maxOutputLength: Math.max(1, most) })),
  };
  const records = new RecordRows(limits);
  try {
    const metadata = parquetMetadata(buffer);
    const rows = Number(metadata.num_rows);
    for (let from = 0; from < rows; from += BATCH) {
      const batch = await parquetReadObjects({
        file: buffer,
        metadata,
        compressors,
        rowStart: from,
        rowEnd: Math.min(rows, from + BATCH),
      });
      for (const record of batch) records.add(record);
    }
  } catch (error) {
    if (error instanceof CatalogueError || !(error instanceof Error)) throw error;
    throw new CatalogueError(
      'broken_parquet',
      `The Parquet file cannot be read (${error.message}). Write it again, or export the catalogue as CSV.`,
    );
  }
  return records.finished();
}
