import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { RunningService } from '../../testing/running-service.ts';

describe('the log', () => {
  let running: RunningService;
  afterEach(() => running.close());

  const secret = 'a-very-personal-query';

  /** One line a request that was sent, the last ones; a line is written once its answer has left. */
  async function lines(count: number) {
    while (running.log.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
    return running.log;
  }

  it('has a line for every answer other than 2xx: correlation id, route, status, key prefix and duration', async () => {
    running = await RunningService.start({ LOG_SAMPLE: '0' });
    await running.post('/event', running.event());
    const answer = await running.post('/event', {});
    const [line, ...more] = await lines(1);
    assert.equal(more.length, 0);
    assert.equal(line!.correlationId, answer.headers.get('x-correlation-id'));
    assert.equal(line!.route, '/api/v1/event');
    assert.equal(line!.status, 400);
    assert.equal(line!.key, running.key.prefix);
    assert.equal(typeof line!.milliseconds, 'number');
  });

  it('a setting logs all', async () => {
    running = await RunningService.start({ LOG_SAMPLE: '1' });
    await running.post('/event', running.event());
    assert.equal((await lines(1))[0].status, 200);
  });

  it('never holds a key, a body or a query', async () => {
    running = await RunningService.start({ LOG_SAMPLE: '1' });
    await running.post('/event', running.event({ name: secret, data: { secret } }));
    await running.post('/event', { [secret]: secret });
    await running.post('/event', undefined, { raw: `{"${secret}` });
    await running.postTo(`/api/v1/event?q=${secret}`, running.event());
    await running.postTo(`/api/v1/${secret}?q=${secret}`, {});
    await running.post('/event', {}, { key: `pk_live_${secret}` });
    await running.post('/catalog/audit', { csv: `${secret},"` });
    const all = JSON.stringify(await lines(7));
    assert.equal(all.includes(secret), false, all);
    assert.equal(all.includes(running.key.value), false);
    assert.equal(all.includes(running.key.value.slice(running.key.prefix.length)), false);
  });

  it('tells of our own faults where they arose, but not what was sent; the caller learns nothing of it', async (t) => {
    running = await RunningService.start();
    t.mock.method(running.service.storage.keys, 'known', () => {
      throw new TypeError(`cannot read ${secret}`);
    });
    const answer = await running.post('/event', running.event());
    assert.equal(answer.status, 500);
    assert.equal(String(answer.body.error.code), 'INTERNAL');
    assert.doesNotMatch(answer.text, /TypeError|at |\.ts/);
    const [line] = await lines(1);
    assert.equal(line!.status, 500);
    const fault = line!.fault as { name: string; at: string[] };
    assert.equal(fault.name, 'TypeError');
    assert.match(fault.at.join('\n'), /log\.test\.ts/);
    assert.equal(JSON.stringify(line).includes(secret), false);
  });
});
