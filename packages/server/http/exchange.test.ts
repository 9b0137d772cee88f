import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { StoreUnavailable } from '../storage/ports.ts';
import { Refusal } from './errors/refusal.ts';
import { Exchange } from './exchange.ts';
import { Place } from './limits/grading-limit.ts';

/** An exchange whose answer is read back from the bytes that would go out. */
function exchange(headers: Readonly<Record<string, string>> = {}, compressFrom?: number) {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: 'POST', url: '/api/v1/event?q=1', headers });
  const response = new ServerResponse(request);
  const sent: Buffer[] = [];
  response.end = ((chunk: string, encoding?: BufferEncoding) => {
    sent.push(Buffer.from(chunk, encoding));
    return response;
  }) as typeof response.end;
  let head: unknown[] = [];
  response.writeHead = ((...args: unknown[]) => {
    head = args;
    return response;
  }) as typeof response.writeHead;
  const made = new Exchange(request, response, '192.0.2.1', undefined, compressFrom);
  const answer = () => {
    const [status, list] = head as [number, string[]];
    const pairs = Array.from({ length: list.length / 2 }, (_, i) => [list[2 * i], list[2 * i + 1]]);
    const bytes = Buffer.concat(sent);
    return { status, headers: Object.fromEntries(pairs), bytes, text: bytes.toString() };
  };
  return { made, answer, response };
}

describe('an exchange', () => {
  it('answers text and bytes with their length, and with the headers of every answer', () => {
    for (const json of ['{"a":"é"}', '{"a":"e"}', Buffer.from('{"a":"é"}')]) {
      const { made, answer } = exchange({ origin: 'https://shop.example' });
      made.send(200, json);
      const { status, headers, text } = answer();
      assert.deepEqual([status, text], [200, String(json)]);
      assert.equal(headers['content-length'], String(Buffer.byteLength(json)));
      assert.equal(headers['x-correlation-id'], made.correlationId);
      assert.equal(headers['access-control-allow-origin'], 'https://shop.example');
      assert.equal(headers['cache-control'], 'no-store');
    }
  });

  it('answers whatever was thrown with the envelope, and keeps faults of the service for the log', () => {
    const { made, answer } = exchange();
    made.refuse(new Refusal('TOO_MANY_REQUESTS', 'Later.', { 'retry-after': '3' }));
    const { status, headers, text } = answer();
    const { error, path, correlationId } = JSON.parse(text);
    assert.deepEqual([status, headers['retry-after']], [429, '3']);
    assert.deepEqual(error, { code: 'TOO_MANY_REQUESTS', message: 'Later.' });
    assert.deepEqual([path, correlationId, made.fault], ['/api/v1/event', made.correlationId, null]);
    const failure = new StoreUnavailable('full');
    const failed = exchange();
    failed.made.refuse(failure);
    assert.deepEqual([failed.answer().status, failed.made.fault], [503, failure]);
  });

  it('compresses an answer from the size of the setting on, where the client takes it', () => {
    const json = JSON.stringify({ text: 'ä'.repeat(500) });
    const size = Buffer.byteLength(json);
    const [browser, small, other] = [
      exchange({ 'accept-encoding': 'gzip, br' }, size),
      exchange({ 'accept-encoding': 'gzip, br' }, size + 1),
      exchange({}, size),
    ];
    for (const { made } of [browser, small, other]) made.send(200, json);
    const { headers, bytes } = browser.answer();
    assert.equal(headers['content-encoding'], 'br');
    assert.equal(headers['content-length'], String(bytes.length));
    assert.equal(String(brotliDecompressSync(bytes)), json);
    for (const plain of [small.answer(), other.answer()]) {
      assert.deepEqual([plain.text, plain.headers['content-encoding']], [json, undefined]);
      assert.equal(plain.headers.vary, 'Origin, Accept-Encoding');
    }
  });

  it('compresses a large answer on another thread, and sends it only where the client still waits', async () => {
    const json = JSON.stringify({ items: Array.from({ length: 40_000 }, (_, n) => n) });
    assert.ok(json.length > 64 * 1024);
    const [waits, gone] = [
      exchange({ 'accept-encoding': 'gzip' }, 1),
      exchange({ 'accept-encoding': 'gzip' }, 1),
    ];
    const sent = new Promise((resolve) => {
      const { response } = waits;
      const { end } = response;
      response.end = ((...args: Parameters<typeof end>) => {
        resolve(undefined);
        return end(...args);
      }) as typeof response.end;
    });
    gone.made.send(200, json);
    waits.made.send(200, json);
    gone.made.end();
    assert.throws(waits.answer);
    await sent;
    assert.equal(waits.answer().headers['content-encoding'], 'gzip');
    assert.equal(String(gunzipSync(waits.answer().bytes)), json);
    assert.throws(gone.answer);
  });

  it('cuts the connection when the answer has begun to leave', () => {
    const { made, answer, response } = exchange();
    Object.defineProperty(response, 'headersSent', { value: true });
    made.refuse(new Error('too late'));
    assert.ok(response.destroyed);
    assert.throws(answer);
  });

  it('gives its place back when it is over, and a place that comes later at once', () => {
    const { made } = exchange();
    let held = 2;
    const place = () => new Place(() => held--);
    made.hold(place());
    assert.equal(held, 2);
    made.end();
    assert.equal(held, 1);
    made.hold(place());
    assert.equal(held, 0);
  });
});
