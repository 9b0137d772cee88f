import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pairOf } from '../pairs.fixture.ts';
import { mergedValueReasons } from './merged-values.ts';

const colours = Array.from({ length: 40 }, (_, p) => ['red', 'crimson', 'blue', 'navy'][p % 4]);

function reasons(later: readonly string[]) {
  const { before, after } = pairOf({ colour: colours }, { colour: later }).attributes[0];
  const changed = [...before.cell.keys()].filter((product) => before.cell[product] !== after.cell[product]);
  return mergedValueReasons(before, after, changed);
}

test('values whose products all say another value of before were merged', () => {
  const [reason] = reasons(colours.map((text) => (text === 'crimson' ? 'red' : text)));
  assert.equal(reason.code, 'values_merged');
  assert.match(reason.message, /"crimson" into "red"/);
});

test('values that were renamed, or are still there, were not merged', () => {
  assert.deepEqual(reasons(colours), []);
  assert.deepEqual(reasons(colours.map((text) => (text === 'crimson' ? 'scarlet' : text))), []);
  assert.deepEqual(reasons(colours.map((text, p) => (text === 'crimson' && p > 9 ? 'red' : text))), []);
});

test('values that were spread over several others were not merged into one', () => {
  const others = ['red', 'blue', 'navy'];
  assert.deepEqual(reasons(colours.map((text, p) => (text === 'crimson' ? others[p % 3] : text))), []);
});

test('of many merged values three are named and the others counted', () => {
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 8 }), (count) => {
      const before = Array.from({ length: 60 }, (_, p) => `v${p % (count + 1)}`);
      const pair = pairOf({ own: [...before, 'rest'] }, { own: [...before.map(() => 'v0'), 'rest'] })
        .attributes[0];
      const changed = [...pair.before.cell.keys()].filter((p) => pair.before.cell[p] !== pair.after.cell[p]);
      const [{ message }] = mergedValueReasons(pair.before, pair.after, changed);
      assert.ok(message.includes(count > 3 ? `and ${count - 3} more` : 'v3'), message);
    }),
  );
});
