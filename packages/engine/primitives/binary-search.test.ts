import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ascendingLookup, firstNotBelow } from './binary-search.ts';

const ascending = fc.uniqueArray(fc.nat(300)).map((numbers) => numbers.sort((a, b) => a - b));

test('the first number that is not below another is where that would be put in', () => {
  fc.assert(
    fc.property(ascending, fc.nat(310), (numbers, least) => {
      assert.equal(firstNotBelow(numbers, least), numbers.filter((number) => number < least).length);
    }),
  );
});

test('an ascending look-up tells what is there, in any order, fastest in an ascending one', () => {
  fc.assert(
    fc.property(ascending, fc.array(fc.nat(310)), fc.boolean(), (numbers, asked, sorted) => {
      const has = ascendingLookup(Int32Array.from(numbers));
      for (const number of sorted ? asked.toSorted((a, b) => a - b) : asked) {
        assert.equal(has(number), numbers.includes(number), String(number));
      }
    }),
  );
});

test('an ascending look-up reads few numbers of a long list', () => {
  const numbers = Array.from({ length: 100_000 }, (_, k) => 2 * k);
  let reads = 0;
  const counted = new Proxy(numbers, {
    get(target, name) {
      if (name !== 'length') reads++;
      return Reflect.get(target, name);
    },
  });
  const has = ascendingLookup(counted);
  for (let k = 0; k < 10_000; k++) assert.equal(has(k), k % 2 === 0);
  assert.ok(reads < 40_000, `${reads} reads`);
});
