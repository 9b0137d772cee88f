import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import fc from 'fast-check';
import { memoryArea } from '../testing/receiver.ts';
import { createClient } from './client.ts';
import type { Client, FallbackReason } from './types.ts';

/** What becomes of the requests of a moment. */
type State = 'up' | 'hangs' | 'refuses' | '500' | '429';

const CONFIG = { organizationId: 'org_x', endpoint: 'https://api.example/api/v1' };
const PATIENCE = 800;
/** Time goes on in steps, ms. */
const STEP = 50;
const RETRY_AFTER = 7;

describe('the SDK while the service does not answer', () => {
  let area: Storage;
  let state: State;
  /** Names of the events that the service has. */
  let received: Set<unknown>;
  let requests: string[];
  /** What lists are answered with. */
  let results: object[];
  /** Told of each answer of a service that is up, with the key of the page. */
  let answered: (key: string) => void;
  const listeners = new Map<string, (() => void)[]>();

  function listen(type: string, listener: () => void): void {
    listeners.set(type, [...(listeners.get(type) ?? []), listener]);
  }

  async function answer(address: string, key: string, body: Record<string, unknown>): Promise<Response> {
    if (state === 'refuses') throw new TypeError('Failed to fetch');
    if (state === '500') return Response.json({}, { status: 500 });
    if (state === '429')
      return Response.json({}, { status: 429, headers: { 'retry-after': `${RETRY_AFTER}` } });
    answered(key);
    if (address.endsWith('/event')) {
      const events = body.events as { name: string; eventId: string }[];
      const bad = events.findIndex(({ name }) => name === 'bad');
      if (bad >= 0)
        return Response.json({ error: { message: `events[${bad}].name is bad.` } }, { status: 400 });
      for (const { name } of events) received.add(name);
      const told = events.map(({ eventId }, at) => ({ eventId, duplicate: at > 0 }));
      return Response.json({ recorded: true, ...told[0], events: told });
    }
    return Response.json({ personas: [], items: [], results, suggestions: [] });
  }

  const globals = {
    document: { hidden: false, addEventListener: listen },
    addEventListener: listen,
    get localStorage() {
      return area;
    },
    fetch: (
      address: string,
      { body, headers, signal }: RequestInit & { body: string; signal: AbortSignal },
    ) => {
      requests.push(address);
      const key = new Headers(headers).get('x-api-key')!;
      return new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
        if (state !== 'hangs') resolve(answer(address, key, JSON.parse(body)));
      });
    },
  };
  const before = Object.fromEntries(
    Object.keys(globals).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]),
  );

  beforeEach(() => {
    Object.defineProperties(
      globalThis,
      Object.fromEntries(
        Object.entries(Object.getOwnPropertyDescriptors(globals)).map(([name, own]) => [
          name,
          { ...own, configurable: true },
        ]),
      ),
    );
    begin();
  });
  afterEach(() => {
    mock.timers.reset();
    for (const [name, own] of Object.entries(before))
      if (own) Object.defineProperty(globalThis, name, own);
      else Reflect.deleteProperty(globalThis, name);
  });

  function begin(): void {
    mock.timers.reset();
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_800_000_000_000 });
    area = memoryArea();
    state = 'up';
    received = new Set();
    requests = [];
    results = [];
    answered = () => {};
    listeners.clear();
  }

  const settled = async () => {
    for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
  };

  /** Lets time pass; `each` after every step of it. */
  async function wait(ms: number, each = () => {}): Promise<void> {
    for (let passed = 0; passed < ms; passed += STEP) {
      mock.timers.tick(STEP);
      await settled();
      each();
    }
  }

  async function open(apiKey = 'pk_live_x', timeout = PATIENCE): Promise<Client> {
    const none = () => assert.fail('no file is loaded');
    const debug = async () => ({ print() {}, explain() {} });
    const client = createClient({ debug, markup: none, dataLayer: none, jsonLd: none });
    await client.init({ ...CONFIG, apiKey, timeout, autoTrack: false });
    return client;
  }

  type Answered = Promise<{ readonly fallback: boolean; readonly reason?: FallbackReason }>;
  const calls = {
    track: (client: Client): Answered => client.track([{ type: 'search', value: 'lamp' }]),
    event: (client: Client, name = 'checkout'): Answered => client.event(name),
    search: (client: Client): Answered => client.search([{ id: 'a' }]),
    ranked: (client: Client): Answered => client.rankedCatalog(),
    suggest: (client: Client): Answered => client.suggest('la'),
  };
  const NAMES = Object.keys(calls) as (keyof typeof calls)[];

  /** The reason that is answered without any time passing; undefined where the page waits. */
  async function atOnce(call: Answered): Promise<FallbackReason | undefined> {
    let reason: FallbackReason | undefined;
    void call.then((answer) => {
      reason = answer.reason;
    });
    await settled();
    return reason;
  }

  for (const [fault, reason] of [
    ['hangs', 'timeout'],
    ['refuses', 'network'],
    ['500', 'unavailable'],
    ['429', 'rate_limited'],
  ] as const)
    it(`that ${fault}: every call after the first is answered at once, in every tab and on the next page`, async () => {
      const [page, tab] = [await open(), await open()];
      state = fault;
      const first: Answered = page.search([{ id: 'a' }]);
      await (fault === 'hangs' ? wait(PATIENCE) : settled());
      assert.equal((await first).reason, reason);
      const asked = requests.length;
      const next = await open();
      // A page that is left fails as a network does that is away: others ask.
      for (const client of fault === 'refuses' ? [page] : [page, tab, next])
        for (const name of NAMES) assert.equal(await atOnce(calls[name](client)), reason, name);
      assert.equal(requests.length, asked);
      state = 'up';
      await wait(RETRY_AFTER * 1_000 + 1_000);
      assert.equal((await page.search([{ id: 'a' }])).fallback, false);
      assert.deepEqual([...received], ['checkout']);
    });

  it('that answers: a call that cannot be sent keeps none of the others from waiting, nor does what else is stored', async () => {
    const page = await open();
    area.setItem('undefined', '1 up');
    for (let time = 0; time < 3; time++)
      assert.equal(await atOnce(page.suggest('x', { limit: 1n as never })), 'refused');
    await wait(2 * PATIENCE);
    const late: Answered = page.search([{ id: 'a' }]);
    assert.equal((await late).fallback, false);
  });

  it('waits for a time that is given as text', async () => {
    const page = await open('pk_live_x', `${PATIENCE}` as never);
    state = 'hangs';
    const answer: Answered = page.search([]);
    assert.equal(await atOnce(answer), undefined);
    await wait(PATIENCE);
    assert.equal((await answer).reason, 'timeout');
  });

  it('asks again at once when the network is back, and not before the time that the service asked for', async () => {
    const page = await open();
    for (const [fault, isBack] of [
      ['refuses', true],
      ['429', false],
    ] as const) {
      state = fault;
      await atOnce(page.search([]));
      state = 'up';
      for (const listener of listeners.get('online')!) listener();
      assert.equal((await page.search([])).fallback, !isBack, fault);
    }
  });

  it('answers each event for itself, also where another one is refused', async () => {
    const page = await open();
    const answers = Promise.all([
      page.event('a', {}, { eventId: 'e-1' }),
      page.event('bad'),
      page.event('b', {}, { eventId: 'e-2' }),
    ]);
    await settled();
    const [a, bad, b] = await answers;
    assert.deepEqual([a!.fallback || a!.eventId, b!.fallback || b!.eventId], ['e-1', 'e-2']);
    assert.deepEqual(bad, { recorded: false, fallback: true, reason: 'refused' });
    assert.equal(requests.length, 3);
  });

  it('gives the page back what it knows of each product, whatever its id is written as', async () => {
    const page = await open();
    results = ['7', '8', 'x'].map((id, at) => ({ id, rank: at + 1 }));
    const { results: found } = await page.search([
      { id: 7, name: 'A' },
      { id: '8', name: 'B' },
    ]);
    assert.deepEqual(found as unknown, [
      { id: 7, name: 'A', rank: 1 },
      { id: '8', name: 'B', rank: 2 },
      { id: 'x', rank: 3 },
    ]);
  });

  it('stores nothing of a request that fails after consent was withdrawn', async () => {
    const page = await open();
    for (const fault of ['hangs', '429'] as const) {
      page.setConsent('granted');
      state = fault;
      void page.search([]);
      page.setConsent('denied');
      await wait(PATIENCE);
      assert.deepEqual(Object.keys(area), ['decidable:org_x:denied']);
    }
  });

  const states = fc.constantFrom<State>('up', 'hangs', 'refuses', '500', '429');
  const step = fc.oneof(
    fc.record({ state: states }),
    fc.record({ call: fc.constantFrom(...NAMES), tab: fc.nat(1) }),
    fc.record({ call: fc.constantFrom(...NAMES), tab: fc.nat(1) }),
    fc.record({ wait: fc.constantFrom(STEP, 200, 900, 2_500, 8_000) }),
  );

  it('whatever happens in whatever order, waits in vain for one timeout, and loses no event', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        begin();
        const keys = ['pk_live_0', 'pk_live_1'];
        const tabs = await Promise.all(keys.map(open));
        const waiting = [new Set<Answered>(), new Set<Answered>()];
        /** Of each tab: how long a call of it has waited since the service answered last. */
        const inVain = [0, 0];
        answered = (key) => {
          inVain[keys.indexOf(key)] = 0;
        };
        const sent: string[] = [];
        const pass = (ms: number) =>
          wait(ms, () => {
            waiting.forEach((open, tab) => {
              if (open.size > 0) inVain[tab]! += STEP;
              assert.ok(inVain[tab]! <= PATIENCE + STEP, `waited ${inVain[tab]} ms`);
            });
          });
        for (const each of steps) {
          if ('state' in each) state = each.state;
          else if ('wait' in each) await pass(each.wait);
          else {
            const name = `${sent.length}`;
            if (each.call === 'event') sent.push(name);
            const rest = `${area.getItem('decidable:org_x:pause')}`.split(' ');
            const known = Number(rest[0]) > Date.now() ? rest : undefined;
            const [open, asked] = [waiting[each.tab]!, requests.length];
            const call = calls[each.call](tabs[each.tab]!, name);
            open.add(call);
            void call.then(() => open.delete(call));
            if (known !== undefined) {
              assert.equal(await atOnce(call), known[1]);
              assert.equal(requests.length, asked);
            } else await settled();
          }
        }
        await pass(PATIENCE);
        assert.deepEqual(
          waiting.map((open) => open.size),
          [0, 0],
        );
        state = 'up';
        await wait(60_000);
        await open();
        await wait(20_000);
        assert.deepEqual(
          sent.filter((name) => !received.has(name)),
          [],
        );
      }),
      { numRuns: 25 },
    );
  });
});
