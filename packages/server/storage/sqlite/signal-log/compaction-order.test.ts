import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { OrganizationId, SessionId } from '../../ports.ts';
import { CompactionOrder } from './compaction-order.ts';
import type { TailSession } from './journal.ts';

const session = fc.tuple(fc.constantFrom('org_a', 'org_b'), fc.string({ maxLength: 3 })).map(
  ([organizationId, sessionId]): TailSession => ({
    organizationId: organizationId as OrganizationId,
    sessionId: sessionId as SessionId,
    rows: [1],
    sequence: 1,
    chain: null,
    batches: undefined,
  }),
);

const keyOf = ({ organizationId, sessionId }: TailSession) => [organizationId, sessionId];

describe('the order of compaction', () => {
  it('is that of organization and session, each taken once', () => {
    fc.assert(
      fc.property(fc.array(session, { maxLength: 200 }), (sessions) => {
        const order = new CompactionOrder(sessions);
        const taken = sessions.map(() => keyOf(order.take()!));
        assert.equal(order.take(), undefined);
        const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
        const sorted = sessions.map(keyOf).sort((a, b) => compare(a[0], b[0]) || compare(a[1], b[1]));
        assert.deepEqual(taken, sorted);
      }),
    );
  });
});
