import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PRICE_STEPS, priceEnds, priceRanks, priceScale, stepOf } from './price-scale.ts';

describe('a price scale', () => {
  test('is kept where all prices lie on it, and extended where they do not', () => {
    const known = priceScale(Float64Array.of(1, 3))!;
    assert.equal(priceScale(Float64Array.of(1, 2, 3, Number.NaN), known), known);
    const wider = priceScale(Float64Array.of(0, 5), known)!;
    assert.equal(wider.lowest, 0);
    assert.equal(stepOf(5, wider), PRICE_STEPS - 1);
  });

  test('clamps a price beyond its ends', () => {
    const scale = priceScale(Float64Array.of(1, 3))!;
    assert.deepEqual(
      [-9, 1, 3, 9].map((price) => stepOf(price, scale)),
      [0, 0, PRICE_STEPS - 1, PRICE_STEPS - 1],
    );
  });

  test('has the lowest and the highest price as its ends, and none without prices', () => {
    assert.equal(priceScale(Float64Array.of(Number.NaN)), undefined);
    assert.deepEqual(priceEnds(undefined), []);
    const [lowest, highest] = priceEnds(priceScale(Float64Array.of(Math.log(20), Math.log(5), Number.NaN)));
    assert.ok(Math.abs(lowest! - 5) < 1e-9 && Math.abs(highest! - 20) < 1e-9);
  });

  test('ranks prices without a category over all products; equal prices share the middle rank', () => {
    const ranks = priceRanks(Float64Array.of(3, 1, Number.NaN, 2), undefined);
    assert.ok(ranks[1]! < ranks[3]! && ranks[3]! < ranks[0]!);
    assert.equal(ranks[2], -1);
    assert.deepEqual([...priceRanks(Float64Array.of(4, 4), undefined)], [7, 7]);
  });
});
