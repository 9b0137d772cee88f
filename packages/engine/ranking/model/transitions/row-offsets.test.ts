import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AFTER_ANY, countRowOffsets, FROM_ITS_START, OFFSET_REACH, startAfter } from './row-offsets.ts';

/** Probability of an offset, after a transition of another offset or after any. */
const chanceIn = (chances: Float64Array, offset: number, before?: number): number =>
  chances[(before === undefined ? AFTER_ANY : startAfter(before)) + OFFSET_REACH + offset];

/** Repeated transitions to product `to`, from `from`, after `before`. */
const times = (count: number, from: number, to: number, before = -1): number[] =>
  Array.from({ length: count }, () => [from, to, before]).flat();

test('offsets are counted by the previous transition: shoppers keep their direction', () => {
  const chances = countRowOffsets(
    Int32Array.from([...times(100, 20, 21, 19), ...times(100, 20, 19, 21), ...times(50, 20, 21)]),
  );
  // 150 and 100 of 250 transitions, with 50 pseudo-transitions to no neighbour.
  assert.equal(chanceIn(chances, 1), 150 / 300);
  assert.equal(chanceIn(chances, -1), 100 / 300);
  // After an offset of 1, 100 of 100, with 50 pseudo-transitions as after any.
  assert.equal(chanceIn(chances, 1, 1), (100 + 50 * 0.5) / 150);
  assert.equal(chanceIn(chances, -1, 1), (50 * (100 / 300)) / 150);
  assert.equal(chanceIn(chances, -1, -1), (100 + 50 * (100 / 300)) / 150);
});

test('an unseen previous transition counts as any', () => {
  const chances = countRowOffsets(Int32Array.from(times(100, 20, 21, 19)));
  for (const before of [-12, -1, 2, 12, 13]) {
    assert.ok(Math.abs(chanceIn(chances, 1, before) - chanceIn(chances, 1)) < 1e-12);
  }
  assert.ok(chanceIn(chances, 1, 1) > chanceIn(chances, 1) + 0.1);
});

test('previous transitions beyond the reach count together', () => {
  const near = times(100, 20, 21, 20 - OFFSET_REACH);
  const far = times(100, 20, 19, 20 - OFFSET_REACH - 1);
  const chances = countRowOffsets(Int32Array.from([...near, ...far]));
  assert.ok(chanceIn(chances, 1, OFFSET_REACH) > chanceIn(chances, 1, OFFSET_REACH + 1));
  assert.equal(chanceIn(chances, -1, OFFSET_REACH + 1), chanceIn(chances, -1, 500));
  assert.equal(chanceIn(chances, -1, OFFSET_REACH + 1), chanceIn(chances, -1, -500));
});

test('offsets are also counted from the start of the previous transition: shoppers come back from elsewhere', () => {
  const away = [...times(80, 60, 21, 20), ...times(20, 60, 20, 20)];
  const chances = countRowOffsets(Int32Array.from([...away, ...times(50, 20, 60)]));
  const fromItsStart = (offset: number, start: number): number =>
    chances[start + FROM_ITS_START + OFFSET_REACH + offset];
  // 80 of the 100 transitions with a previous one, with 50 pseudo-transitions to no neighbour.
  assert.equal(fromItsStart(1, AFTER_ANY), 80 / 150);
  assert.equal(fromItsStart(1, startAfter(40)), (80 + 50 * (80 / 150)) / 150);
  assert.equal(fromItsStart(1, startAfter(1)), 80 / 150);
  assert.equal(fromItsStart(0, startAfter(40)), 0, 'going back is told by others');
  assert.equal(chanceIn(chances, 1, 40), 0);
});

test('the probabilities are of all transitions, also those beyond the reach', () => {
  const chances = countRowOffsets(
    Int32Array.from([
      ...times(30, 20, 21, 19),
      ...times(10, 20, 20 + OFFSET_REACH, 19),
      ...times(60, 20, 99, 19),
    ]),
  );
  const width = 2 * OFFSET_REACH + 1;
  for (let start = 0; start < chances.length; start += width) {
    const sum = chances.subarray(start, start + width).reduce((total, chance) => total + chance, 0);
    assert.ok(sum > 0 && sum < 0.5, `${sum}`);
  }
  assert.ok(chanceIn(chances, OFFSET_REACH, 1) > 0);
});
