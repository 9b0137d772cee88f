import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { OrganizationId, SessionId, WriteOutcome } from '../ports.ts';
import { packed, packedResult, unpacked, unpackedResult } from './packing.ts';
import type { QueuedWrite, WriteResult } from './writes.ts';
import type { WrittenWrite } from './written-commit.ts';

const text = fc.string();
const time = fc.integer({ min: 0, max: 2 ** 45 });
const sessionId = text as fc.Arbitrary<SessionId>;

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const signals = fc
  .record({
    sessionId,
    after: fc.nat(),
    chain: optional(text),
    continues: fc.boolean(),
    count: fc.nat(),
    run: text,
    openedAt: time,
    batchId: optional(text),
    snapshot: optional(fc.record({ sequence: fc.nat(), profile: text })),
  })
  .map((rest): WrittenWrite => ({ kind: 'signals', ...rest }));
const event = fc
  .record(
    { eventId: text, sessionId, name: text, at: time, data: text, decisionId: text },
    { requiredKeys: ['eventId', 'sessionId', 'name', 'at'] },
  )
  .map((event): WrittenWrite => ({ kind: 'event', event }));
const exposures = fc.constant<WrittenWrite>({ kind: 'exposures', exposures: [] });

const commit = fc
  .record({
    organizationId: text as fc.Arbitrary<OrganizationId>,
    at: time,
    metered: optional(text),
    requestId: optional(text),
    writes: fc.oneof(
      fc.tuple(fc.oneof(signals, event)),
      fc.array(fc.oneof(signals, event, exposures), { maxLength: 3 }),
    ),
  })
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
        const input = {
          organizationId: 'org' as OrganizationId,
          at: 1,
          metered: undefined,
          requestId: undefined,
          writes: [write],
        };
        assert.ok(Array.isArray(packed({ name: 'commit', input })));
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
