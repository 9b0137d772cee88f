import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { joinSegments, readSegment, writeSegment } from './log-segment.ts';
import type { SentSignal } from './ports.ts';

const signal: fc.Arbitrary<SentSignal> = fc.record(
  { type: fc.string(), at: fc.nat(), value: fc.string(), data: fc.string() },
  { requiredKeys: ['type', 'at'] },
);
const signals = fc.array(signal, { maxLength: 5 });

describe('a log segment', () => {
  it('holds signals as they were sent, numbered on from its first', () => {
    fc.assert(
      fc.property(signals, fc.integer({ min: 1, max: 1_000 }), (sent, first) => {
        const read = readSegment(writeSegment(sent), first);
        assert.deepEqual(
          read,
          sent.map((each, index) => ({ sequence: first + index, ...each })),
        );
      }),
    );
  });

  it('joined from several is the segment of all their signals', () => {
    fc.assert(
      fc.property(fc.array(signals, { minLength: 1, maxLength: 4 }), (parts) => {
        assert.equal(joinSegments(parts.map(writeSegment)), writeSegment(parts.flat()));
      }),
    );
  });
});
