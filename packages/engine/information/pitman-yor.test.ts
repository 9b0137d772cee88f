import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Random } from '../primitives/random.ts';
import { LAWS_OF_COLUMNS } from './constants.ts';
import { expectedValues, fitAnswerLaw, fitPitmanYor } from './pitman-yor.ts';

/** Draws products by the law, as its definition says: a new value, or one by its count less the discount. */
function drawn(discount: number, concentration: number, products: number, random: Random): number[] {
  const counts: number[] = [];
  for (let n = 0; n < products; n++) {
    let left = random.uniform() * (n + concentration) - (concentration + discount * counts.length);
    let value = 0;
    while (left >= 0 && value < counts.length) left -= counts[value++] - discount;
    if (left < 0 && value > 0) counts[value - 1]++;
    else counts.push(1);
  }
  return counts;
}

test('the discount of the law that products were drawn from is recovered', () => {
  for (const [discount, concentration] of [
    [0.75, 1],
    [0.5, 5],
    [0.25, 20],
  ] as const) {
    let mean = 0;
    for (let seed = 1; seed <= 10; seed++)
      mean += fitPitmanYor(drawn(discount, concentration, 3000, new Random(seed))).discount / 10;
    assert.ok(Math.abs(mean - discount) < 0.06, `${discount}: ${mean}`);
  }
});

test('values that are finite in number and equally frequent get a negative discount and no further values', () => {
  const law = fitPitmanYor(Array<number>(12).fill(40));
  assert.ok(law.discount < 0);
  assert.ok(expectedValues(law, 12, 480, 4800) < 12.5);
});

test('the expected number of values is what products drawn by the law show', () => {
  for (const [discount, concentration] of [
    [0.6, 2],
    [0, 8],
    [-2, 40],
  ] as const) {
    let seen = 0;
    for (let seed = 1; seed <= 100; seed++)
      seen += drawn(discount, concentration, 400, new Random(seed)).length / 100;
    const expected = expectedValues({ discount, concentration }, 1, 1, 400);
    assert.ok(Math.abs(seen - expected) < 0.05 * expected, `${discount}: ${seen} of ${expected}`);
  }
});

test('the more products there are, the more values are expected, never fewer than were seen nor more than products', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(counts, fc.integer({ min: 1, max: 5000 }), (given, further) => {
      const products = given.reduce((sum, count) => sum + count, 0);
      const law = fitPitmanYor(given);
      const some = expectedValues(law, given.length, products, products + further);
      const more = expectedValues(law, given.length, products, products + 2 * further);
      assert.ok(some >= given.length - 1e-6 && more >= some - 1e-6, `${some} ${more}`);
      assert.ok(some <= given.length + further + 1e-6, `${some}`);
    }),
  );
});

test('the fit depends on the counts, not on their order', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 20 });
  fc.assert(
    fc.property(counts, (given) => {
      const sorted = [...given].sort((left, right) => left - right);
      const [one, other] = [fitPitmanYor(sorted), fitPitmanYor([...sorted])];
      assert.deepEqual(one, other);
      const turned = fitPitmanYor([...sorted].reverse());
      assert.ok(Math.abs(turned.discount - one.discount) <= 0.05 * (1 + Math.abs(one.discount)));
    }),
  );
});

test('the fewer values are recorded, all different, the fewer are expected of 100 products: down to those of any column', () => {
  const typical = Math.exp(LAWS_OF_COLUMNS.variety.mean + LAWS_OF_COLUMNS.variety.deviation);
  const expected = (recorded: number) => expectedValues(fitAnswerLaw(Array(recorded).fill(1)), 1, 1, 100);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }), (some, more) => {
      const [few, many] = [some, more].sort((left, right) => left - right).map(expected);
      assert.ok(few <= many * 1.05, `${few} of ${some}, ${many} of ${more}`);
    }),
  );
  for (const recorded of [1, 2, 3, 4, 5]) assert.ok(expected(recorded) <= typical, `${expected(recorded)}`);
});

test('what other columns say hardly matters where a hundred values are recorded', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 10, maxLength: 40 });
  fc.assert(
    fc.property(counts, (given) => {
      const products = given.reduce((sum, count) => sum + count, 0);
      fc.pre(products >= 100);
      const [own, drawn] = [fitPitmanYor(given), fitAnswerLaw(given)].map((law) =>
        expectedValues(law, given.length, products, 2 * products),
      );
      assert.ok(Math.abs(drawn - own) <= 0.1 * own, `${own} ${drawn}`);
    }),
  );
});
