import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MeteredRequest, type OrganizationId, StoreUnavailable } from '../storage/ports.ts';
import { CopiedUsageLog } from './copied-usage-log.ts';

const request = (requestId: string): MeteredRequest => ({
  organizationId: 'org_a' as OrganizationId,
  metered: '/catalog/audit',
  at: 1,
  requestId,
  writes: [],
});

function surroundings(found: readonly MeteredRequest[] = []) {
  const copies = new Set(found.map(({ requestId }) => requestId));
  const state = { isFull: false, kept: [...found] };
  const log = new CopiedUsageLog(
    {
      found,
      append: async (each) => {
        if (state.isFull) throw new StoreUnavailable('full');
        state.kept.push(each);
      },
      clear: async () => {
        state.kept = [];
      },
      close: async () => {},
    },
    {
      put: async ({ requestId }) => void copies.add(requestId),
      remove: async (ids) => {
        for (const id of ids) copies.delete(id);
      },
    },
  );
  return { log, copies, state };
}

test('what is kept has a copy until it is counted, also what was found', async () => {
  const { log, copies } = surroundings([request('a')]);
  await log.append(request('b'));
  assert.deepEqual([...copies], ['a', 'b']);
  await log.clear();
  assert.deepEqual([...copies], []);
});

test('a request that the log refuses has no copy: it is refused, and would be counted twice', async () => {
  const { log, copies, state } = surroundings();
  state.isFull = true;
  await assert.rejects(log.append(request('a')), StoreUnavailable);
  assert.deepEqual([...copies], []);
});
