import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pairOf } from '../pairs.fixture.ts';
import { believedGain } from './believed-gain.ts';
import { pairedBits } from './paired-bits.ts';

const texts = fc.array(fc.constantFrom('red', 'blue', 'green'), { minLength: 30, maxLength: 30 });
const gaps = (truth: readonly string[]) => truth.map((text, p) => (p % 3 === 0 ? '' : text));

test('all believed gains what the comparison says, nothing believed gains nothing, and more never gains less', () => {
  fc.assert(
    fc.property(texts, (truth) => {
      const pair = pairOf({ colour: gaps(truth) }, { colour: truth });
      const { before, after } = pairedBits(pair, 0, 1);
      assert.ok(Math.abs(believedGain(pair, 0, 1, 1).asSaid - (after - before)) < 1e-9);
      const gains = [0, 0.25, 0.5, 0.75, 1].map((believed) => believedGain(pair, 0, 1, believed));
      assert.ok(Math.abs(gains[0].asSaid) < 1e-9 && Math.abs(gains[0].asRecorded) < 1e-9);
      for (const [at, { asRecorded }] of gains.entries())
        assert.ok(at === 0 || asRecorded >= gains[at - 1].asRecorded - 1e-9);
    }),
  );
});

test('as recorded the gain does not depend on the values that were filled in', () => {
  fc.assert(
    fc.property(texts, texts, (truth, other) => {
      const before = { colour: gaps(truth) };
      const filled = truth.map((text, p) => (p % 3 === 0 ? other[p] : text));
      const one = believedGain(pairOf(before, { colour: truth }), 0, 1, 1).asRecorded;
      assert.ok(Math.abs(believedGain(pairOf(before, { colour: filled }), 0, 1, 1).asRecorded - one) < 1e-9);
    }),
  );
});
