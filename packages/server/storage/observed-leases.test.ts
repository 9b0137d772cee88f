import assert from 'node:assert/strict';
import { it } from 'node:test';
import { observedLeases } from './observed-leases.ts';
import type { Lease, Leases, OrganizationId } from './ports.ts';

const scope = 'org_a' as OrganizationId;
const lease: Lease = { scope, name: 'training', owner: 'a', token: 1, expiresAt: 0 };

it('a lease counts from its acquisition to its release or loss, and one that another process has does not count', async () => {
  const held: string[] = [];
  let answer: Lease | undefined = lease;
  const leases: Leases = {
    acquire: async () => answer,
    renew: async () => answer,
    release: async () => {
      throw new Error('It cannot be reached.');
    },
  };
  const observed = observedLeases(leases, ({ name, held: is }) => held.push(`${is ? '+' : '-'}${name}`));
  await observed.acquire(scope, 'training', 'a', 1);
  await observed.renew(lease, 1);
  assert.deepEqual(held, ['+training']);
  await assert.rejects(observed.release(lease));
  assert.deepEqual(held, ['+training', '-training']);
  answer = undefined;
  await observed.acquire(scope, 'learning', 'a', 1);
  await observed.renew({ ...lease, name: 'learning' }, 1);
  assert.deepEqual(held, ['+training', '-training', '-learning']);
  assert.equal(observedLeases(leases, undefined), leases);
});
