import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toCanonical } from '../canonical-order.ts';
import { catalogueOf, smallExport } from '../exports.fixture.ts';
import { findSegmentation } from './applicability.ts';
import { gradeSegment, segmentsOf } from './segments.ts';

test('every product is in exactly one segment of its own, and weights of the segments add up to 1', () => {
  const rows = Array.from({ length: 240 }, (_, p) => [
    `p${p}`,
    ['lamp', 'sofa', 'rug'][p % 3],
    p % 3 === 0 && p % 5 > 0 ? `${5 + (p % 7)} watts` : '',
    p % 3 === 1 && p % 4 > 0 ? `${1 + (p % 4)} seats` : '',
  ]);
  const shop = toCanonical(catalogueOf({ names: ['id', 'category', 'power', 'seating'], rows }));
  const segmentation = findSegmentation(shop.attributes, 240, []);
  assert.equal(shop.attributes[segmentation.by].name, 'category');
  const segments = segmentsOf(shop, segmentation);
  const own = segments.filter((segment) => segment.own).flatMap(({ products }) => [...products]);
  assert.deepEqual(
    own.sort((left, right) => left - right),
    Array.from({ length: 240 }, (_, product) => product),
  );
  const power = shop.attributes.findIndex(({ name }) => name === 'power');
  const asking = segments.filter(({ attributes }) => attributes.includes(power));
  assert.equal(asking.length, 1, 'only lamps are asked for their power');
  const [graded] = asking.map((segment) =>
    gradeSegment(segment, 240, 1, true, new Set(), [...shop.attributes.keys()]),
  );
  assert.ok(Math.abs(graded.questions[0].weight - 1 / 3) < 1e-12);
});

test('what is missing and what is recorded of a question add up to the products of its segment', () => {
  fc.assert(
    fc.property(smallExport, (small) => {
      const shop = toCanonical(catalogueOf(small));
      const segmentation = findSegmentation(shop.attributes, shop.ids.length, []);
      for (const segment of segmentsOf(shop, segmentation)) {
        const { questions } = gradeSegment(segment, shop.ids.length, 1, false, new Set(), [
          ...shop.attributes.keys(),
        ]);
        assert.deepEqual(
          questions.map(({ attribute }) => attribute),
          segment.attributes,
        );
        for (const { attribute, missing, weight } of questions) {
          const { cell } = shop.attributes[attribute];
          assert.equal(missing, [...segment.products].filter((product) => cell[product] < 0).length);
          assert.equal(weight, segment.products.length / shop.ids.length);
        }
      }
    }),
    { numRuns: 30 },
  );
});
