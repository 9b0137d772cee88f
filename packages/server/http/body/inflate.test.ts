import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Refusal } from '../errors/refusal.ts';
import { inflate } from './inflate.ts';

/** Inflates, and counts what the account is told. */
async function inflated(compressed: Buffer, limit: number, room = Infinity) {
  let received = 0;
  let closed = 0;
  const account = {
    receive: (bytes: number) => {
      if (received + bytes > room) throw new Refusal('SERVICE_UNAVAILABLE', 'full');
      received += bytes;
    },
    close: () => closed++,
  };
  const { promise, resolve } = Promise.withResolvers<{ error: Refusal | undefined; body: Buffer }>();
  const tooLarge = () => new Refusal('PAYLOAD_TOO_LARGE', 'too large');
  inflate(compressed, limit, tooLarge, account, (error, body) => resolve({ error, body }));
  const { error, body } = await promise;
  return { code: error?.code, body, received, closed };
}

describe('a body in gzip', () => {
  const text = Buffer.from(JSON.stringify(Array.from({ length: 40_000 }, (_, n) => n)));

  it('is inflated up to the limit and not beyond it', async () => {
    const { body, received, closed } = await inflated(gzipSync(text), text.length);
    assert.deepEqual([body.equals(text), received, closed], [true, text.length, 0]);
    const refused = await inflated(gzipSync(text), text.length - 1);
    assert.deepEqual([refused.code, refused.body.length, refused.closed], ['PAYLOAD_TOO_LARGE', 0, 1]);
  });

  it('that would be huge is inflated no further than the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    assert.ok(bomb.length < 100_000);
    const { code, received } = await inflated(bomb, 200_000);
    assert.deepEqual([code, received <= 200_000], ['PAYLOAD_TOO_LARGE', true]);
  });

  it('is refused where there is no room for what comes of it', async () => {
    const { code, closed } = await inflated(gzipSync(text), 1e9, 100_000);
    assert.deepEqual([code, closed], ['SERVICE_UNAVAILABLE', 1]);
  });

  it('is refused where it is cut off or no gzip', async () => {
    for (const broken of [gzipSync(text).subarray(0, -20), text, Buffer.from([0x1f, 0x8b])]) {
      const { code, closed } = await inflated(broken, 1e9);
      assert.deepEqual([code, closed], ['BAD_REQUEST', 1]);
    }
  });

  it('may have several members, which follow each other (RFC 1952, 2.2)', async () => {
    const { body } = await inflated(Buffer.concat([gzipSync('[1,'), gzipSync('2]')]), 100);
    assert.equal(String(body), '[1,2]');
  });
});
