import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { arrivingExport } from './arriving.ts';
import { EXPORT_LIMITS } from './limits.ts';

async function* chunksOf(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const textBytes = (text: string) => new TextEncoder().encode(text);
/** Longer than the first look: what is read of it shows when it is refused. */
const ROWS = textBytes(`id,a\n${'1,red\n'.repeat(400_000)}`);

test('whatever arrives is kept, in pieces of any size, whatever was stated', async () => {
  const sizes = fc.record({
    length: fc.nat({ max: ROWS.length }),
    size: fc.integer({ min: 1e4, max: 4e6 }),
    stated: fc.nat({ max: 4e6 }),
  });
  await fc.assert(
    fc.asyncProperty(sizes, async ({ length, size, stated }) => {
      const bytes = ROWS.subarray(0, length);
      const read = await arrivingExport(chunksOf(bytes, size), stated);
      assert.ok(Buffer.from(bytes).equals(read));
      assert.equal(read.buffer.byteLength, length);
    }),
    { numRuns: 30 },
  );
});

test('a file may have as many bytes as the limit, and is refused at the next', async () => {
  const limits = { ...EXPORT_LIMITS, bytes: 1_500_000 };
  const read = (length: number, stated?: number) =>
    arrivingExport(chunksOf(ROWS.subarray(0, length), 1e5), stated, limits);
  assert.equal((await read(1_500_000, 1_500_000)).length, 1_500_000);
  await assert.rejects(read(1_500_001), { code: 'too_large', message: /more than 1 MB\. Split it by shelf/ });
  // Nothing of what is stated to be too large is read.
  await assert.rejects(read(0, 1_500_001), { code: 'too_large' });
});

test('a line that no row can have ends the reading of CSV while it arrives, and of nothing else', async () => {
  for (const [head, isRefused] of [
    ['id,a\n1,"', true],
    ['{"products":[{"id":"', false],
    ['<?xml version="1.0"?><products><id>', false],
  ] as const) {
    let chunks = 0;
    async function* endless() {
      yield textBytes(head);
      for (const piece = new Uint8Array(1e6).fill(0x78); chunks < 100; chunks++) yield piece;
    }
    const reading = arrivingExport(endless());
    if (!isRefused) assert.equal((await reading).length, head.length + 1e8);
    else {
      await assert.rejects(reading, { code: 'too_large', line: 2, message: /close the quotation mark/ });
      assert.ok(chunks <= 16, `${chunks} MB were read`);
    }
  }
});
