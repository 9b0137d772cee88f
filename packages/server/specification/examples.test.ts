import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type EndpointPath, endpoints } from '@decidable/contract';
import recorded from '@decidable/contract/examples.json' with { type: 'json' };
import { type Example, recordExamples } from '../testing/examples/calls.ts';
import { ServiceUnderTest } from '../testing/service-under-test.ts';

/** What an answer is made of: numbers, times and ids of each run differ. */
function outlineOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(outlineOf);
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, outlineOf(inner)]));
}

describe('the examples of the description', () => {
  let service: ServiceUnderTest;
  before(async () => {
    service = await ServiceUnderTest.start();
  });
  after(() => service.stop());

  it('are one of each operation', () => {
    assert.deepEqual(Object.keys(recorded).sort(), Object.keys(endpoints).sort());
  });

  it('are what the service takes and answers; `npm run examples -w packages/server` writes them', async () => {
    const now = await recordExamples(service);
    for (const path of Object.keys(endpoints) as EndpointPath[]) {
      const { request, response } = recorded[path] as Example;
      assert.deepEqual(request, JSON.parse(JSON.stringify(now[path].request)), path);
      assert.deepEqual(outlineOf(response), outlineOf(now[path].response), path);
    }
  });
});
