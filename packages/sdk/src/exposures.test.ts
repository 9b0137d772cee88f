import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { memoryArea, type Receiver, reply, startReceiver } from '../testing/receiver.ts';
import { createExposures } from './exposures.ts';
import { byteLength, createOutbox, KEEPALIVE_BYTES } from './outbox.ts';
import { createStore } from './store.ts';
import { createTransport } from './transport.ts';

describe('exposures', () => {
  let receiver: Receiver;
  const leftOut: string[] = [];

  function page() {
    const store = createStore(() => area);
    const transport = createTransport(receiver.endpoint, 'pk_live_test', store, '', Date.now, () => {});
    const outbox = createOutbox(store, 'outbox:', transport, Date.now, assert.fail);
    const exposures = createExposures(
      outbox,
      (path, body, ready) => outbox.put(path, { sessionId: 's', organizationId: 'o', ...body }, ready),
      (path, message) => leftOut.push(`${path} ${message}`),
    );
    return {
      ...exposures,
      flush() {
        exposures.flush();
        return outbox.settled();
      },
    };
  }
  let area: Storage;
  const sent = () => receiver.received.map(({ body }) => body);
  const ids = (count: number) => Array.from({ length: count }, (_, i) => String(i).padStart(6, 'p'));

  before(async () => {
    receiver = await startReceiver();
  });
  after(() => receiver.close());
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.answer = (_, response) => reply(response, 200, { recorded: 1 });
    area = memoryArea();
  });

  it('are collected a decision, and sent once three seconds have passed', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const exposures = page();
    exposures.add('d1', ['a', { id: 'b', position: 2 }]);
    exposures.add('d2', ['a']);
    exposures.add('d1', [{ id: 'c', position: 3 }]);
    t.mock.timers.tick(2_999);
    assert.equal(receiver.received.length, 0);
    t.mock.timers.tick(1);
    await receiver.requests(2);
    assert.deepEqual(sent(), [
      {
        sessionId: 's',
        organizationId: 'o',
        decisionId: 'd1',
        items: ['a', { id: 'b', position: 2 }, { id: 'c', position: 3 }],
      },
      { sessionId: 's', organizationId: 'o', decisionId: 'd2', items: ['a'] },
    ]);
  });

  it('of the same item count once a decision, whether sent already or not', async () => {
    const exposures = page();
    exposures.add('d1', ['a', 'a', { id: 'a', position: 4 }]);
    await exposures.flush();
    exposures.add('d1', ['a', 'b']);
    exposures.add('d2', ['a']);
    await exposures.flush();
    assert.deepEqual(
      sent().map(({ decisionId, items }) => [decisionId, items]),
      [
        ['d1', ['a']],
        ['d1', ['b']],
        ['d2', ['a']],
      ],
    );
  });

  it('go at once when there are fifty', async () => {
    const exposures = page();
    exposures.add('d1', ids(49));
    assert.equal(receiver.received.length, 0);
    exposures.add('d2', ['last']);
    await receiver.requests(2);
    assert.equal(sent()[0]!.decisionId, 'd1');
  });

  it('go fifty a call, which are few enough bytes for keepalive whatever their ids are written in', async () => {
    const exposures = page();
    for (const letter of ['p', 'ф', '椅', '🪑']) {
      // The service takes ids of 256 characters, and positions up to a million.
      const longest = ids(101).map((id) => letter.repeat(250) + id);
      exposures.add(
        letter,
        longest.map((id) => ({ id, position: 1_000_000 })),
      );
      await exposures.flush();
      const calls = sent().filter(({ decisionId }) => decisionId === letter);
      const items = calls.map((call) => call.items as { id: string }[]);
      assert.deepEqual(
        items.map(({ length }) => length),
        [50, 50, 1],
      );
      assert.deepEqual(
        items.flat().map(({ id }) => id),
        longest,
      );
      const sizes = calls.map((call) => byteLength(JSON.stringify(call)));
      assert.ok(Math.max(...sizes) < KEEPALIVE_BYTES, `${letter}: ${sizes}`);
    }
  });

  it('are stored from the moment of the call, so that no crash loses them', () => {
    const exposures = page();
    exposures.add('d1', ['a']);
    exposures.add('d1', ['b']);
    const stored = Object.keys(area).map((key) => JSON.parse(area.getItem(key)!).body.items);
    assert.deepEqual(stored, [['a', 'b']]);
    exposures.clear();
  });

  it('an item without an id is left out and told, and the others are sent', async () => {
    const exposures = page();
    exposures.add('d', [
      null as never,
      {} as never,
      { id: 'a', position: 1.5 },
      { id: 'b', position: 2 },
      7 as never,
    ]);
    await exposures.flush();
    assert.deepEqual(sent().at(-1)?.items, ['a', { id: 'b', position: 2 }, '7']);
    assert.deepEqual(leftOut, Array(2).fill('/exposure an item without an id'));
  });
});
