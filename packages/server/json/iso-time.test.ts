import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isoTime } from './iso-time.ts';

describe('the ISO form of a time', () => {
  it('is what Date makes of it, whatever was written before', () => {
    const ends = [0, -1, 86_399_999, 86_400_000, 8.64e15, -8.64e15, 1.5, -1.5];
    for (const at of [...ends, ...ends.toReversed()]) assert.equal(isoTime(at), new Date(at).toISOString());
    const time = fc.oneof(fc.double({ min: -8.64e15, max: 8.64e15, noNaN: true }), fc.nat());
    fc.assert(
      fc.property(fc.array(time), (times) => {
        for (const at of times) assert.equal(isoTime(at), new Date(at).toISOString());
      }),
    );
  });

  it('does not exist for what is no time', () => {
    for (const at of [Number.NaN, 8.64e15 + 1, Number.POSITIVE_INFINITY]) {
      assert.throws(() => isoTime(at), RangeError);
      assert.equal(isoTime(0), '1970-01-01T00:00:00.000Z');
    }
  });
});
