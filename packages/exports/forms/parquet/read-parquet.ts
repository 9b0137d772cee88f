import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { CatalogueError, type ExportRows } from '@decidable/engine/catalogue';
import type { ReadingBudget } from '../reading-budget.ts';
import { RecordRows } from '../records.ts';
import { checkPages } from './checked-pages.ts';

/** The ways in which pages are packed, by their numbers in the format. */
const CODECS = ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'LZO', 'BROTLI', 'LZ4', 'ZSTD'];

/**
 * Reads a Parquet file, whose columns may be nested.
 *
 * @throws CatalogueError `broken_parquet`, or `too_large` where its pages unpack to more than is read
 */
export async function readParquet(bytes: Uint8Array, budget: ReadingBudget): Promise<ExportRows> {
  const { parquetMetadata, parquetReadObjects, snappyUncompress } = await import('hyparquet');
  const compressors: Record<string, (input: Uint8Array, length: number) => Uint8Array> = {
    SNAPPY: (input, length) => {
      const output = new Uint8Array(length);
      snappyUncompress(input, output);
      return output;
    },
    GZIP: (input, length) => gunzipSync(input, { maxOutputLength: Math.max(1, length) }),
    BROTLI: (input, length) => brotliDecompressSync(input, { maxOutputLength: Math.max(1, length) }),
    ZSTD: (input, length) => zstdDecompressSync(input, { maxOutputLength: Math.max(1, length) }),
  };
  const unpack = (codec: number, packed: Uint8Array, length: number) => {
    const unpacked = compressors[CODECS[codec]]?.(packed, length);
    if (unpacked?.length !== length) throw new RangeError('a page is not as long as it claims');
    return unpacked;
  };
  const groups = checkPages(bytes, unpack, budget);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const records = new RecordRows(budget);
  try {
    const metadata = parquetMetadata(buffer);
    let rowStart = 0;
    for (const rows of groups) {
      const rowEnd = rowStart + rows;
      const group = await parquetReadObjects({ file: buffer, metadata, compressors, rowStart, rowEnd });
      for (const record of group) records.add(record);
      rowStart = rowEnd;
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
