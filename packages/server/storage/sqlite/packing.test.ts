import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { OrganizationId, SessionId, Write, WriteOutcome } from '../ports.ts';
import { packed, packedResult, unpacked, unpackedResult } from './packing.ts';
import type { QueuedWrite, WriteResult } from './writes.ts';

const text = fc.string();
const time = fc.integer({ min: 0, max: 2 ** 45 });
const sessionId = text as fc.Arbitrary<SessionId>;

const signals = fc
  .record(
    {
      sessionId,
      after: fc.nat(),
      openedAt: time,
      batchId: text,
      snapshot: fc.record({ sequence: fc.nat(), profile: text }),
      signals: fc.array(
        fc.record({ type: text, value: text, data: text, at: time }, { requiredKeys: ['type', 'at'] }),
      ),
      gap: fc.constantFrom(0, 0, 0, 3),
    },
    { requiredKeys: ['sessionId', 'after', 'openedAt', 'signals', 'gap'] },
  )
  .map(
    ({ gap, signals, ...rest }): Write => ({
      kind: 'signals',
      ...rest,
      signals: signals.map((signal, i) => ({ ...signal, sequence: rest.after + 1 + i + gap })),
    }),
  );
const event = fc
  .record(
    { eventId: text, sessionId, name: text, at: time, data: text, decisionId: text },
    { requiredKeys: ['eventId', 'sessionId', 'name', 'at'] },
  )
  .map((event): Write => ({ kind: 'event', event }));
const exposures = fc.constant<Write>({ kind: 'exposures', exposures: [] });

const commit = fc
  .record(
    {
      organizationId: text as fc.Arbitrary<OrganizationId>,
      at: time,
      metered: text,
      requestId: text,
      writes: fc.oneof(
        fc.tuple(fc.oneof(signals, event)),
        fc.array(fc.oneof(signals, event, exposures), { maxLength: 3 }),
      ),
    },
    { requiredKeys: ['organizationId', 'at', 'writes'] },
  )
  .map((input): QueuedWrite => ({ name: 'commit', input }));

describe('a write that crosses between threads', () => {
  it('arrives as it was sent', () => {
    fc.assert(
      fc.property(commit, (write) => {
        assert.deepEqual(unpacked(structuredClone(packed(write))), structuredClone(write));
      }),
    );
    const pulse: QueuedWrite = { name: 'pulse', input: 3 };
    assert.deepEqual(unpacked(structuredClone(packed(pulse))), pulse);
  });

  it('crosses without the names of its fields where it is an event or signals alone', () => {
    fc.assert(
      fc.property(fc.oneof(signals, event), (write) => {
        const { signals = [], after = 0 } = write as Partial<Extract<Write, { kind: 'signals' }>>;
        const input = { organizationId: 'org' as OrganizationId, at: 1, writes: [write] };
        const follows = signals.every(({ sequence }, i) => sequence === after + 1 + i);
        assert.equal(Array.isArray(packed({ name: 'commit', input })), follows);
      }),
    );
  });
});

describe('a result that crosses between threads', () => {
  const outcomes: readonly (readonly WriteOutcome[])[] = [
    [],
    [{ kind: 'event', duplicate: false }],
    [{ kind: 'event', duplicate: true }],
    [{ kind: 'signals', status: 'applied', sequence: 0 }],
    [{ kind: 'signals', status: 'applied', sequence: 7 }],
    [{ kind: 'signals', status: 'conflict', sequence: 7 }],
    [{ kind: 'signals', status: 'duplicate', sequence: 7 }],
    [{ kind: 'decision' }],
    [
      { kind: 'signals', status: 'applied', sequence: 7 },
      { kind: 'event', duplicate: false },
    ],
  ];
  const results: readonly WriteResult[] = [
    ...outcomes.map((output) => ({ ok: true as const, output })),
    { ok: true, output: null },
    { ok: true, output: true },
    { ok: false, unavailable: true, message: 'full' },
  ];

  it('arrives as it was sent', () => {
    for (const result of results) {
      assert.deepEqual(unpackedResult(structuredClone(packedResult(result))), result);
    }
  });
});
