import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encode } from '../../information/encoding.ts';
import { catalogueOf, smallExport } from '../exports.fixture.ts';
import { type ImputedSegment, imputeSegment, segmentBits } from './imputed-segment.ts';
import { threeQuestionGains } from './three-question-gains.ts';

function segmentOf(small: Parameters<typeof catalogueOf>[0], trust: number): ImputedSegment {
  const { ids, attributes } = catalogueOf(small);
  const asked = attributes.filter(({ notQuestion }) => notQuestion === undefined);
  const questions = asked.map((attribute, seed) => ({ answers: encode([attribute])[0], seed }));
  return imputeSegment(questions, ids.length, trust);
}

function gainsOf(segment: ImputedSegment, trust: number, seed = 1) {
  const recoverable = segment.questions.map((_, index) => {
    const { now, complete } = segmentBits(segment, index, trust);
    return complete - now;
  });
  return { recoverable, gains: threeQuestionGains(segment, recoverable, trust, seed, 1) };
}

const trusts = fc.constantFrom(1, 0.9, 0.6);

test('only attributes with gaps and at least five recorded values have a gain, and it is never negative', () => {
  fc.assert(
    fc.property(smallExport, trusts, (small, trust) => {
      const segment = segmentOf(small, trust);
      if (segment.questions.length === 0) return;
      gainsOf(segment, trust).gains.forEach((own, index) => {
        const recorded = segment.recorded[index];
        assert.equal(own !== undefined, recorded >= 5 && recorded < segment.products);
        if (own === undefined) return;
        assert.ok(own.gain >= 0 && own.standardError >= 0);
      });
    }),
    { numRuns: 60 },
  );
});

const rows = (cells: (product: number) => readonly string[]) =>
  Array.from({ length: 80 }, (_, product) => [`p${product}`, ...cells(product)]);
const colours = ['red', 'blue', 'green', 'white'];

test('an attribute that is the only question is worth what it adds as the first', () => {
  const only = { names: ['id', 'colour'], rows: rows((p) => [p % 3 === 0 ? '' : colours[(p * 7) % 4]]) };
  const { recoverable, gains } = gainsOf(segmentOf(only, 1), 1);
  assert.equal(gains[0]?.gain, recoverable[0]);
  assert.equal(gains[0]?.standardError, 0, 'nothing is sampled');
});

test('a copy of a complete attribute adds nothing after it: it is worth half of what it adds as the first', () => {
  const copy = {
    names: ['id', 'colour', 'shade'],
    rows: rows((p) => [colours[(p * 7) % 4], p % 3 === 0 ? '' : `${colours[(p * 7) % 4]} shade`]),
  };
  const { recoverable, gains } = gainsOf(segmentOf(copy, 1), 1);
  assert.ok(recoverable[1] > 0.3);
  assert.ok(Math.abs(gains[1]!.gain - recoverable[1] / 2) < 1e-9, `${gains[1]?.gain}`);
  assert.deepEqual(gains[1]?.substitute, { index: 0, left: 0 });
});

test('pairs of questions are chosen by the seed, and the same seed gives the same gains', () => {
  fc.assert(
    fc.property(smallExport, fc.integer(), (small, seed) => {
      const segment = segmentOf(small, 1);
      if (segment.questions.length === 0) return;
      assert.deepEqual(gainsOf(segment, 1, seed), gainsOf(segment, 1, seed));
    }),
    { numRuns: 20 },
  );
});
