import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { envelopeFault, RunningService } from '../../testing/running-service.ts';
import { EventLoopLag } from './load-shedding.ts';

/** Keeps the event loop from turning. */
function block(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}
const turn = () => new Promise((resolve) => setTimeout(resolve));

describe('load shedding', () => {
  let running: RunningService;
  before(async () => {
    running = await RunningService.start({ MAX_LAG_MS: '50' });
  });
  after(() => running.close());

  it('one long pause is no overload; two in a row are', () => {
    const lag = new EventLoopLag();
    lag.stop();
    lag.record(900);
    assert.equal(lag.now, 0);
    lag.record(700);
    assert.equal(lag.now, 700);
    lag.record(0);
    assert.equal(lag.now, 0);
  });

  it('answers new requests with 503 and Retry-After while the event loop lags, and recovers', async () => {
    const statuses = new Set<number>();
    // The client shares the loop, so requests are taken in between the pauses.
    for (let i = 0; i < 10; i++) {
      const answer = running.post('/event', running.event());
      for (let pause = 0; pause < 4; pause++) {
        block(180);
        await turn();
      }
      const { status, headers } = await answer;
      statuses.add(status);
      if (status === 503) {
        assert.equal(envelopeFault(await answer, 503, 'SERVICE_UNAVAILABLE', '/api/v1/event'), undefined);
        assert.equal(headers.get('retry-after'), '1');
        break;
      }
    }
    assert.ok(statuses.has(503));
    let last = await running.post('/event', running.event());
    while (last.status === 503) last = await running.post('/event', running.event());
    assert.equal(last.status, 200);
  });
});
