import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InteractionKind } from '../../../session/types.ts';
import { defaultRevisits, measureRevisits, revisitCell } from './revisit-chances.ts';

const visit = (...touches: readonly (readonly [string, InteractionKind])[]) => ({
  steps: touches.map(([item, touch], k) => ({ item, touch, at: k })),
});

test('returns are counted by distance, and smoothed towards the default probabilities', () => {
  const cell = revisitCell(1, 1, false, false);
  const back = Array.from({ length: 50 }, () =>
    visit(['a', 'viewed'], ['b', 'viewed'], ['a', 'viewed'], ['c', 'viewed']),
  );
  const chance = measureRevisits(back)[cell];
  const shipped = defaultRevisits()[cell];
  // After a and b came a, each time; after b and a came not b, which a had preceded and followed.
  assert.equal(chance, (50 + 30 * shipped) / (50 + 30));
});

test('a rejection is not a return', () => {
  const chanceAfter = (touch: InteractionKind) =>
    measureRevisits(
      Array.from({ length: 50 }, () =>
        visit(['a', 'viewed'], ['b', 'viewed'], ['a', touch], ['c', 'viewed']),
      ),
    )[revisitCell(1, 1, false, false)];
  const shipped = defaultRevisits()[revisitCell(1, 1, false, false)];
  for (const touch of ['dismissed', 'removed'] as const) assert.ok(chanceAfter(touch) < shipped, touch);
});
