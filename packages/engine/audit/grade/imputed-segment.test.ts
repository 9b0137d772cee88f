import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encode } from '../../information/encoding.ts';
import { catalogueOf, smallExport } from '../exports.fixture.ts';
import { imputeSegment, segmentBits, uncertaintyBits } from './imputed-segment.ts';

const segmentOf = (small: Parameters<typeof catalogueOf>[0], trust: number) => {
  const { ids, attributes } = catalogueOf(small);
  const asked = attributes.filter(({ notQuestion }) => notQuestion === undefined);
  return imputeSegment(
    asked.map((attribute, seed) => ({ answers: encode([attribute])[0], seed })),
    ids.length,
    trust,
  );
};

test('every draw keeps the recorded cells, fills every gap, and erases gaps at least', () => {
  fc.assert(
    fc.property(smallExport, fc.constantFrom(1, 0.6), (small, trust) => {
      const segment = segmentOf(small, trust);
      for (const draw of segment.draws)
        segment.questions.forEach(({ answers }, index) => {
          const { trueCell, missing, erased } = draw[index];
          for (let product = 0; product < segment.products; product++) {
            const recorded = answers.cell[product];
            assert.ok(trueCell[product] >= 0);
            if (recorded >= 0) assert.equal(trueCell[product], recorded);
            assert.equal(missing[product], recorded < 0 ? 1 : 0);
            assert.ok(erased[product] >= missing[product]);
            if (trust === 1) assert.equal(erased[product], missing[product]);
          }
        });
    }),
    { numRuns: 40 },
  );
});

test('bits grow from the recorded over the complete to the certain column, and never exceed the segment', () => {
  fc.assert(
    fc.property(smallExport, fc.constantFrom(1, 0.9, 0.6), (small, trust) => {
      const segment = segmentOf(small, trust);
      segment.questions.forEach((_, index) => {
        const { now, complete, certain } = segmentBits(segment, index, trust);
        assert.ok(0 <= now && now <= complete + 1e-9 && complete <= certain + 1e-9);
        assert.ok(certain <= Math.log2(segment.products) + 1e-9);
      });
    }),
    { numRuns: 40 },
  );
});

test('a missing value is less uncertain given another answer, and not at all given a copy', () => {
  const colour = (product: number) => ['red', 'blue', 'green'][(product * 5) % 3];
  const rows = Array.from({ length: 90 }, (_, p) => [
    `p${p}`,
    p % 4 === 0 ? '' : colour(p),
    `${colour(p)} tone`,
  ]);
  const segment = segmentOf({ names: ['id', 'colour', 'tone'], rows }, 1);
  assert.ok(uncertaintyBits(segment, 0, undefined) > 1);
  assert.equal(uncertaintyBits(segment, 0, 1), 0);
  assert.equal(uncertaintyBits(segment, 1, undefined), 0, 'nothing is missing');
});
