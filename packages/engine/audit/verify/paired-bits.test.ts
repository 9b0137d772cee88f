import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { indexOf, pairOf } from '../pairs.fixture.ts';
import { pairedBits } from './paired-bits.ts';

const texts = fc.array(fc.constantFrom('', 'red', 'blue', 'green', 'red|blue'), {
  minLength: 20,
  maxLength: 20,
});
const trusts = fc.constantFrom(1, 0.9, 0.6);

test('an attribute that is the same in both exports moves by exactly 0, whatever the trust and the other columns', () => {
  fc.assert(
    fc.property(texts, texts, texts, trusts, (colour, earlier, later, trust) => {
      const pair = pairOf(
        { colour: [...colour, 'red'], fit: [...earlier, 'a'] },
        { colour: [...colour, 'red'], fit: [...later, 'a'] },
      );
      const { before, after } = pairedBits(pair, indexOf(pair, 'colour'), trust);
      assert.equal(after, before);
    }),
  );
});

test('bits are never negative nor more than with full trust, and less trust never gives more', () => {
  fc.assert(
    fc.property(texts, texts, (earlier, later) => {
      const pair = pairOf({ colour: [...earlier, 'red'] }, { colour: [...later, 'red'] });
      let last = Number.POSITIVE_INFINITY;
      for (const trust of [1, 0.9, 0.6]) {
        const { before, after, afterCertain } = pairedBits(pair, 0, trust);
        assert.ok(before >= 0 && before <= Math.log2(21));
        assert.ok(after >= 0 && after <= Math.max(before, afterCertain) + 1e-9);
        assert.ok(after <= last + 1e-9, `${after} with trust ${trust}`);
        last = after;
      }
    }),
  );
});

test('the bits of a complete column are the entropy of its values', () => {
  const pair = pairOf({ colour: ['a', 'a', 'b', 'b', '', ''] }, { colour: ['a', 'a', 'b', 'b', 'c', 'd'] });
  const { after } = pairedBits(pair, 0, 1);
  assert.ok(Math.abs(after - (2 * (1 / 3) * Math.log2(3) + 2 * (1 / 6) * Math.log2(6))) < 1e-12, `${after}`);
});
