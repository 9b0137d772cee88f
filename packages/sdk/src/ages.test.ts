import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import fc from 'fast-check';
import { memoryArea } from '../testing/receiver.ts';
import { createOutbox } from './outbox.ts';
import { createStore } from './store.ts';
import { createTransport } from './transport.ts';

const DAY = 24 * 3600_000;
/** What is sent sooner says no age, ms; signals of one such moment have one time. */
const PROMPT = 1_000;
/** How long signals wait for others, in steps of the test, ms. */
const GATHERED = 250;

interface Arrived {
  readonly value: string;
  readonly age?: number;
  readonly at?: unknown;
}

describe('the age of a signal', () => {
  /** The true time, what the clock of the device is off by, and how long it has slept, ms. */
  let time: number;
  let off: number;
  let slept: number;
  let isUp: boolean;
  /** When each signal happened, and the time that is known of it by its arrival. */
  let happened: Map<string, number>;
  let known: Map<string, number>;
  const now = () => time + off;
  const before = globalThis.fetch;

  function begin(offset: number): void {
    mock.timers.reset();
    mock.timers.enable({ apis: ['setTimeout'] });
    [time, off, slept, isUp] = [1_800_000_000_000, offset, 0, true];
    [happened, known] = [new Map(), new Map()];
  }

  beforeEach(() => {
    mock.method(performance, 'now', () => time - 1_700_000_000_000 - slept + 0.4);
    globalThis.fetch = (async (_address: string, { body }: { body: string }) => {
      if (!isUp) return Response.json({}, { status: 503 });
      const { signals, events } = JSON.parse(body);
      for (const { value, age = 0, at } of (signals ?? events) as Arrived[]) {
        assert.equal(at, undefined, 'no time of the device is sent');
        known.set(value, time - age);
      }
      return Response.json({ personas: [] });
    }) as typeof fetch;
  });
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
    globalThis.fetch = before;
  });

  const settled = async () => {
    for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
  };

  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 250) {
      time += Math.min(left, 250);
      mock.timers.tick(Math.min(left, 250));
      await settled();
    }
  }

  function page(area: Storage) {
    const store = createStore(() => area);
    const transport = createTransport('https://api.example', 'pk_live_x', store, '', now, () => {});
    return createOutbox(store, 'outbox:', transport, now, (_, message) => assert.fail(message));
  }

  /** Puts what happened `ago`, of which the page itself says the time, if it is not now. */
  function put(outbox: ReturnType<typeof page>, path: string, ago: number): void {
    const value = `${happened.size}`;
    happened.set(value, time - ago);
    const at = ago ? { at: ago % 2 ? now() - ago : new Date(now() - ago).toISOString() } : {};
    const entry = { value, ...at };
    outbox.put(path, path === '/event' ? { events: [entry] } : { sessionId: 's', signals: [entry] });
  }

  function check(): void {
    for (const [value, at] of known) {
      const wrong = at - happened.get(value)!;
      assert.ok(Math.abs(wrong) <= PROMPT + GATHERED, `${value}: ${wrong} ms late`);
    }
  }

  const offset = fc.integer({ min: -40 * DAY, max: 40 * DAY });
  const happening = fc.record({
    put: fc.constantFrom('/track', '/track', '/event'),
    ago: fc.constantFrom(0, 0, 0, 501, 60_000, 3_600_001),
  });
  const others = [
    fc.record({ up: fc.boolean() }),
    fc.record({ pass: fc.constantFrom(10, 400, 900, 2_500) }),
  ] as const;

  it('tells when it happened by whatever clock, which is set by days meanwhile', async () => {
    const setting = fc.record({ set: fc.integer({ min: -30, max: 30 }) });
    await fc.assert(
      fc.asyncProperty(
        offset,
        fc.array(fc.oneof(happening, happening, setting, ...others), { maxLength: 15 }),
        async (offset, steps) => {
          begin(offset);
          const outbox = page(memoryArea());
          for (const step of steps) {
            if ('put' in step) put(outbox, step.put, step.ago);
            else if ('set' in step) off += step.set * DAY;
            else if ('up' in step) isUp = step.up;
            else await pass(step.pass);
          }
          isUp = true;
          await pass(40_000);
          check();
          // What was tried five times waits for the next page.
          assert.ok(happened.size - known.size === 0 || steps.some((step) => 'up' in step && !step.up));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('tells when it happened although the device slept, or another page sends it, and none is lost', async () => {
    const sleep = fc.record({ sleep: fc.integer({ min: 1, max: 2 * 3600_000 }) });
    await fc.assert(
      fc.asyncProperty(
        offset,
        fc.array(fc.oneof(happening, happening, sleep, fc.constant({ next: true }), ...others), {
          maxLength: 10,
        }),
        async (offset, steps) => {
          begin(offset);
          let area = memoryArea();
          let outbox = page(area);
          const next = () => {
            area = memoryArea(area);
            outbox.clear();
            outbox = page(area);
            outbox.resume();
          };
          for (const step of steps) {
            if ('put' in step) put(outbox, step.put, step.ago);
            else if ('sleep' in step) {
              time += step.sleep;
              slept += step.sleep;
            } else if ('up' in step) isUp = step.up;
            else if ('pass' in step) await pass(step.pass);
            else next();
          }
          isUp = true;
          await pass(40_000);
          next();
          await pass(40_000);
          check();
          assert.equal(known.size, happened.size);
        },
      ),
      { numRuns: 60 },
    );
  });
});
