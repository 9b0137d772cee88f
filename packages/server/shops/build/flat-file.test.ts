import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Pace, SERVICE } from '../../time-slices.ts';
import { openFlatFile, writeFlatFile } from './flat-file.ts';

const open = (file: Uint8Array) => openFlatFile(file, new Pace(SERVICE));

const number = fc.oneof(fc.double(), fc.integer());
const text = fc.string({ unit: 'binary' });
const arrays = fc.oneof(
  ...[fc.uint8Array, fc.uint16Array, fc.uint32Array, fc.int32Array, fc.float32Array, fc.float64Array].map(
    (array) => array({ maxLength: 100 }),
  ),
);
/** Few names, so that fields are not mostly absent. */
const name = fc.constantFrom('a', 'b', 'c', '', 'length', 'toString', 'é');
const { data } = fc.letrec<{ data: unknown }>((tie) => ({
  data: fc.oneof(
    { depthSize: 'small' },
    number,
    text,
    fc.constantFrom(null, undefined, true),
    arrays,
    fc.array(number, { maxLength: 100 }),
    fc.array(text, { maxLength: 100 }),
    fc.array(fc.tuple(text, fc.integer())).map((entries) => new Map(entries)),
    fc.array(tie('data'), { maxLength: 5 }),
    fc.dictionary(name, tie('data'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

describe('a flat file', () => {
  it('is opened as what was written, whatever that is', async () => {
    await fc.assert(
      fc.asyncProperty(data, async (written) => {
        assert.deepEqual(await open(writeFlatFile(written)), written);
      }),
    );
  });

  it('has lists of any length', async () => {
    for (const length of [32, 33, 1_999, 2_000, 2_001, 4_001]) {
      const texts = Array.from({ length }, (_, k) => `${k}`);
      const written = { texts, numbers: texts.map(Number), map: new Map(texts.map((of, k) => [of, k])) };
      assert.deepEqual(await open(writeFlatFile(written)), written);
    }
  });

  it('is used as it is: its arrays are views of it', async () => {
    const file = writeFlatFile({ numbers: Float64Array.of(1, 2, 3), bytes: Uint8Array.of(1) });
    const { numbers, bytes } = (await open(file)) as { numbers: Float64Array; bytes: Uint8Array };
    assert.equal(numbers.buffer, file.buffer);
    assert.equal(bytes.buffer, file.buffer);
  });

  it('has an array that stands in two places once', async () => {
    const cell = new Int32Array(10_000);
    const file = writeFlatFile({ column: { cell }, shown: { cell } });
    assert.ok(file.length < 50_000);
    const { column, shown } = (await open(file)) as Record<string, { cell: Int32Array }>;
    assert.equal(column.cell, shown.cell);
  });

  it('is refused where any byte of it is another one, or it is cut off', async () => {
    const file = writeFlatFile({ texts: ['a', 'b'], numbers: Int32Array.of(1, 2, 3) });
    for (let k = 0; k < file.length; k++) {
      const damaged = new Uint8Array(file);
      damaged[k] ^= 1;
      await assert.rejects(open(damaged), `byte ${k}`);
    }
    for (let length = 0; length < file.length; length++) await assert.rejects(open(file.slice(0, length)));
  });

  it('holds plain data only', () => {
    for (const other of [
      new Date(0),
      new Set('a'),
      { $: 1 },
      new BigInt64Array(1),
      () => 1,
      Symbol('a'),
      1n,
    ]) {
      assert.throws(() => writeFlatFile({ other }), TypeError);
    }
  });
});
