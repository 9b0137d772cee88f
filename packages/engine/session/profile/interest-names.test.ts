import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interestName } from '../text/names.ts';
import { filterSent, nameSent, remembering } from './interest-names.ts';

test('what is remembered says what it would say anew, also when there is more than is remembered', () => {
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 12_000; i++) {
      const value = ` Name  ${i} `;
      assert.equal(nameSent(value), interestName(value));
      assert.deepEqual(filterSent(`Colour=${value}`), {
        attribute: 'colour',
        name: `colour=name ${i}`,
        isNot: false,
      });
    }
  }
});

test('a value is read once, a long one each time', () => {
  const read: string[] = [];
  const length = remembering((value) => {
    read.push(value);
    return { length: value.length };
  });
  const long = 'x'.repeat(65);
  for (const value of ['boots', 'boots', '__proto__', '__proto__', long, long]) {
    assert.deepEqual(length(value), { length: value.length });
  }
  assert.deepEqual(read, ['boots', '__proto__', long, long]);
});

test('an attribute ends at the first equals sign, and a mark before that excludes', () => {
  assert.deepEqual(filterSent('Fit = a=B '), { attribute: 'fit', name: 'fit=a=b', isNot: false });
  assert.deepEqual(filterSent('Fit != a!=B'), { attribute: 'fit', name: 'fit=a!=b', isNot: true });
});
