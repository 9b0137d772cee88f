import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import { readFrames, sendFrame } from './frames.ts';

const leaf = fc.oneof(
  fc.string(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.uint8Array().map((bytes) => new Uint8Array(bytes)),
);
const plain = { noNullPrototype: true } as const;
const message = fc.dictionary(
  fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
  fc.oneof(
    leaf,
    fc.array(fc.string()),
    fc.array(fc.record({ bytes: leaf }, plain)),
    fc.record({ inner: leaf }, plain),
  ),
  plain,
);

test('messages arrive whole and in order, however they are cut on their way', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(message, { maxLength: 4 }),
      fc.integer({ min: 1, max: 50 }),
      async (sent, cut) => {
        const written = new PassThrough();
        for (const each of sent) sendFrame(written, each);
        written.end();
        const all = Buffer.concat(await written.toArray());
        const pieces = new PassThrough();
        for (let at = 0; at < all.length; at += cut) pieces.write(all.subarray(at, at + cut));
        pieces.end();
        const got: unknown[] = [];
        for await (const each of readFrames(pieces)) got.push(each);
        assert.deepEqual(got, sent);
      },
    ),
    { numRuns: 100 },
  );
});

test('bytes that stand twice in a message are sent once', async () => {
  const bytes = new Uint8Array(1_000);
  const stream = new PassThrough();
  sendFrame(stream, { file: { bytes }, earlier: { csv: bytes } });
  assert.ok(stream.readableLength < 1_500);
  stream.end();
  for await (const got of readFrames(stream)) {
    const { file, earlier } = got as { file: { bytes: Uint8Array }; earlier: { csv: Uint8Array } };
    assert.equal(file.bytes, earlier.csv);
  }
});
