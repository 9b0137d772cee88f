import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { logGamma } from '../primitives/log-gamma.ts';
import { Random } from '../primitives/random.ts';
import type { EncodedAttribute } from './encoding.ts';
import { fitAnswerDistribution, imputeHotDeck } from './hot-deck.ts';
import { fitPitmanYor } from './pitman-yor.ts';
import { choosePredictorChain } from './predictor-chain.ts';

function encodingOf(cells: readonly number[]): EncodedAttribute {
  const count = Math.max(-1, ...cells) + 1;
  return {
    name: 'a',
    ranges: false,
    count,
    cell: Int32Array.from(cells),
    single: true,
    start: Int32Array.from({ length: count + 1 }, (_, index) => index),
    answers: Int32Array.from({ length: count }, (_, index) => index),
  };
}

test('what is recorded stays, and every gap is filled', () => {
  const column = fc.array(fc.integer({ min: -1, max: 5 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(column, fc.integer(), (cells, seed) => {
      const numbered = cells.map((cell) =>
        cell < 0 ? -1 : [...new Set(cells.filter((c) => c >= 0))].indexOf(cell),
      );
      const answers = encodingOf(numbered);
      const { cell, unseen } = imputeHotDeck(
        answers,
        { chain: [], strengths: [] },
        [],
        fitAnswerDistribution(answers),
        seed,
      );
      numbered.forEach((recorded, product) => {
        if (recorded >= 0) assert.equal(cell[product], recorded);
        assert.ok(cell[product] >= 0 && cell[product] < answers.count + unseen);
      });
    }),
  );
});

test('the same seed draws the same, another draws otherwise', () => {
  const answers = encodingOf(Array.from({ length: 400 }, (_, index) => (index % 2 === 0 ? -1 : index % 5)));
  const draw = (seed: number) =>
    imputeHotDeck(answers, { chain: [], strengths: [] }, [], fitAnswerDistribution(answers), seed).cell;
  assert.deepEqual(draw(1), draw(1));
  assert.notDeepEqual(draw(1), draw(2));
});

test('an attribute that another one determines is found, and filled without a mistake', () => {
  const random = new Random(7);
  const original = Int32Array.from({ length: 300 }, () => random.below(12));
  const noise = Int32Array.from({ length: 300 }, () => random.below(3));
  const copy = original.map((value) => (random.below(10) < 4 ? -1 : (value * 5) % 12));
  const codes = [copy, noise, original];
  const recorded = Int32Array.from(copy.keys()).filter((product) => copy[product] >= 0);
  const predictors = choosePredictorChain(0, codes, [12, 3, 12], [1, 2], recorded);
  assert.deepEqual(predictors.chain.slice(0, 1), [2]);
  assert.equal(predictors.strengths[0], 0);
  const answers = encodingOf([...copy]);
  const { cell } = imputeHotDeck(answers, predictors, codes, fitAnswerDistribution(answers), 3);
  original.forEach((value, product) => {
    assert.equal(cell[product], (value * 5) % 12);
  });
});

test('an attribute that nothing predicts has no predictors', () => {
  const random = new Random(11);
  const columns = Array.from({ length: 12 }, () => Int32Array.from({ length: 300 }, () => random.below(6)));
  const sample = Int32Array.from({ length: 300 }, (_, product) => product);
  const candidates = Array.from({ length: 11 }, (_, index) => index + 1);
  assert.deepEqual(choosePredictorChain(0, columns, Array(12).fill(6), candidates, sample).chain, []);
});

test('a law with many values seen once expects new ones, one with none does not', () => {
  const many = fitPitmanYor([40, 12, 6, 3, 2, 2, ...Array(30).fill(1)]);
  const none = fitPitmanYor([20, 22, 19, 21, 18]);
  const fresh = ({ discount, concentration }: typeof many, values: number, products: number) =>
    (concentration + discount * values) / (products + concentration);
  assert.ok(fresh(many, 36, 95) > 0.2);
  assert.ok(fresh(none, 5, 100) < 0.01);
});

test('the logarithm of the gamma function agrees with factorials', () => {
  let factorial = 0;
  for (let n = 1; n < 40; n++) {
    assert.ok(Math.abs(logGamma(n) - factorial) < 1e-9 * Math.max(1, factorial));
    factorial += Math.log(n);
  }
});
