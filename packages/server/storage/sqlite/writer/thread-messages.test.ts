import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OrganizationId, SessionId, WriteOutcome } from '../../ports.ts';
import { commitRecord } from './commit-record.ts';
import { isCommitRecord, receivedResult, sentResult, sentWrite } from './thread-messages.ts';
import type { WriteResult } from './writer.ts';

describe('a write that crosses between threads', () => {
  const sessionId = 's' as SessionId;
  const input = commitRecord({
    organizationId: 'org' as OrganizationId,
    at: 1,
    metered: '/track',
    writes: [
      { kind: 'signals', sessionId, after: 0, openedAt: 1, signals: [{ type: 'search', value: 'ö', at: 1 }] },
      { kind: 'event', event: { eventId: 'e', sessionId, name: 'n', at: 1 } },
    ],
  });

  it('arrives as it was sent, and a commit as its record alone', () => {
    const pulse = { name: 'pulse', input: 3 } as const;
    assert.deepEqual(structuredClone(sentWrite(pulse)), pulse);
    const commit = structuredClone(sentWrite({ name: 'commit', input }));
    assert.deepEqual(commit, input);
    assert.deepEqual([isCommitRecord(commit), isCommitRecord(pulse)], [true, false]);
  });

  it('crosses without the names of its fields where it is a commit', () => {
    assert.ok(!JSON.stringify(sentWrite({ name: 'commit', input })).includes('{'));
  });
});

describe('a result that crosses between threads', () => {
  const outcomes: readonly (readonly WriteOutcome[])[] = [
    [],
    [{ kind: 'event', duplicate: false }],
    [{ kind: 'event', duplicate: true }],
    [{ kind: 'event', duplicate: true, reused: true }],
    [{ kind: 'signals', status: 'applied', sequence: 0 }],
    [{ kind: 'signals', status: 'applied', sequence: 7 }],
    [{ kind: 'signals', status: 'conflict', sequence: 7 }],
    [{ kind: 'signals', status: 'duplicate', sequence: 7 }],
    [{ kind: 'signals', status: 'reused', sequence: 7 }],
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
    { ok: true, output: 7 },
    { ok: false, unavailable: true, message: 'full' },
  ];

  it('arrives as it was sent', () => {
    for (const result of results) {
      assert.deepEqual(receivedResult(structuredClone(sentResult(result))), result);
    }
  });
});
