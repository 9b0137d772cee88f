import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@decidable/contract';
import { audit } from '@decidable/engine/audit';
import { interpret, readTable } from '@decidable/engine/catalogue';
import { NobodyWaits } from '../errors.ts';
import type { OrganizationId } from '../storage/ports.ts';
import { observeWork } from '../timing/work.ts';
import type { GradingAnswer, GradingRequest } from './grading-messages.ts';
import { GradingBusy, GradingExhausted, GradingPool, LARGE } from './grading-pool.ts';

const organizationId = 'org_own' as OrganizationId;

/** A shelf of shoes: some cells are empty, so that there is something to grade. */
function shelf(products: number): string {
  const colours = ['red', 'green', 'blue', ''];
  const rows = Array.from(
    { length: products },
    (_, n) => `sku-${n},${colours[n % 4]},${['leather', 'suède', ''][n % 3]},${36 + (n % 9)}`,
  );
  return ['id,colour,material,size', ...rows].join('\n');
}

const request = (body: object, endpoint: GradingRequest['endpoint'] = '/catalog/audit'): GradingRequest => ({
  endpoint,
  body: new TextEncoder().encode(JSON.stringify(body)),
  organizationId,
  mayKeep: true,
  gradingId: 'grading-1',
});

function graded(answer: GradingAnswer) {
  assert.equal(answer.kind, 'graded', answer.kind === 'refused' ? answer.error.message : '');
  if (answer.kind !== 'graded') throw new Error('not graded');
  return { keep: answer.keep, body: JSON.parse(new TextDecoder().decode(answer.json)) };
}

function refused(answer: GradingAnswer) {
  if (answer.kind !== 'refused') throw new Error('not refused');
  return answer.error;
}

const waitsAtGate = new URL('../testing/waits-at-gate.worker.ts', import.meta.url);

describe('grading on worker threads', () => {
  let pool: GradingPool;
  before(() => {
    pool = new GradingPool({ threads: 1 });
  });
  after(() => pool.close());

  it('answers the JSON of the audit, ready to send, and says that nothing was stored', async () => {
    const csv = shelf(60);
    const { body, keep } = graded(await pool.grade(request({ csv, amortisationHorizon: 1_000 })));
    const { warnings: _, ...expected } = audit(interpret(readTable(csv)), { amortisationHorizon: 1_000 });
    const { storage, ...result } = body;
    assert.deepEqual(result, JSON.parse(JSON.stringify(expected)));
    assert.deepEqual(storage, { stored: false, message: 'Nothing was stored.' });
    assert.equal(keep, undefined);
  });

  it('says what is to be kept where the request names its organization', async () => {
    const { body, keep } = graded(
      await pool.grade(request({ csv: shelf(30), organizationId, category: 'Schuhe' })),
    );
    assert.deepEqual(keep, { kind: 'audit', category: 'Schuhe' });
    assert.deepEqual(body.storage, { stored: true, id: 'grading-1' });
  });

  it('compares two exports, as a monitor without repairs and as a verification with them', async () => {
    const verify = async (more: object) =>
      graded(
        await pool.grade(
          request({ before: shelf(40), after: shelf(40), organizationId, ...more }, '/catalog/verify'),
        ),
      );
    const monitor = await verify({});
    assert.equal(monitor.body.mode, 'monitor');
    assert.deepEqual(monitor.keep, { kind: 'monitor' });
    const verification = await verify({ repairs: [{ attribute: 'colour' }] });
    assert.equal(verification.body.mode, 'verification');
    assert.equal(verification.body.claims[0].verdict, 'unchanged');
  });

  it('takes the bytes of the request along instead of copying them', async () => {
    const sent = request({ csv: shelf(20) });
    await pool.grade(sent);
    assert.equal(sent.body.byteLength, 0);
  });

  it('takes bytes that lie in a larger buffer', async () => {
    const { body } = request({ csv: shelf(20) });
    const larger = new Uint8Array(body.length + 10);
    larger.set(body, 5);
    const answer = await pool.grade({ ...request({}), body: larger.subarray(5, body.length + 5) });
    assert.equal(graded(answer).body.products, 20);
    assert.equal(larger.byteLength, body.length + 10);
  });

  it('refuses a body that is not JSON, a missing field and another organization', async () => {
    const broken = { ...request({}), body: new TextEncoder().encode('{"csv": ') };
    assert.equal(refused(await pool.grade(broken)).name, 'InvalidInput');
    assert.match(refused(await pool.grade(request({ source: 'merchant' }))).message, /csv/);
    const foreign = request({ csv: shelf(20), organizationId: 'org_other' });
    assert.equal(refused(await pool.grade(foreign)).name, 'Forbidden');
  });

  it('refuses a CSV that cannot be read with the field, the line and the column of the first fault', async () => {
    const answer = refused(await pool.grade(request({ csv: 'id,colour\na,red\nb,green,surplus\n' })));
    assert.equal(answer.name, 'InvalidInput');
    assert.match(answer.message, /^csv, line 3, column 3: /);
    const verify = request({ before: shelf(5), after: 'id,colour\na,"red\n' }, '/catalog/verify');
    assert.match(refused(await pool.grade(verify)).message, /^after, line 2, column 2: /);
  });

  it('leaves the serving thread almost nothing to do: under a tenth of the CPU time of a large audit', async () => {
    let share = 1;
    // The least of some: what collections and a thread that starts take is not the grading's.
    for (let n = 0; n < 5; n++) {
      const sent = request({ csv: shelf(50_000) });
      const [own, all] = [process.threadCpuUsage(), process.cpuUsage()];
      graded(await pool.grade(sent));
      const [ownSpent, allSpent] = [process.threadCpuUsage(own), process.cpuUsage(all)];
      share = Math.min(share, (ownSpent.user + ownSpent.system) / (allSpent.user + allSpent.system));
    }
    assert.ok(share < 0.1, `${(share * 100).toFixed(1)} %`);
  });

  it('accepts a CSV of 2 MiB and refuses one with a byte more, counted in UTF-8', async () => {
    const header = 'id,note\n';
    const rows = shelfOfBytes(limits.csvBytes - header.length);
    assert.equal(Buffer.byteLength(header + rows), 2 * 1024 * 1024);
    const { body } = graded(await pool.grade(request({ csv: header + rows })));
    assert.equal(body.products, rows.split('\n').length);
    const answer = refused(await pool.grade(request({ csv: `${header}${rows}!` })));
    assert.equal(answer.name, 'TooLarge');
  });
});

/** Rows of exactly so many bytes, with characters of two and four bytes in them. */
function shelfOfBytes(bytes: number): string {
  const rows: string[] = [];
  let left = bytes;
  for (let n = 0; left > 0; n++) {
    const row = `sku-${n},größe 🥾 ${n % 50}`;
    const size = Buffer.byteLength(row) + 1;
    if (size > left - 40) {
      rows.push(`sku-${n},${'x'.repeat(left - `sku-${n},`.length)}`);
      break;
    }
    rows.push(row);
    left -= size;
  }
  return rows.join('\n');
}

/** Times of gradings, in the order in which those began, that are over when the test says so. */
function endedByHand() {
  const started: AbortController[] = [];
  const limit = () => {
    const time = new AbortController();
    started.push(time);
    return time.signal;
  };
  return { limit, started };
}

describe('a pool of workers', () => {
  it('refuses what does not fit its queue, and says when to come back', async () => {
    const pool = new GradingPool({ threads: 1, queue: 1 });
    try {
      const csv = shelf(2_000);
      const first = [pool.grade(request({ csv })), pool.grade(request({ csv }))];
      assert.equal(pool.depth, 2);
      await assert.rejects(
        pool.grade(request({ csv })),
        (error) =>
          error instanceof GradingBusy && Number.isInteger(error.retryAfter) && error.retryAfter >= 1,
      );
      for (const answer of await Promise.all(first)) graded(answer);
      assert.equal(pool.depth, 0);
      graded(await pool.grade(request({ csv: shelf(20) })));
    } finally {
      await pool.close();
    }
  });

  it('expects of the queue what gradings take on a thread, without their wait in the queue', async () => {
    // The first takes a second; the second waits for ten minutes, then takes a second.
    const times = [0, 1_000, 600_000, 601_000];
    const pool = new GradingPool({ threads: 1, queue: 1, now: () => times.shift() ?? 601_000 });
    try {
      const csv = shelf(20);
      for (const answer of await Promise.all([1, 2].map(() => pool.grade(request({ csv }))))) graded(answer);
      const accepted = [pool.grade(request({ csv })), pool.grade(request({ csv }))];
      // 3 gradings of 595 ms: 500 at first, then each time a tenth of the way to a second.
      await assert.rejects(pool.grade(request({ csv })), { name: 'GradingBusy', retryAfter: 2 });
      for (const answer of await Promise.all(accepted)) graded(answer);
    } finally {
      await pool.close();
    }
  });

  it('grades the small audit of a tenant before the backlog of another', async () => {
    const pool = new GradingPool({ threads: 1 });
    try {
      const order: string[] = [];
      const grade = (organization: string, csv: string) =>
        pool
          .grade({ ...request({ csv }), organizationId: organization as OrganizationId })
          .then(() => order.push(organization));
      const backlog = Array.from({ length: 5 }, () => grade('busy', shelf(400)));
      await Promise.all([...backlog, grade('modest', shelf(20))]);
      assert.deepEqual(order, ['busy', 'modest', 'busy', 'busy', 'busy', 'busy']);
    } finally {
      await pool.close();
    }
  });

  it('has room in its queue for a tenant when another has filled it', async () => {
    const pool = new GradingPool({ threads: 1, queue: 3 });
    try {
      const csv = shelf(400);
      const busy = Array.from({ length: 4 }, () => pool.grade(request({ csv })));
      const settled = Promise.allSettled(busy);
      graded(await pool.grade({ ...request({ csv }), organizationId: 'org_other' as OrganizationId }));
      const outcomes = await settled;
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'fulfilled', 'fulfilled', 'rejected'],
      );
      assert.ok((outcomes[3] as PromiseRejectedResult).reason instanceof GradingBusy);
    } finally {
      await pool.close();
    }
  });

  it('keeps one of two threads for bodies that are not large', async () => {
    // A large body takes its thread until the gate opens, so that the order is not one of speed.
    const pool = new GradingPool({ threads: 2, worker: waitsAtGate });
    try {
      const gate = new Int32Array(new SharedArrayBuffer(4));
      const csv = shelf(30_000);
      assert.ok(csv.length > LARGE);
      let ended = 0;
      const grade = () => pool.grade(Object.assign(request({ csv }), { gate })).then(() => ended++);
      const all = Promise.allSettled([grade(), grade()]);
      await pool.grade(request({ csv: shelf(20) }));
      assert.equal(ended, 0);
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
      await all;
      assert.equal(ended, 2);
    } finally {
      await pool.close();
    }
  });

  it('loses only the request whose grading runs out of memory', async () => {
    const pool = new GradingPool({ threads: 2, memory: 48 });
    try {
      // What 900 columns of distinct values come to does not fit into the heap of this pool's threads.
      const columns = Array.from({ length: 900 }, (_, n) => `c${n}`);
      const rows = Array.from({ length: 400 }, (_, n) => [`p${n}`, ...columns.map(() => `${n}`)].join(','));
      const hungry = pool.grade(request({ csv: [`id,${columns.join(',')}`, ...rows].join('\n') }));
      const modest = pool.grade(request({ csv: shelf(40) }));
      await assert.rejects(
        hungry,
        (error) => error instanceof GradingExhausted && error.resource === 'memory',
      );
      graded(await modest);
      for (let n = 0; n < 3; n++) graded(await pool.grade(request({ csv: shelf(40) })));
    } finally {
      await pool.close();
    }
  });

  it('takes a grading whose caller has gone out of the queue, and ends one that goes on for too long', async () => {
    for (const goesOn of [0, 60_000]) {
      const pool = new GradingPool({ threads: 1, goesOn, worker: waitsAtGate });
      try {
        const gate = new Int32Array(new SharedArrayBuffer(4));
        const gone = new AbortController();
        const sent = () => Object.assign(request({ csv: shelf(20) }), { gate });
        const running = pool.grade(sent(), gone.signal);
        const waiting = pool.grade(sent(), gone.signal);
        const next = pool.grade(request({ csv: shelf(20) }));
        const [left, kept] = [
          assert.rejects(waiting, { name: 'NobodyWaits' }),
          goesOn === 0 ? assert.rejects(running, { name: 'NobodyWaits' }) : running,
        ];
        gone.abort(new NobodyWaits());
        await left;
        if (goesOn === 0) await next;
        assert.equal(pool.depth, goesOn === 0 ? 0 : 2);
        Atomics.store(gate, 0, 1);
        Atomics.notify(gate, 0);
        await Promise.all([kept, next]);
        assert.equal(pool.depth, 0);
      } finally {
        await pool.close();
      }
    }
  });

  it('charges a grading that is ended no more than the processors did meanwhile', async () => {
    const pool = new GradingPool({ threads: 1, goesOn: 0, worker: waitsAtGate });
    let charged = 0;
    const leave = observeWork((_, milliseconds) => {
      charged += milliseconds;
    });
    try {
      const gate = new Int32Array(new SharedArrayBuffer(4));
      // The thread has started.
      await pool.grade(request({ csv: shelf(20) }));
      const gone = new AbortController();
      const before = process.cpuUsage();
      const running = pool.grade(Object.assign(request({ csv: shelf(20) }), { gate }), gone.signal);
      await pause(500);
      gone.abort(new NobodyWaits());
      await assert.rejects(running, { name: 'NobodyWaits' });
      const { user, system } = process.cpuUsage(before);
      assert.ok(charged > 0);
      assert.ok(charged <= (user + system) / 1_000, `${charged} ms of ${user + system} µs`);
    } finally {
      leave();
      await pool.close();
    }
  });

  it('gives up a grading that takes too long, and goes on with the next ones', async () => {
    const { limit, started } = endedByHand();
    const pool = new GradingPool({ threads: 1, limit });
    try {
      // Once the only thread has graded one it begins the next at once.
      graded(await pool.grade(request({ csv: shelf(20) })));
      const long = pool.grade(request({ csv: shelf(20_000) }));
      const waiting = [pool.grade(request({ csv: shelf(30) })), pool.grade(request({ csv: shelf(40) }))];
      started[1].abort();
      await assert.rejects(long, (error) => error instanceof GradingExhausted && error.resource === 'time');
      for (const answer of await Promise.all(waiting)) graded(answer);
      graded(await pool.grade(request({ csv: shelf(50) })));
      assert.equal(pool.depth, 0);
    } finally {
      await pool.close();
    }
  });

  it('counts the wait in the queue as time that a grading takes', async () => {
    const { limit, started } = endedByHand();
    const pool = new GradingPool({ threads: 1, limit });
    try {
      const first = pool.grade(request({ csv: shelf(2_000) }));
      const second = pool.grade(request({ csv: shelf(20) }));
      started[1].abort();
      await assert.rejects(second, (error) => error instanceof GradingExhausted && error.resource === 'time');
      graded(await first);
    } finally {
      await pool.close();
    }
  });
});
