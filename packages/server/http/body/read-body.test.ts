import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Refusal } from '../errors/refusal.ts';
import { BodyBudget, bodyLimits } from './body-budget.ts';
import { readBody } from './read-body.ts';

const budget = new BodyBudget(bodyLimits(1e9), () => {});
const account = () => budget.account('192.0.2.1');

/** Sends a body in pieces; resolves with the bytes read or with the refusal. */
async function read(
  pieces: readonly (string | Buffer)[],
  headers: Readonly<Record<string, string>> = {},
  limit = 10,
): Promise<string> {
  const request = Object.assign(new PassThrough(), {
    headers: { 'content-type': 'application/json', ...headers },
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  try {
    readBody(request as unknown as IncomingMessage, limit, account(), (error, body) =>
      resolve(error === undefined ? body.toString() : error.code),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `at once ${error.code}`;
  }
  for (const piece of pieces) request.write(piece);
  request.end();
  return promise;
}

describe('reading a body', () => {
  it('joins the pieces of a body, up to the limit', async () => {
    assert.equal(await read(['{"a":1}']), '{"a":1}');
    assert.equal(await read(['{"a":', '123', '4}']), '{"a":1234}');
    assert.equal(await read([]), '');
  });

  it('refuses a larger body, by its header or when it has arrived', async () => {
    assert.equal(await read([], { 'content-length': '11' }), 'at once PAYLOAD_TOO_LARGE');
    assert.equal(await read(['123456', '78901']), 'PAYLOAD_TOO_LARGE');
    assert.equal(await read(['12345678901']), 'PAYLOAD_TOO_LARGE');
  });

  it('refuses a body that is compressed in another way than gzip, not JSON or not UTF-8, before its size', async () => {
    for (const headers of [
      { 'content-type': 'text/plain' },
      { 'content-type': '' },
      { 'content-encoding': 'br' },
      { 'content-encoding': 'gzip, gzip' },
      { 'content-type': 'application/json; charset=latin1' },
    ]) {
      assert.equal(await read([], { ...headers, 'content-length': '99' }), 'at once UNSUPPORTED_MEDIA_TYPE');
    }
    for (const type of [
      'application/json; charset="UTF-8"',
      'application/vnd.api+json',
      'APPLICATION/JSON',
    ]) {
      assert.equal(await read(['1'], { 'content-type': type, 'content-encoding': 'identity' }), '1');
    }
  });

  it('inflates a body in gzip; both what arrives and what comes of it are bounded', async () => {
    const long = JSON.stringify('x'.repeat(98));
    for (const encoding of ['gzip', 'X-GZIP']) {
      const headers = { 'content-encoding': encoding };
      assert.equal(await read([gzipSync(long)], headers, 100), long);
      assert.equal(await read([gzipSync(long)], headers, 99), 'PAYLOAD_TOO_LARGE');
      const [first, second] = [gzipSync(long).subarray(0, 9), gzipSync(long).subarray(9)];
      assert.equal(await read([first, second], headers, 100), long);
      assert.equal(await read([], headers, 100), '');
      assert.equal(await read(['{}'], headers, 100), 'BAD_REQUEST');
    }
    const noise = gzipSync('{}', { level: 0 });
    const headers = { 'content-encoding': 'gzip', 'content-length': String(noise.length) };
    assert.equal(await read([noise], headers, noise.length - 1), 'at once PAYLOAD_TOO_LARGE');
  });

  it('gives back the room of a body in gzip, taken or refused', async () => {
    const own = new BodyBudget(bodyLimits(1e9), () => {});
    for (const limit of [99, 100]) {
      const request = Object.assign(new PassThrough(), {
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      });
      const taken = own.account('192.0.2.1');
      const { promise, resolve } = Promise.withResolvers<void>();
      readBody(request as unknown as IncomingMessage, limit, taken, () => resolve());
      request.end(gzipSync(JSON.stringify('x'.repeat(98))));
      await promise;
      if (limit === 100) assert.ok(own.bytes > 100);
      taken.close();
      assert.deepEqual([own.bytes, own.addresses], [0, 0]);
    }
  });

  it('refuses a body that ends too early', async () => {
    const request = Object.assign(new PassThrough(), { headers: { 'content-type': 'application/json' } });
    const { promise, resolve } = Promise.withResolvers<Refusal | undefined>();
    readBody(request as unknown as IncomingMessage, 10, account(), resolve);
    request.write('{');
    request.destroy(new Error('aborted'));
    assert.equal((await promise)?.code, 'BAD_REQUEST');
  });

  it('refuses a body that does not arrive in time, and discards the rest', async () => {
    const clock = { now: 0 };
    const slow = new BodyBudget(
      bodyLimits(1e9),
      () => {},
      () => clock.now,
    );
    const request = Object.assign(new PassThrough(), { headers: { 'content-type': 'application/json' } });
    const { promise, resolve } = Promise.withResolvers<Refusal | undefined>();
    readBody(request as unknown as IncomingMessage, 10, slow.account('192.0.2.1'), resolve);
    request.write('{');
    await new Promise((next) => setImmediate(next));
    clock.now = 40_000;
    slow.sweep();
    assert.equal((await promise)?.code, 'BAD_REQUEST');
    request.write('"a":1}');
    await new Promise((next) => setImmediate(next));
    assert.deepEqual([slow.bytes, slow.addresses, request.readableLength], [0, 0, 0]);
  });

  it('refuses a body for which there is no room, by its header or when it arrives', async () => {
    const none = { bytes: 5, bytesOfAddress: 4, bodies: 1, bodiesOfAddress: 1 };
    for (const length of ['5', undefined]) {
      const request = Object.assign(new PassThrough(), {
        headers: { 'content-type': 'application/json', ...(length && { 'content-length': length }) },
      });
      const { promise, resolve } = Promise.withResolvers<Refusal | undefined>();
      const little = new BodyBudget(none, () => {});
      readBody(request as unknown as IncomingMessage, 10, little.account('192.0.2.1'), resolve);
      request.end('[1,2]');
      assert.equal((await promise)?.code, 'TOO_MANY_REQUESTS');
      assert.deepEqual([little.bytes, little.addresses], [0, 0]);
    }
  });
});
