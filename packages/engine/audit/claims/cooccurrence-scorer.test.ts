import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { EncodedAttribute } from '../../information/encoding.ts';
import { CooccurrenceScorer } from './cooccurrence-scorer.ts';
import type { Features } from './product-features.ts';

const PRODUCTS = 12;

function targetOf(cells: readonly number[]): EncodedAttribute {
  const start = Int32Array.from({ length: 4 }, (_, index) => index);
  return {
    name: 'own',
    ranges: false,
    count: 3,
    cell: Int32Array.from(cells),
    single: true,
    start,
    answers: start.slice(0, 3),
  };
}
const featuresOf = (of: readonly (readonly number[])[]): Features => ({
  name: 'f',
  count: 4,
  width: 1,
  of: (product) => of[product],
});
const scores = (
  features: Features,
  target: EncodedAttribute,
  learned: readonly number[],
  product: number,
) => {
  const result = new Float64Array(3);
  new CooccurrenceScorer(features, target, learned).score(product, [0, 1, 2], result, 0, 1);
  return [...result];
};
const cells = fc.array(fc.nat(2), { minLength: PRODUCTS, maxLength: PRODUCTS });
const feature = fc.array(fc.nat(3), { minLength: PRODUCTS, maxLength: PRODUCTS });
const all = Array.from({ length: PRODUCTS }, (_, product) => product);

test('a cell is scored by the definition, counted without the product itself', () => {
  fc.assert(
    fc.property(cells, feature, fc.nat(PRODUCTS - 1), (own, of, product) => {
      const others = all.filter((other) => other !== product);
      const size = others.filter((other) => of[other] === of[product]).length;
      const found = scores(featuresOf(of.map((one) => [one])), targetOf(own), all, product);
      for (let cell = 0; cell < 3; cell++) {
        const share = Math.max(others.filter((other) => own[other] === cell).length, 0.5) / others.length;
        const both = others.filter((other) => of[other] === of[product] && own[other] === cell).length;
        const expected = Math.log((both + 2 * share) / ((size + 2) * share));
        const isSilent = size === 0 || size > 0.9 * others.length;
        assert.ok(Math.abs(found[cell] - (isSilent ? 0 : expected)) < 1e-12, `${found[cell]} ${expected}`);
      }
    }),
  );
});

test('the own cell of a learned product has no influence on its scores', () => {
  fc.assert(
    fc.property(cells, feature, fc.nat(PRODUCTS - 1), (own, of, product) => {
      const features = featuresOf(of.map((one) => [one]));
      const others = all.filter((other) => other !== product);
      const [withOwn, without] = [all, others].map((learned) =>
        scores(features, targetOf(own), learned, product),
      );
      withOwn.forEach((score, cell) => {
        assert.ok(Math.abs(score - without[cell]) < 1e-12);
      });
    }),
  );
});
