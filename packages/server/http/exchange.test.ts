import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { StoreUnavailable } from '../storage/ports.ts';
import { Refusal } from './errors/refusal.ts';
import { Exchange } from './exchange.ts';
import { Place } from './limits/grading-limit.ts';

/** An exchange whose answer is read back from the bytes that would go out. */
function exchange(headers: Readonly<Record<string, string>> = {}) {
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
  const made = new Exchange(request, response, '192.0.2.1');
  const answer = () => {
    const [status, list] = head as [number, string[]];
    const pairs = Array.from({ length: list.length / 2 }, (_, i) => [list[2 * i], list[2 * i + 1]]);
    return { status, headers: Object.fromEntries(pairs), text: Buffer.concat(sent).toString() };
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
