import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Commit, type OrganizationId, StoreUnavailable } from '../storage/ports.ts';
import { OwedUsage } from './owed-usage.ts';

const answers = (count: number): Commit[] =>
  Array.from({ length: count }, (_, at) => ({
    organizationId: 'org_a' as OrganizationId,
    metered: '/catalog/audit',
    at,
    writes: [],
  }));

test('what the store cannot take now stays owed, in order, and is counted once', async () => {
  const counted: number[] = [];
  let up = false;
  const owed = new OwedUsage(
    {
      commit: async ({ at }) => {
        if (!up && at >= 2) throw new StoreUnavailable('down');
        counted.push(at);
        return [];
      },
    },
    (_, error) => assert.fail(String(error)),
  );
  for (const answer of answers(4)) owed.add(answer);
  await owed.pay();
  assert.equal(owed.size, 2);
  up = true;
  await owed.close();
  assert.equal(owed.size, 0);
  assert.deepEqual(counted, [0, 1, 2, 3]);
});

test('an answer that can never be counted is told, and holds up no other', async () => {
  const counted: number[] = [];
  const lost: number[] = [];
  const owed = new OwedUsage(
    {
      commit: async ({ at }) => {
        if (at === 1) throw new TypeError('not a commit');
        counted.push(at);
        return [];
      },
    },
    ({ at }) => lost.push(at),
  );
  for (const answer of answers(3)) owed.add(answer);
  await owed.close();
  assert.deepEqual({ counted, lost, left: owed.size }, { counted: [0, 2], lost: [1], left: 0 });
});
