import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Counter, Histogram, Registry } from 'prom-client';
import { RequestCounts } from './request-counts.ts';

/** The same, counted by prom-client. */
class Expected {
  readonly registry = new Registry();
  readonly #requests = new Counter({
    name: 'decidable_requests_total',
    help: 'Requests answered, by endpoint and status.',
    labelNames: ['endpoint', 'status'],
    registers: [this.registry],
  });
  readonly #durations = new Histogram({
    name: 'decidable_request_duration_seconds',
    help: 'Time from the first byte of a request to its answer, by endpoint.',
    labelNames: ['endpoint'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  answered(endpoint: string, status: number, milliseconds: number): void {
    this.#requests.inc({ endpoint, status });
    this.#durations.observe({ endpoint }, milliseconds / 1_000);
  }
}

describe('counts of requests', () => {
  it('are told as prom-client tells its own, whenever they are looked at', async () => {
    const answer = fc.record({
      endpoint: fc.constantFrom('/track', '/event', 'other'),
      status: fc.constantFrom(200, 429, 503),
      milliseconds: fc.oneof(
        fc.double({ min: 0, max: 20_000, noNaN: true }),
        fc.constantFrom(1, 2.5, 10_000),
      ),
      look: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(answer), async (answers) => {
        const registry = new Registry();
        const counts = new RequestCounts(registry);
        const expected = new Expected();
        for (const { endpoint, status, milliseconds, look } of answers) {
          counts.answered(endpoint, status, milliseconds);
          expected.answered(endpoint, status, milliseconds);
          if (look) assert.equal(await registry.metrics(), await expected.registry.metrics());
        }
        assert.equal(await registry.metrics(), await expected.registry.metrics());
        assert.deepEqual(
          (await registry.getMetricsAsJSON()).map(({ name, type }) => [name, type]),
          (await expected.registry.getMetricsAsJSON()).map(({ name, type }) => [name, type]),
        );
      }),
    );
  });
});
