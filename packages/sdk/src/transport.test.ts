import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { memoryArea, type Receiver, reply, startReceiver } from '../testing/receiver.ts';
import { createStore } from './store.ts';
import { createTransport, retryAfter } from './transport.ts';

describe('Retry-After', () => {
  it('is seconds or a date, and at most an hour is kept to', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    assert.equal(retryAfter('7', now), 7_000);
    assert.equal(retryAfter('Thu, 01 Jan 2026 00:00:30 GMT', now), 30_000);
    assert.equal(retryAfter('86400', now), 3_600_000);
    for (const header of ['', '0', '-5', 'soon', 'Thu, 01 Jan 2015 00:00:00 GMT']) {
      assert.ok(!(retryAfter(header, now) > 0), header);
    }
  });
});

describe('the transport', () => {
  let receiver: Receiver;
  let area: Storage;
  const clock = { at: 1_000_000 };
  const transport = () =>
    createTransport(
      receiver.endpoint,
      'pk_live_test',
      createStore(() => area),
      '',
      () => clock.at,
      () => {},
    );

  before(async () => {
    receiver = await startReceiver();
  });
  after(() => receiver.close());
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.answer = (_, response) => reply(response, 200, { found: true });
    area = memoryArea();
  });

  it('posts JSON with the key in its header', async () => {
    const outcome = await transport().post('/session', '{"sessionId":"s"}', 60_000, false);
    assert.deepEqual(outcome, { body: { found: true } });
    const [{ path, headers, body }] = receiver.received as [(typeof receiver.received)[0]];
    assert.equal(path, '/api/v1/session');
    assert.equal(headers['x-api-key'], 'pk_live_test');
    assert.equal(headers['content-type'], 'application/json');
    assert.deepEqual(body, { sessionId: 's' });
  });

  const answers: readonly [number, string][] = [
    [400, 'refused'],
    [404, 'refused'],
    [408, 'unavailable'],
    [413, 'refused'],
    [429, 'rate_limited'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ];
  for (const [status, reason] of answers) {
    it(`takes ${status} as ${reason}`, async () => {
      receiver.answer = (_, response) => reply(response, status, {});
      assert.deepEqual(await transport().post('/track', '{}', 60_000, true), { reason, message: undefined });
    });
  }

  for (const status of [401, 403]) {
    it(`asks no more after a ${status}: the key would be refused again`, async () => {
      receiver.answer = (_, response) => reply(response, status, {});
      const one = transport();
      await one.post('/track', '{}', 60_000, true);
      assert.deepEqual(await one.post('/track', '{}', 60_000, true), { reason: 'unauthorized' });
      assert.equal(receiver.received.length, 1);
    });
  }

  for (const status of [429, 500]) {
    it(`asks no more after a 401, also when an earlier request is answered by ${status} after it`, async () => {
      const answers: ((status: number) => void)[] = [];
      receiver.answer = (_, response) => answers.push((status) => reply(response, status, {}));
      const one = transport();
      const earlier = one.post('/track', '{}', 60_000, true);
      await receiver.requests(1);
      const refused = one.post('/track', '{}', 60_000, true);
      await receiver.requests(2);
      answers[1]!(401);
      await refused;
      answers[0]!(status);
      await earlier;
      receiver.answer = (_, response) => reply(response, 200, {});
      assert.deepEqual(await one.post('/track', '{}', 60_000, true), { reason: 'unauthorized' });
      assert.equal(receiver.received.length, 2);
    });
  }

  it('sends nothing for the time of Retry-After, in every tab and on the next page', async () => {
    receiver.answer = (_, response) => reply(response, 429, {}, { 'retry-after': '30' });
    await transport().post('/track', '{}', 60_000, true);
    receiver.answer = (_, response) => reply(response, 200, {});
    const nextPage = transport();
    assert.equal(nextPage.pause(), 30_000);
    assert.equal(nextPage.known(), 'rate_limited');
    assert.ok(nextPage.rest() >= 30_000 && nextPage.rest() <= 33_000);
    clock.at += 30_000;
    assert.equal(nextPage.known(), undefined);
  });

  it('does not pause unless the service requests it', () => {
    for (const stored of ['x', '', 'Infinity', String(clock.at + 10 * 3_600_000)]) {
      area.setItem('pause', stored);
      assert.equal(transport().pause(), 0, stored);
      assert.equal(transport().known(), undefined, stored);
    }
  });

  it('gives up on an answer that does not come, or stops half-way', async () => {
    receiver.answer = () => {};
    assert.deepEqual(await transport().post('/session', '{}', 20, false), { reason: 'timeout' });
    receiver.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"found":');
    };
    assert.deepEqual(await transport().post('/session', '{}', 50, false), { reason: 'timeout' });
  });

  it('ends requests in flight on demand, and no others', async () => {
    receiver.answer = () => {};
    const one = transport();
    const asked = one.post('/track', '{}', 60_000, true);
    await receiver.requests(1);
    const left = [...one.underway];
    assert.equal(left.length, 1);
    receiver.answer = (_, response) => reply(response, 200, { found: true });
    const next = one.post('/session', '{}', 60_000, false);
    for (const giveUp of left) giveUp();
    assert.deepEqual(await asked, { reason: 'timeout' });
    assert.deepEqual(await next, { body: { found: true } });
    assert.equal(one.underway.size, 0);
  });

  it('reports an answer that is not from the service', async () => {
    receiver.answer = (_, response) => response.end('<html>Please sign in to this network</html>');
    assert.deepEqual(await transport().post('/session', '{}', 60_000, false), { reason: 'unreadable' });
  });

  it('resolves when nobody listens', async () => {
    const nobody = createTransport(
      'http://127.0.0.1:1',
      'k',
      createStore(() => area),
      '',
      Date.now,
      () => {},
    );
    assert.deepEqual(await nobody.post('/x', '{}', 60_000, true), { reason: 'network' });
  });
});
