import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CountedNumber, histogram, MOST_BINS, quantile } from './histogram.ts';

const of = (...numbers: number[]): CountedNumber[] =>
  [...Map.groupBy(numbers, (number) => number)]
    .map(([number, all]) => ({ number, products: all.length }))
    .sort((left, right) => left.number - right.number);

test('up to twelve numbers have a bin each, thirteen are grouped by round bounds', () => {
  const twelve = Array.from({ length: 12 }, (_, at) => 10 + at);
  assert.deepEqual(
    histogram(of(...twelve)).map(({ from, to }) => [from, to]),
    twelve.map((number) => [number, number]),
  );
  const grouped = histogram(of(...twelve, 22));
  assert.ok(grouped.every(({ from, to }) => from < to));
  assert.deepEqual(
    grouped.map(({ from }) => from),
    [10, 12, 14, 16, 18, 20],
  );
});

test('an outlier does not flatten the others', () => {
  const numbers = Array.from({ length: 300 }, (_, at) => 20 + (at % 40) / 4);
  const bins = histogram(of(...numbers, 100_000));
  assert.equal(bins.at(-1)?.to, 100_000);
  assert.equal(bins.at(-1)?.products, 1);
  assert.ok(bins.slice(0, -1).every(({ products }) => products < 100));
});

test('numbers over orders of magnitude are cut by 1, 2 and 5', () => {
  const numbers = Array.from({ length: 300 }, (_, at) => Math.round(10 ** (1 + at / 100)));
  const bounds = histogram(of(...numbers)).map(({ from }) => from);
  assert.deepEqual(bounds, [10, 20, 50, 100, 200, 500, 1000, 2000, 5000]);
});

test('bounds are decimal numbers', () => {
  const numbers = Array.from({ length: 30 }, (_, at) => (at * 37) / 1000);
  for (const { from, to } of histogram(of(...numbers))) {
    for (const bound of [from, to]) assert.ok(`${bound}`.length <= 6, `${bound}`);
  }
});

test('every product is in one bin between its bounds, and there are at most twelve bins', () => {
  const number = fc.oneof(
    fc.integer({ min: -50, max: 50 }),
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    fc.integer({ min: 0, max: 40 }).map((power) => 10 ** (power - 20)),
  );
  fc.assert(
    fc.property(fc.array(number, { minLength: 1, maxLength: 200 }), (numbers) => {
      const counted = of(...numbers.map((each) => each + 0));
      const bins = histogram(counted);
      assert.ok(bins.length <= MOST_BINS, `${bins.length} bins`);
      bins.forEach(({ from, to, products }, at) => {
        const inside = numbers.filter(
          (each) =>
            each >= from &&
            (each < to || (at === bins.length - 1 && each <= to) || from === to) &&
            (from !== to || each === from),
        );
        assert.equal(inside.length, products, `${from} to ${to}`);
      });
      assert.equal(
        bins.reduce((sum, { products }) => sum + products, 0),
        numbers.length,
      );
    }),
  );
});

test('the median is the number of the product in the middle', () => {
  assert.equal(quantile(of(1, 1, 1, 5, 9), 2.5), 1);
  assert.equal(quantile(of(1, 4, 5, 9), 2), 4);
});
