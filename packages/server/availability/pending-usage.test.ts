import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MeteredRequest, type OrganizationId, StoreUnavailable } from '../storage/ports.ts';
import { PendingUsage } from './pending-usage.ts';

const counts = (number: number): MeteredRequest[] =>
  Array.from({ length: number }, (_, at) => ({
    organizationId: 'org_a' as OrganizationId,
    metered: '/catalog/audit',
    at,
    requestId: `request-${at}`,
    writes: [],
  }));

/** A store that takes counts as `takes` says, and a place beside it in memory. */
function surroundings(takes: (count: MeteredRequest) => void, found: readonly MeteredRequest[] = []) {
  const counted: number[] = [];
  const kept = [...found];
  const lost: number[] = [];
  const storage = {
    commit: async (commit: { at: number }) => {
      takes(commit as MeteredRequest);
      counted.push(commit.at);
      return [];
    },
  };
  const beside = {
    found,
    append: async (count: MeteredRequest) => {
      kept.push(count);
    },
    clear: async () => {
      kept.length = 0;
    },
    close: async () => {},
  };
  const pending = new PendingUsage(storage, beside, ({ at }) => lost.push(at));
  return { pending, counted, kept, lost };
}

const down = () => {
  throw new StoreUnavailable('down');
};

test('what the store cannot take now is kept beside it, in order, and counted once when it can', async () => {
  let up = false;
  const { pending, counted, kept } = surroundings(({ at }) => {
    if (!up && at >= 2) down();
  });
  for (const count of counts(4)) await pending.count(count);
  assert.deepEqual(counted, [0, 1]);
  assert.deepEqual(kept, counts(4).slice(2));
  await pending.settle();
  assert.equal(pending.size, 2);
  up = true;
  await pending.close();
  assert.deepEqual({ counted, kept, left: pending.size }, { counted: [0, 1, 2, 3], kept: [], left: 0 });
});

test('what was kept before the service was killed is counted by the next one', async () => {
  const { pending, counted, kept } = surroundings(() => {}, counts(1_200));
  await pending.settle();
  assert.deepEqual(
    { counted: counted.length, kept, left: pending.size },
    { counted: 1_200, kept: [], left: 0 },
  );
  await pending.close();
});

test('what comes to be pending while the rest is counted is not forgotten with it', async () => {
  let paying = false;
  const { pending, counted, kept } = surroundings(({ at }) => {
    if (!paying) down();
    if (at === 1) down();
  });
  const [first, second] = counts(2);
  await pending.count(first!);
  paying = true;
  await Promise.all([pending.settle(), pending.count(second!)]);
  assert.deepEqual(counted, [0]);
  assert.ok(kept.some(({ at }) => at === 1));
  await pending.close();
  assert.equal(pending.size, 1);
});

test('a count that no store takes is told, and holds up no other', async () => {
  let up = false;
  const { pending, counted, lost } = surroundings(({ at }) => {
    if (!up) down();
    if (at === 1) throw new TypeError('not a commit');
  });
  for (const count of counts(3)) await pending.count(count);
  up = true;
  await pending.close();
  assert.deepEqual({ counted, lost, left: pending.size }, { counted: [0, 2], lost: [1], left: 0 });
});
