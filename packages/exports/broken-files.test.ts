import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { CatalogueError } from '@decidable/engine/catalogue';
import fc from 'fast-check';
import { writeOds } from 'hucre/ods';
import { writeXlsx } from 'hucre/xlsx';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { EXPORT_LIMITS, readExport } from './index.ts';
import { lyingFiles } from './testing/lying/index.ts';
import { bytesOf, zipOf } from './testing.fixture.ts';

const ROWS = Array.from({ length: 40 }, (_, at) => [`p${at}`, ['red', 'blue', ''][at % 3], `${at / 4}`]);
const NAMES = ['sku', 'colour', 'width'];
const CSV = [NAMES, ...ROWS].map((row) => row.join(',')).join('\n');
const RECORDS = ROWS.map((row) => Object.fromEntries(row.map((cell, at) => [NAMES[at], cell])));
const sheets = [{ name: 'S', rows: [NAMES, ...ROWS] }];
const columnData = NAMES.map((name, at) => ({
  name,
  data: ROWS.map((row) => row[at]),
  type: 'STRING' as const,
}));

const honest: readonly Uint8Array[] = [
  bytesOf(CSV),
  bytesOf(JSON.stringify(RECORDS)),
  bytesOf(`<r>${RECORDS.map(({ sku, colour }) => `<p id="${sku}"><c>${colour}</c></p>`).join('')}</r>`),
  gzipSync(CSV),
  zipOf({ 'a.csv': bytesOf(CSV) }),
  await writeXlsx({ sheets }),
  await writeOds({ sheets }),
  new Uint8Array(parquetWriteBuffer({ columnData })),
  ...lyingFiles().flatMap(({ name, bytes }) => (/^honest\.xls/.test(name) ? [bytes] : [])),
];

test('a file of any form with some bytes changed is read, or refused in words for its owner', async () => {
  const change = fc.record({ at: fc.nat(), byte: fc.oneof(fc.nat(255), fc.constantFrom(0, 127, 128, 255)) });
  const limits = { ...EXPORT_LIMITS, bytes: 1_000_000, unpackedBytes: 1_000_000 };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...honest),
      fc.array(change, { minLength: 1, maxLength: 6 }),
      async (file, changes) => {
        const bytes = new Uint8Array(file);
        for (const { at, byte } of changes) bytes[at % bytes.length] = byte;
        try {
          await readExport(bytes, limits);
        } catch (error) {
          assert.ok(error instanceof CatalogueError, String(error instanceof Error ? error.stack : error));
        }
      },
    ),
    { numRuns: 1_500 },
  );
});
