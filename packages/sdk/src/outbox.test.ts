import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { memoryArea, type Receiver, reply, startReceiver } from '../testing/receiver.ts';
import { byteLength, createOutbox, KEEPALIVE_BYTES } from './outbox.ts';
import { createStore } from './store.ts';
import { createTransport, type Outcome } from './transport.ts';

const PREFIX = 'decidable:org:outbox:';

describe('the outbox', () => {
  let receiver: Receiver;
  let area: Storage;
  const leftOut: string[] = [];
  const clock = { ahead: 0 };
  const now = () => Date.now() + clock.ahead;

  /** The parts of a page: its own outbox and transport, on the storage of the browser. */
  function page(endpoint = receiver.endpoint, storage = area) {
    const store = createStore(() => storage);
    return createOutbox(
      store,
      PREFIX,
      createTransport(endpoint, 'pk_live_test', store, '', now, () => {}, 1),
      now,
      (path, message) => leftOut.push(`${path} ${message}`),
    );
  }

  /** The parcels of a page that could not deliver and ended, a minute later. */
  async function leave(path: string, body: Record<string, unknown>, later = 60_000) {
    const gone = page('http://127.0.0.1:1');
    await gone.put(path, body).first;
    // The page ends without any event; its storage remains.
    area = memoryArea(area);
    gone.clear();
    clock.ahead += later;
  }
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const stored = () => Object.keys(area).filter((key) => key.startsWith(PREFIX));
  const names = () => receiver.received.map(({ body }) => body.name);

  before(async () => {
    receiver = await startReceiver();
  });
  after(() => receiver.close());
  beforeEach(() => {
    clock.ahead = 0;
    receiver.received.length = 0;
    receiver.answer = (_, response) => reply(response, 200, { recorded: true });
    area = memoryArea();
  });

  it('keeps a parcel stored until the service has answered, and no longer', async () => {
    let answer = () => {};
    receiver.answer = (_, response) => {
      answer = () => reply(response, 200, { recorded: true });
    };
    const parcel = page().put('/event', { name: 'a' });
    await receiver.requests(1);
    assert.equal(stored().length, 1);
    answer();
    assert.equal((await parcel.first).reason, undefined);
    assert.deepEqual(stored(), []);
  });

  it('sends one after another, in the order in which they were put', async () => {
    const outbox = page();
    const parcels = ['a', 'b', 'c', 'd'].map((name) => outbox.put('/event', { name }));
    await Promise.all(parcels.map(({ first }) => first));
    assert.deepEqual(names(), ['a', 'b', 'c', 'd']);
  });

  for (const [status, reason, dropped] of [
    [400, 'refused', true],
    [401, 'unauthorized', true],
    [403, 'unauthorized', true],
    [404, 'refused', true],
    [413, 'refused', true],
    [408, 'unavailable', false],
    [429, 'rate_limited', false],
    [500, 'unavailable', false],
    [503, 'unavailable', false],
  ] as const) {
    it(`${dropped ? 'drops' : 'keeps'} a call that is answered by ${status}`, async () => {
      receiver.answer = (_, response) => reply(response, status, {});
      const outbox = page();
      const { first } = outbox.put('/event', { name: 'a' });
      assert.equal((await first).reason, reason);
      assert.equal(stored().length, dropped ? 0 : 1);
      outbox.clear();
    });
  }

  it('keeps a call that is answered by somebody else, such as the network of a café', async () => {
    receiver.answer = (_, response) => response.end('<html>Please sign in to this network</html>');
    const outbox = page();
    assert.equal((await outbox.put('/event', { name: 'a' }).first).reason, 'unreadable');
    assert.equal(stored().length, 1);
    outbox.clear();
  });

  it('sends a list again without the entry that the service refuses, and says which', async () => {
    receiver.answer = ({ body }, response) => {
      const at = (body.signals as { value: string }[]).findIndex(({ value }) => value === 'bad');
      const error = { message: `signals[${at}].value should be good.` };
      reply(response, at < 0 ? 200 : 400, at < 0 ? { personas: [] } : { error });
    };
    const signals = ['a', 'bad', 'b', 'bad'].map((value) => ({ type: 'search', value }));
    const outcome = await page().put('/track', { signals, batchId: 'b1' }).first;
    assert.equal(outcome.reason, undefined);
    assert.deepEqual(
      receiver.received.map(({ body }) => [
        body.batchId,
        (body.signals as { value: string }[]).map(({ value }) => value).join(),
      ]),
      [
        ['b1', 'a,bad,b,bad'],
        ['b1', 'a,b,bad'],
        ['b1', 'a,b'],
      ],
    );
    assert.deepEqual(leftOut.splice(0), [
      '/track signals[1].value should be good. {"type":"search","value":"bad"}',
      '/track signals[2].value should be good. {"type":"search","value":"bad"}',
    ]);
    assert.deepEqual(stored(), []);
  });

  it('drops a list of which the service names an entry that it does not have', async () => {
    receiver.answer = (_, response) =>
      reply(response, 400, { error: { message: 'signals[7].type is no text.' } });
    const { first } = page().put('/track', { signals: [{ type: 'sort' }] });
    assert.equal((await first).reason, 'refused');
    assert.equal(receiver.received.length, 1);
    assert.deepEqual(leftOut, []);
  });

  it('tries again five times, under the same name, and leaves the rest to the next page', async () => {
    receiver.answer = (_, response) => reply(response, 503, {});
    assert.equal((await page().put('/event', { name: 'a', eventId: 'e1' }).first).reason, 'unavailable');
    await receiver.requests(5);
    await pause(200);
    assert.deepEqual(
      receiver.received.map(({ body }) => body.eventId),
      ['e1', 'e1', 'e1', 'e1', 'e1'],
    );
    assert.equal(stored().length, 1);
  });

  it('is taken over by the next page, which delivers the parcels of a page that ended', async () => {
    await leave('/event', { name: 'left', eventId: 'e1' });
    page().resume();
    await receiver.requests(1);
    assert.deepEqual(names(), ['left']);
  });

  it('stays with its page while that lives: another tab does not take it', async () => {
    receiver.answer = () => {};
    page().put('/event', { name: 'mine' });
    await receiver.requests(1);
    const other = page();
    other.resume();
    await pause(250);
    other.clear();
    assert.equal(receiver.received.length, 1);
  });

  it('is taken over by one of two tabs only', async () => {
    for (let round = 0; round < 5; round++) {
      receiver.received.length = 0;
      area = memoryArea();
      await leave('/event', { name: 'left', eventId: `e${round}` });
      page().resume();
      page().resume();
      await receiver.requests(1);
      while (stored().length > 0) await pause(5);
      await pause(300);
      assert.equal(receiver.received.length, 1);
    }
  });

  it('is taken over at once where the clock was set back by days, and left to its page where by minutes', async () => {
    for (const [ahead, taken] of [
      [3 * 24 * 3600_000, 1],
      [10 * 60_000, 0],
    ] as const) {
      receiver.received.length = 0;
      area = memoryArea();
      await leave('/event', { name: 'left' }, -ahead);
      const next = page();
      next.resume();
      if (taken) await receiver.requests(1);
      else await pause(250);
      next.clear();
      assert.equal(receiver.received.length, taken, `${ahead} ms`);
    }
  });

  it('is given up after 23 hours, and when it cannot be read', async () => {
    area.setItem(`${PREFIX}broken`, '{');
    area.setItem(`${PREFIX}strange`, '{"path":"/track","body":{"signals":7},"at":1,"due":1}');
    await leave('/event', { name: 'old' }, 24 * 3600_000);
    page().resume();
    while (stored().length > 0) await pause(5);
    assert.equal(receiver.received.length, 0);
  });

  it('says how long ago a late signal happened, and nothing of an immediate one', async () => {
    const began = now();
    await leave('/track', { signals: [{ type: 'search', value: 'desk' }], batchId: 'b' }, 3600_000);
    const next = page();
    next.resume();
    await receiver.requests(1);
    await next.put('/track', { signals: [{ type: 'sort', value: 'newest' }] }).first;
    const [late, prompt] = receiver.received.map(({ body }) => body.signals as { age?: number }[]);
    const { age, ...signal } = late![0]!;
    assert.deepEqual(signal, { type: 'search', value: 'desk' });
    assert.ok(age! >= 3600_000 && age! <= now() - began);
    assert.deepEqual(prompt, [{ type: 'sort', value: 'newest' }]);
  });

  it('sends all at once when the page may end, with keepalive what its limit lets through', async () => {
    receiver.answer = () => {};
    const store = createStore(() => area);
    const transport = createTransport(receiver.endpoint, 'pk_live_test', store, '', now, () => {});
    const sent: (readonly [number, boolean])[] = [];
    const post: typeof transport.post = (path, json, timeout, keepalive) => {
      sent.push([byteLength(json), keepalive]);
      return transport.post(path, json, timeout, keepalive);
    };
    const outbox = createOutbox(store, PREFIX, { ...transport, post }, now, assert.fail);
    outbox.put('/event', { name: 'large', data: { text: 'x'.repeat(KEEPALIVE_BYTES) } });
    for (let i = 0; i < 10; i++) outbox.put('/event', { name: `${i}`, data: { text: 'x'.repeat(9_000) } });
    outbox.hurry();
    await receiver.requests(11);
    const kept = sent.filter(([, keepalive]) => keepalive).map(([bytes]) => bytes);
    assert.equal(kept.length, 6);
    assert.ok(kept.reduce((sum, bytes) => sum + bytes) < KEEPALIVE_BYTES, String(kept));
    outbox.clear();
  });

  it('sends again what was sent as the page was hidden and failed, for as long as the page lives', async () => {
    let failing = 3;
    receiver.answer = (_, response) => reply(response, failing-- > 0 ? 503 : 200, {});
    const outbox = page();
    const parcels = ['a', 'b', 'c'].map((name) => outbox.put('/event', { name }, false));
    for (const parcel of parcels) parcel.ready = true;
    outbox.hurry();
    assert.deepEqual(await Promise.all(parcels.map(async ({ first }) => (await first).reason)), [
      'unavailable',
      'unavailable',
      'unavailable',
    ]);
    await receiver.requests(6);
    while (stored().length > 0) await pause(5);
  });

  it('sends the rest of a list of which an entry was refused as the page was hidden', async () => {
    receiver.answer = ({ body: { items } }, response) =>
      (items as string[]).includes('bad')
        ? reply(response, 400, { error: { message: 'items[1] is no id.' } })
        : reply(response, 200, {});
    const outbox = page();
    const parcel = outbox.put('/exposure', { items: ['a', 'bad', 'b'] }, false);
    parcel.ready = true;
    outbox.hurry();
    assert.equal((await parcel.first).reason, undefined);
    assert.deepEqual(leftOut.splice(0), ['/exposure items[1] is no id. "bad"']);
    assert.deepEqual(receiver.received.at(-1)?.body.items, ['a', 'b']);
  });

  it('stays small: the oldest give way', () => {
    const outbox = page('http://127.0.0.1:1');
    for (let i = 0; i < 100; i++) {
      clock.ahead++;
      outbox.put('/event', { name: `${i}`, data: { text: 'x'.repeat(i % 2 ? 10 : 5_000) } });
    }
    const kept = stored().map((key) => area.getItem(key)!);
    assert.ok(kept.length <= 40);
    assert.ok(kept.some((text) => text.includes('"name":"99"')));
    assert.equal(leftOut.splice(0).length, 100 - kept.length, 'what is dropped is told');
    outbox.clear();
  });

  it('stores a million characters at most', () => {
    const outbox = page('http://127.0.0.1:1');
    for (let i = 0; i < 30; i++) {
      clock.ahead++;
      outbox.put('/event', { name: `${i}`, data: { text: 'x'.repeat(49_000) } });
    }
    const kept = stored().map((key) => area.getItem(key)!);
    assert.ok(kept.join('').length <= 1_100_000 && kept.length > 18, String(kept.length));
    assert.equal(leftOut.splice(0).length, 30 - kept.length);
    outbox.clear();
  });

  for (const [events, size, most] of [
    [1_000, 20, 40],
    [60, 8_000, 40],
  ] as const)
    it(`keeps ${events} events of ${size} characters of a page that is left at once, and loses none`, async () => {
      const gone = page('http://127.0.0.1:1');
      for (let at = 0; at < events; at++)
        gone.put('/event', {
          sessionId: 's1',
          organizationId: 'org',
          events: [{ name: `${at}`, eventId: `e${at}`, data: { text: 'x'.repeat(size) } }],
        });
      gone.hurry();
      await pause(50);
      assert.ok(stored().length < most, String(stored().length));
      area = memoryArea(area);
      gone.clear();
      clock.ahead += 60_000;
      page().resume();
      while (stored().length > 0) await pause(5);
      const sent = receiver.received.flatMap(({ body }) => body.events as { eventId: string }[]);
      assert.deepEqual(
        sent.map(({ eventId }) => Number(eventId.slice(1))).sort((a, b) => a - b),
        Array.from({ length: events }, (_, at) => at),
      );
      for (const { body } of receiver.received) {
        assert.ok((body.events as unknown[]).length <= 100);
        assert.ok(byteLength(JSON.stringify(body)) < KEEPALIVE_BYTES);
      }
      assert.deepEqual(leftOut, []);
    });

  it('delivers evicted parcels for as long as their page lives', async () => {
    const outbox = page();
    const parcels = Array.from({ length: 60 }, (_, i) =>
      outbox.put('/event', { name: `${i}`, data: { text: 'x'.repeat(4_000) } }),
    );
    assert.ok(stored().length <= 40);
    const outcomes = await Promise.all(parcels.map(({ first }) => first));
    assert.ok(outcomes.every(({ reason }) => !reason));
    assert.deepEqual(
      names(),
      parcels.map((_, i) => `${i}`),
    );
    assert.deepEqual(stored(), []);
    leftOut.length = 0;
  });

  it('delivers from memory where storage is blocked', async () => {
    const blocked = Object.assign(memoryArea(), {
      setItem() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
    assert.equal(
      (await page(receiver.endpoint, blocked).put('/event', { name: 'a' }).first).reason,
      undefined,
    );
  });

  describe('of signals', () => {
    type Sent = { readonly value: string }[];
    const answerOf = (outcome: Outcome) => ('body' in outcome ? outcome.body : outcome);
    function closedGate() {
      let open!: () => void;
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      return { open, opened };
    }
    const session = { sessionId: 's1', organizationId: 'org' };
    const batch = (...values: string[]) => ({
      ...session,
      signals: values.map((value) => ({ type: 'search', value })),
      batchId: `b-${values}`,
    });
    const list = (more: object = {}, path = '/search') => ({
      path,
      body: { ...session, products: [], ...more },
      timeout: 2_000,
    });
    const tracked = { found: true, personas: [], signals: { accepted: 1, unrecognised: [] } };
    /** A service that knows signals in requests for lists. */
    const knowing: Receiver['answer'] = ({ path, body }, response) =>
      reply(
        response,
        200,
        path.endsWith('/track') ? tracked : { results: [], ...(body.signals ? { tracked } : {}) },
      );
    const sent = () =>
      receiver.received.map(({ path, body }) => {
        const values = (body.signals as Sent | undefined)?.map(({ value }) => value).join();
        return [path.split('/').at(-1)!, body.batchId ?? '', values ?? ''];
      });

    it('sends those of one moment in one call, and tells each of its answer', async () => {
      receiver.answer = knowing;
      const outbox = page();
      const parcels = [['a', 'b'], ['c'], ['d']].map((values) => outbox.put('/track', batch(...values)));
      for (const { first } of parcels) assert.deepEqual(answerOf(await first), tracked);
      assert.deepEqual(sent(), [['track', 'b-a,b', 'a,b,c,d']]);
      assert.deepEqual(stored(), []);
    });

    it('sends those that wait for a request in one call', async () => {
      const gate = closedGate();
      receiver.answer = (request, response) => void gate.opened.then(() => knowing(request, response));
      const outbox = page();
      outbox.put('/event', { name: 'e' });
      await receiver.requests(1);
      const parcels = ['a', 'b', 'c'].map((value) => outbox.put('/track', batch(value)));
      await pause(80);
      parcels.push(outbox.put('/track', batch('d')));
      gate.open();
      await Promise.all(parcels.map(({ first }) => first));
      assert.deepEqual(sent().slice(1), [['track', 'b-a', 'a,b,c,d']]);
    });

    it('sends a hundred a call, and those of another session apart', async () => {
      receiver.answer = knowing;
      const outbox = page();
      const many = (n: number, name: string) => batch(...Array.from({ length: n }, (_, i) => `${name}${i}`));
      const parcels = [
        outbox.put('/track', many(60, 'a')),
        outbox.put('/track', many(60, 'b')),
        outbox.put('/track', many(40, 'c')),
        outbox.put('/track', { ...batch('other'), sessionId: 's2' }),
      ];
      await Promise.all(parcels.map(({ first }) => first));
      assert.deepEqual(
        receiver.received.map(({ body }) => (body.signals as Sent).length),
        [60, 100, 1],
      );
    });

    it('lets a list bring what waits, and sends nothing else', async () => {
      receiver.answer = knowing;
      const outbox = page();
      const parcels = ['a', 'b'].map((value) => outbox.put('/track', batch(value)));
      assert.deepEqual(answerOf(await outbox.bring(list({ limit: 3 }))), { results: [], tracked });
      for (const { first } of parcels)
        assert.deepEqual(answerOf(await first), { sessionId: 's1', ...tracked });
      assert.deepEqual(receiver.received[0]!.body, {
        ...list({ limit: 3 }).body,
        ...batch('a', 'b'),
        batchId: 'b-a',
      });
      await pause(100);
      assert.equal(receiver.received.length, 1);
      assert.deepEqual(stored(), []);
    });

    it('lets every list bring what no answer has confirmed yet, also what is under way by itself', async () => {
      const gate = closedGate();
      receiver.answer = (request, response) => void gate.opened.then(() => knowing(request, response));
      const outbox = page();
      outbox.put('/track', batch('a'));
      await receiver.requests(1);
      const lists = [outbox.bring(list()), outbox.bring(list({}, '/rerank'))];
      await receiver.requests(3);
      outbox.put('/track', batch('b'));
      gate.open();
      await Promise.all(lists);
      await outbox.settled();
      await outbox.bring(list());
      assert.deepEqual(sent().sort(), [
        ['rerank', 'b-a', 'a'],
        ['search', '', ''],
        ['search', 'b-a', 'a'],
        ['track', 'b-a', 'a'],
        ['track', 'b-b', 'b'],
      ]);
    });

    it('sends what a list has brought by itself where that fails, under the same name', async () => {
      receiver.answer = (request, response) =>
        request.path.endsWith('/track') ? knowing(request, response) : reply(response, 503, {});
      const outbox = page();
      const { first } = outbox.put('/track', batch('a'));
      assert.equal((await outbox.bring(list())).reason, 'unavailable');
      assert.equal((await first).reason, 'unavailable');
      assert.equal(stored().length, 1);
      outbox.put('/track', batch('b'));
      await receiver.requests(3);
      while (stored().length > 0) await pause(5);
      assert.deepEqual(sent(), [
        ['search', 'b-a', 'a'],
        ['track', 'b-a', 'a'],
        ['track', 'b-b', 'b'],
      ]);
    });

    it('sends it by itself to a service that knows no signals there, and where the list is refused for itself', async () => {
      for (const [status, body] of [
        [200, { results: [], warnings: [] }],
        [400, { error: { message: 'limit should be at least 1.' } }],
      ] as const) {
        receiver.received.length = 0;
        receiver.answer = (request, response) =>
          request.path.endsWith('/track') ? knowing(request, response) : reply(response, status, body);
        const outbox = page();
        const { first } = outbox.put('/track', batch('a'));
        assert.equal((await outbox.bring(list())).reason, status === 200 ? undefined : 'refused');
        assert.deepEqual(answerOf(await first), tracked);
        assert.deepEqual(sent(), [
          ['search', 'b-a', 'a'],
          ['track', 'b-a', 'a'],
        ]);
        assert.deepEqual(stored(), []);
      }
    });

    it('asks for lists again without a signal that is refused, once for all of them', async () => {
      receiver.answer = (request, response) => {
        const at = (request.body.signals as Sent).findIndex(({ value }) => value === 'bad');
        if (at < 0) knowing(request, response);
        else reply(response, 400, { error: { message: `signals[${at}].value should be good.` } });
      };
      const outbox = page();
      const { first } = outbox.put('/track', batch('a', 'bad', 'b', 'bad'));
      const answers = await Promise.all([outbox.bring(list()), outbox.bring(list())]);
      for (const answer of answers) assert.deepEqual(answerOf(answer), { results: [], tracked });
      assert.equal((await first).reason, undefined);
      assert.equal(sent().at(-1)!.at(-1), 'a,b');
      assert.deepEqual(leftOut.splice(0), [
        '/track signals[1].value should be good. {"type":"search","value":"bad"}',
        '/track signals[2].value should be good. {"type":"search","value":"bad"}',
      ]);
    });

    it('brings nothing of another session, and nothing to a list that has none', async () => {
      receiver.answer = knowing;
      const outbox = page();
      await outbox.bring(list());
      const { first } = outbox.put('/track', batch('a'));
      await outbox.bring(list({ sessionId: 's2' }));
      await first;
      assert.deepEqual(sent(), [
        ['search', '', ''],
        ['search', '', ''],
        ['track', 'b-a', 'a'],
      ]);
    });

    it('sends what a list brings by itself as well when the page is left', async () => {
      receiver.answer = () => {};
      const outbox = page();
      outbox.put('/track', batch('a'));
      void outbox.bring(list());
      await receiver.requests(1);
      outbox.hurry();
      await receiver.requests(2);
      assert.deepEqual(sent(), [
        ['search', 'b-a', 'a'],
        ['track', 'b-a', 'a'],
      ]);
      outbox.clear();
    });

    it('adds nothing to what another page may have sent', async () => {
      await leave('/track', batch('left'));
      receiver.answer = knowing;
      const next = page();
      next.resume();
      await pause(120);
      next.put('/track', batch('a'));
      await receiver.requests(2);
      assert.deepEqual(sent(), [
        ['track', 'b-left', 'left'],
        ['track', 'b-a', 'a'],
      ]);
    });

    type Step = 'track' | 'list' | 'wait' | 'leave';
    const steps = fc.array(fc.constantFrom<Step>('track', 'track', 'list', 'wait', 'leave'), {
      maxLength: 12,
    });
    const faults = fc.array(fc.constantFrom('', '', 'lost', '503', 'old'), { maxLength: 12 });

    it('arrive once each, whatever lists are asked for and whatever fails', async () => {
      await fc.assert(
        fc.asyncProperty(steps, faults, async (all, failing) => {
          area = memoryArea();
          receiver.received.length = 0;
          const applied = new Map<string, string>();
          const log: string[] = [];
          const others: string[] = [];
          const left = [...failing];
          receiver.answer = (request, response) => {
            const { signals, batchId } = request.body as { signals?: Sent; batchId?: string };
            const fault = left.shift() || '';
            if (fault === '503') return reply(response, 503, {});
            const isList = !request.path.endsWith('/track');
            if (isList && (fault === 'old' || !signals)) return reply(response, 200, { results: [] });
            const values = signals!.map(({ value }) => value);
            const before = applied.get(batchId!);
            if (before !== undefined && before !== `${values}`)
              others.push(`${batchId} was ${before}, is ${values}`);
            if (before === undefined) log.push(...values);
            applied.set(batchId!, `${values}`);
            if (fault === 'lost') response.destroy();
            else knowing(request, response);
          };
          const outbox = page();
          let count = 0;
          for (const step of all) {
            if (step === 'track') outbox.put('/track', batch(`${count++}`));
            else if (step === 'list') void outbox.bring(list());
            else if (step === 'wait') await pause(10);
            else outbox.hurry();
          }
          const until = Date.now() + 5_000;
          while (stored().length > 0 && Date.now() < until) {
            await pause(5);
            // What a page has tried five times is taken over later, as by the next one.
            clock.ahead += 20_000;
            outbox.resume();
          }
          assert.deepEqual(others, [], 'the service refuses other signals under a name that it knows');
          assert.deepEqual(
            log.map(Number).sort((a, b) => a - b),
            Array.from({ length: count }, (_, n) => n),
          );
        }),
        { numRuns: 40 },
      );
    });
  });
});
