import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KeptGrading, OrganizationId, RankingDecision, SessionId, Write } from '../../ports.ts';
import { commitRecord } from './commit-record.ts';
import { sizeOf } from './write-size.ts';

const organizationId = 'org' as OrganizationId;
const sessionId = 's' as SessionId;
const record = (write: Write) => commitRecord({ organizationId, at: 1, writes: [write] });

const signals: Write = {
  kind: 'signals',
  sessionId,
  after: 3,
  openedAt: 1,
  signals: [{ type: 'search', at: 2, value: 'boots' }],
};

describe('the record of a commit', () => {
  it('holds signals as the text that is stored', () => {
    assert.deepEqual(commitRecord({ organizationId, at: 9, metered: '/track', writes: [signals] }), [
      organizationId,
      9,
      '/track',
      null,
      ['signals', sessionId, 3, 1, '[["search",2,"boots"]]', 1, null, null, null, null, false, null],
    ]);
    const snapshot = { sequence: 4, profile: '{}' };
    const [, , , , whole] = record({
      ...signals,
      batchId: 'b',
      batchDigest: 'd',
      snapshot,
      chain: 'c',
      continues: true,
    });
    assert.deepEqual(whole?.slice(6), ['b', 4, '{}', 'c', true, 'd']);
  });

  it('grows in size with every field whose length a request decides', () => {
    const decision = { id: 'd', sessionId, endpoint: '/search', at: 1, replay: '', ranked: '' };
    const grading = { organizationId, id: 'g', kind: 'audit', at: 1, result: '' } as const;
    const event = { eventId: 'e', sessionId, name: 'n', at: 1 };
    const exposure = { sessionId, decisionId: 'd', itemId: 'i', at: 1 };
    const long = 'x'.repeat(1_000);
    const pairs: readonly (readonly [Write, Write])[] = [
      [signals, { ...signals, signals: [{ type: 'search', at: 2, value: long }] }],
      [signals, { ...signals, snapshot: { sequence: 4, profile: long } }],
      [
        { kind: 'event', event },
        { kind: 'event', event: { ...event, data: long } },
      ],
      [
        { kind: 'exposures', exposures: [] },
        { kind: 'exposures', exposures: [exposure, exposure] },
      ],
      [
        { kind: 'decision', decision },
        { kind: 'decision', decision: { ...decision, replay: long } satisfies RankingDecision },
      ],
      [
        { kind: 'decision', decision },
        { kind: 'decision', decision: { ...decision, ranked: long } },
      ],
      [
        { kind: 'grading', grading },
        { kind: 'grading', grading: { ...grading, result: long } satisfies KeptGrading },
      ],
    ];
    for (const [small, large] of pairs) {
      const grown =
        sizeOf({ name: 'commit', input: record(large) }) - sizeOf({ name: 'commit', input: record(small) });
      assert.ok(grown >= 900, `${large.kind}: ${grown}`);
    }
  });
});
