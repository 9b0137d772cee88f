import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { WriteOutcome } from '../ports.ts';
import {
  isRefused,
  notApplied,
  outcomeOfEvent,
  outcomeOfSignals,
  refusalOf,
  type SentSignals,
  type StoredSession,
} from './decide.ts';

const sent = (terms: Partial<SentSignals> = {}): SentSignals => ({
  after: 0,
  count: 1,
  chain: null,
  continues: false,
  batchDigest: null,
  ...terms,
});

/** A caller that keeps what it believes of a session, and may be wrong. */
const attempts = fc.array(
  fc.record({
    after: fc.nat(6),
    count: fc.nat(3),
    chain: fc.constantFrom(null, 'a', 'b'),
    continues: fc.boolean(),
    batchId: fc.constantFrom(null, 'x', 'y', 'z'),
    batchDigest: fc.constantFrom(null, 'one', 'two'),
  }),
  { maxLength: 40 },
);

describe('what becomes of signals', () => {
  it('numbers them without a gap, and applies each batch once, whatever is sent in whatever order', () => {
    fc.assert(
      fc.property(attempts, (all) => {
        let session: StoredSession | undefined;
        let logged = 0;
        const batches = new Map<string, string | null>();
        for (const { batchId, ...terms } of all) {
          const digest = batchId === null ? undefined : batches.get(batchId);
          const batch = digest === undefined ? undefined : { digest };
          const { status, sequence } = outcomeOfSignals(terms, session, batch);
          if (status === 'applied') {
            assert.equal(batch, undefined, 'a batch that was applied before');
            assert.equal(sequence, logged + terms.count);
            if (terms.count > 0) assert.equal(terms.after, logged);
            logged += terms.count;
            session = { sequence, chain: terms.chain };
            if (batchId !== null) batches.set(batchId, terms.batchDigest);
          } else {
            assert.equal(sequence, logged, 'the caller learns where the session stands');
          }
        }
      }),
    );
  });

  it('lets one of two callers win that build on the same signal', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.integer({ min: 1, max: 9 }), (after, count) => {
        const session = { sequence: after, chain: null };
        const first = outcomeOfSignals(sent({ after, count }), session, undefined);
        assert.deepEqual(first, { kind: 'signals', status: 'applied', sequence: after + count });
        const second = outcomeOfSignals(
          sent({ after, count }),
          { ...session, sequence: first.sequence },
          undefined,
        );
        assert.deepEqual(second, { kind: 'signals', status: 'conflict', sequence: after + count });
      }),
    );
  });

  it('goes on only behind a commit of the same chain, where one is named that is not acknowledged', () => {
    const status = (chain: string | null) =>
      outcomeOfSignals(sent({ after: 3, chain: 'mine', continues: true }), { sequence: 3, chain }, undefined)
        .status;
    assert.equal(status('mine'), 'applied');
    assert.equal(status('another'), 'conflict');
    assert.equal(status(null), 'conflict', 'a store that has forgotten the chain');
  });

  it('tells other signals under the id of a batch from the same ones sent again', () => {
    const status = (before: string | null, now: string | null) =>
      outcomeOfSignals(sent({ batchDigest: now }), { sequence: 1, chain: null }, { digest: before }).status;
    assert.equal(status('one', 'one'), 'duplicate');
    assert.equal(status('one', 'two'), 'reused');
    assert.equal(status(null, 'two'), 'duplicate', 'nobody knows what was sent first');
    assert.equal(status('one', null), 'duplicate');
  });

  it('opens a session without signals whatever number is stated', () => {
    const outcome = outcomeOfSignals(sent({ after: 7, count: 0 }), undefined, undefined);
    assert.deepEqual(outcome, { kind: 'signals', status: 'applied', sequence: 0 });
  });
});

describe('what becomes of an event', () => {
  const order = { data: '{"total":3,"currency":"EUR"}', decisionId: 'd' };

  it('is one event, however often and in whatever order of fields it is sent', () => {
    assert.deepEqual(outcomeOfEvent(order, undefined), { kind: 'event', duplicate: false });
    const again = { ...order, data: '{"currency":"EUR","total":3}' };
    assert.deepEqual(outcomeOfEvent(again, order), { kind: 'event', duplicate: true });
  });

  it('is refused where the id was used for another one', () => {
    for (const other of [
      { ...order, data: '{"total":4,"currency":"EUR"}' },
      { ...order, data: null },
      { ...order, decisionId: null },
    ]) {
      assert.equal(isRefused(outcomeOfEvent(other, order)), true, JSON.stringify(other));
    }
  });
});

describe('what becomes of a commit', () => {
  const outcome: fc.Arbitrary<WriteOutcome> = fc.oneof(
    fc.record({
      kind: fc.constant('signals' as const),
      status: fc.constantFrom('applied', 'conflict', 'duplicate', 'reused'),
      sequence: fc.nat(9),
    }),
    fc.constantFrom<WriteOutcome>(
      { kind: 'event', duplicate: false },
      { kind: 'event', duplicate: true },
      { kind: 'event', duplicate: true, reused: true },
    ),
    fc.record({ kind: fc.constant('exposures' as const), recorded: fc.nat(9), duplicates: fc.nat(9) }),
    fc.constantFrom<WriteOutcome>({ kind: 'decision' }, { kind: 'grading' }),
  );

  it('is all of it or nothing: where one write is refused, no other says that it was applied', () => {
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 5 }), (found) => {
        const refusal = refusalOf(
          found,
          (write) => write,
          ({ kind }) => notApplied(kind, 4),
        );
        assert.equal(refusal !== undefined, found.some(isRefused));
        for (const [n, answer] of (refusal ?? []).entries()) {
          if (isRefused(found[n])) assert.equal(answer, found[n], 'the reason stays');
          else assert.deepEqual(answer, notApplied(found[n].kind, 4));
          if (answer.kind === 'signals') assert.notEqual(answer.status, 'applied');
          if (answer.kind === 'exposures') assert.equal(answer.recorded, 0);
        }
      }),
    );
  });
});
