import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pairOf } from '../pairs.fixture.ts';
import { cellChanges, isTouched } from './cell-changes.ts';

const texts = fc.array(fc.constantFrom('', 'red', 'blue', 'n/a'), { minLength: 12, maxLength: 12 });

test('each differing cell is filled, changed or cleared, and counts of both sides follow from that', () => {
  fc.assert(
    fc.property(texts, texts, (earlier, later) => {
      const pair = pairOf({ colour: [...earlier, 'red'] }, { colour: [...later, 'red'] });
      const changes = cellChanges(pair.attributes[0]);
      const isEmpty = (text: string) => text === '' || text === 'n/a';
      const count = (holds: (from: string, to: string) => boolean) =>
        earlier.filter((text, product) => holds(text, later[product])).length;
      assert.equal(
        changes.filled.length,
        count((from, to) => isEmpty(from) && !isEmpty(to)),
      );
      assert.equal(
        changes.cleared,
        count((from, to) => !isEmpty(from) && isEmpty(to)),
      );
      assert.equal(
        changes.changed.length,
        count((from, to) => !isEmpty(from) && !isEmpty(to) && from !== to),
      );
      assert.equal(
        changes.placeholders,
        count((from, to) => from !== 'n/a' && to === 'n/a'),
      );
      assert.equal(changes.recordedAfter, changes.recordedBefore + changes.filled.length - changes.cleared);
      const isSame = earlier.every((from, at) => from === later[at] || (isEmpty(from) && later[at] === ''));
      assert.equal(isTouched(changes), !isSame);
    }),
  );
});
