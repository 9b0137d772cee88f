import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { EXPORT_LIMITS } from '../../limits.ts';
import { ReadingBudget } from '../reading-budget.ts';
import { readParquet } from './read-parquet.ts';

const texts = fc.array(fc.option(fc.string({ unit: fc.constantFrom('a', 'b', 'é'), maxLength: 12 })), {
  minLength: 1,
  maxLength: 700,
});

it('texts that share their beginnings are read as they were written, absent ones too', async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom(1, 2), async (data, pages) => {
      const columnData = [
        { name: 'id', data: data.map((_, n) => `p${n}`) },
        { name: 'text', data, type: 'STRING' as const, encoding: 'DELTA_BYTE_ARRAY' as const },
      ];
      const bytes = new Uint8Array(
        parquetWriteBuffer({ columnData, rowGroupSize: Math.ceil(data.length / pages) }),
      );
      const { rows } = await readParquet(bytes, new ReadingBudget(EXPORT_LIMITS, bytes.length));
      assert.deepEqual(
        Array.from(rows, ([, text = '']) => text),
        data.map((text) => text ?? ''),
      );
    }),
    { numRuns: 60 },
  );
});

it('of the longest text that a file may unpack to, and of one that is longer', async () => {
  // Each begins as the one before it: n letters more than were written.
  const sized = (count: number) => {
    const data = Array.from({ length: count }, (_, n) => 'x'.repeat(n));
    const columnData = [
      { name: 'text', data, type: 'STRING' as const, encoding: 'DELTA_BYTE_ARRAY' as const },
    ];
    return new Uint8Array(parquetWriteBuffer({ columnData, codec: 'UNCOMPRESSED' }));
  };
  const read = (bytes: Uint8Array, unpackedBytes: number) =>
    readParquet(bytes, new ReadingBudget({ ...EXPORT_LIMITS, unpackedBytes }, bytes.length));
  const bytes = sized(2_000);
  const unpacked = (2_000 * 1_999) / 2;
  // Beside the texts a page holds which of them are absent.
  assert.equal((await read(bytes, unpacked + 100)).rows.length, 2_000);
  await assert.rejects(read(bytes, unpacked - 1), /Unpacked, the file has more than/);
});
