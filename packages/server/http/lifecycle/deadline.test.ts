import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as elapsed } from 'node:timers/promises';
import { basePath, type EndpointContract } from '@decidable/contract';
import Type from 'typebox';
import { envelopeFault, RunningService } from '../../testing/running-service.ts';
import { serve } from '../endpoint.ts';
import type { Refusal } from '../errors/refusal.ts';
import { Deadline } from './deadline.ts';

describe('a deadline', () => {
  const refusals: Refusal[] = [];
  const shed: string[] = [];
  const deadline = (milliseconds: number) =>
    new Deadline(
      milliseconds,
      (refusal) => refusals.push(refusal as Refusal),
      (reason) => shed.push(reason),
    );
  /** Timers of one duration fire in the order in which they were set. */
  const passed = (milliseconds: number) => elapsed(milliseconds);
  afterEach(() => {
    refusals.length = 0;
    shed.length = 0;
  });

  it('refuses a request that is worked on when it passes, and says when to come back', async () => {
    deadline(5);
    await passed(5);
    assert.deepEqual(shed, ['deadline']);
    const [{ status, headers }] = refusals;
    assert.deepEqual([status, headers['retry-after']], [503, '1']);
  });

  it('does not refuse one that is answered, whose body arrives, or that is being stored', async () => {
    deadline(5).stop();
    deadline(5).pause();
    const writing = deadline(5);
    writing.writes();
    await passed(5);
    writing.stop();
    assert.deepEqual(refusals, []);
  });

  it('waits for a write that comes first, and for no work after it', async () => {
    const early = deadline(5);
    early.writes();
    early.wrote();
    await passed(5);
    assert.deepEqual(shed, ['deadline']);
    const late = deadline(5);
    late.writes();
    await passed(5);
    assert.equal(shed.length, 1);
    late.wrote();
    assert.equal(shed.length, 2);
    assert.match(refusals[1].message, /in time. Try again/);
  });

  it('gives a request its whole time again once its body is there', async () => {
    const bounded = deadline(5);
    bounded.pause();
    await passed(5);
    bounded.resume();
    assert.deepEqual(refusals, []);
    await passed(5);
    assert.equal(refusals.length, 1);
  });
});

const slow = {
  path: '/made-up/slow',
  operationId: 'slow',
  tag: 'Outcomes',
  summary: 'Wait',
  description: 'Waits.',
  metered: true,
  repeated: 'twice',
  bodyLimit: 1_000,
  request: Type.Object({ organizationId: Type.String() }),
  response: Type.Object({ waited: Type.Boolean() }),
} as const satisfies EndpointContract;

describe('an endpoint that waits for something', () => {
  for (const [milliseconds, status] of [
    ['100', 503],
    ['60000', 200],
  ] as const) {
    describe(`with ${milliseconds} ms for it`, () => {
      let running: RunningService;
      const gate = Promise.withResolvers<void>();
      const ended = Promise.withResolvers<void>();
      before(async () => {
        const serveSlow = serve(slow, async (call) => {
          await gate.promise;
          await call.commit([]).finally(() => ended.resolve());
          return { waited: true };
        });
        running = await RunningService.start({ DEADLINE_MS: milliseconds }, { endpoints: () => [serveSlow] });
      });
      after(() => running.close());

      it(`answers ${status}`, async () => {
        const path = basePath + slow.path;
        const asked = running.postTo(path, { organizationId: running.key.organizationId });
        if (status === 200) {
          await elapsed(150);
          gate.resolve();
          assert.equal((await asked).status, 200);
          return;
        }
        const answer = await asked;
        assert.equal(envelopeFault(answer, 503, 'SERVICE_UNAVAILABLE', path), undefined);
        assert.equal(answer.headers.get('retry-after'), '1');
        const metrics = await (await fetch(`${running.service.operationsAddress}/metrics`)).text();
        assert.match(metrics, /^decidable_requests_shed_total\{reason="deadline"\} 1$/m);
        // What comes of it afterwards is neither stored nor counted.
        gate.resolve();
        await ended.promise;
        const { organizationId } = running.key;
        const usage = await running.service.storage.usage.report(organizationId, '2000-01-01', '9999-12-31');
        assert.deepEqual(usage, []);
      });
    });
  }
});
