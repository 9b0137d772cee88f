import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {
  bitsComplete,
  bitsNow,
  entropy,
  type Missing,
  narrowingFactor,
  type Tally,
} from './decision-bits.ts';

const CLOSE = 1e-9;

/**
 * Random counts, numbers of missing products, distributions over them (of seen and unseen answers) and trust.
 */
const situation = fc
  .record({
    counts: fc.array(fc.nat(30), { minLength: 1, maxLength: 8 }),
    missing: fc.nat(40),
    shares: fc.array(fc.nat(20), { minLength: 1, maxLength: 10 }),
    trust: fc.constantFrom(1, 0.9, 0.75, 0.6),
  })
  .filter(({ counts, missing, shares }) => sum(counts) + missing > 0 && sum(shares) > 0);

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function single({
  counts,
  missing,
  shares,
}: {
  counts: number[];
  missing: number;
  shares: number[];
}): [Tally, Missing] {
  const s = shares.map((share) => share / sum(shares));
  return [
    { recorded: sum(counts), asked: counts, held: counts },
    { products: missing, asked: s, held: s },
  ];
}

test('bits now never exceed bits complete, and those never the bits of the shelf', () => {
  fc.assert(
    fc.property(situation, (given) => {
      const [tally, missing] = single(given);
      const now = bitsNow(tally, missing, given.trust);
      const complete = bitsComplete(tally, missing, given.trust);
      assert.ok(now >= 0);
      assert.ok(now <= complete + CLOSE, `${now} > ${complete}`);
      assert.ok(complete <= Math.log2(tally.recorded + missing.products) + CLOSE);
    }),
  );
});

test('products that hold several values keep the same bounds', () => {
  const products = fc.array(fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(
    fc.property(products, products, fc.constantFrom(1, 0.75), (recorded, gone, trust) => {
      const count = (sets: number[][], weigh: (set: number[]) => number, over: number) => {
        const values = new Float64Array(6);
        for (const set of sets) for (const value of set) values[value] += weigh(set) / over;
        return values;
      };
      const each = (set: number[]) => 1 / set.length;
      const one = () => 1;
      const tally = {
        recorded: recorded.length,
        asked: count(recorded, each, 1),
        held: count(recorded, one, 1),
      };
      const missing = {
        products: gone.length,
        asked: count(gone, each, gone.length),
        held: count(gone, one, gone.length),
      };
      const now = bitsNow(tally, missing, trust);
      const complete = bitsComplete(tally, missing, trust);
      assert.ok(now >= 0 && now <= complete + CLOSE);
      assert.ok(complete <= Math.log2(recorded.length + gone.length) + CLOSE);
    }),
  );
});

test('with nothing missing, recording gives nothing more', () => {
  fc.assert(
    fc.property(situation, (given) => {
      const [tally, missing] = single({ ...given, missing: 0 });
      if (tally.recorded === 0) return;
      const more = bitsComplete(tally, missing, given.trust) - bitsNow(tally, missing, given.trust);
      assert.ok(Math.abs(more) < CLOSE);
    }),
  );
});

test('with certain values and nothing missing, both are the entropy', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 9 }), (counts) => {
      const [tally, missing] = single({ counts, missing: 0, shares: [1] });
      assert.ok(Math.abs(bitsNow(tally, missing) - entropy(counts)) < CLOSE);
      assert.ok(Math.abs(bitsComplete(tally, missing) - entropy(counts)) < CLOSE);
    }),
  );
});

test('where all values are alike there is nothing to recover', () => {
  fc.assert(
    fc.property(
      fc.nat(30),
      fc.integer({ min: 1, max: 30 }),
      fc.constantFrom(1, 0.6),
      (recorded, gone, trust) => {
        const [tally, missing] = single({ counts: [recorded], missing: gone, shares: [1] });
        assert.equal(bitsComplete(tally, missing, trust), 0);
        assert.equal(bitsNow(tally, missing, trust), 0);
      },
    ),
  );
});

test('filling a cell as the missing values are distributed does not raise what is recoverable', () => {
  fc.assert(
    fc.property(situation, (given) => {
      if (given.missing === 0) return;
      const recoverable = (counts: number[], missing: number) => {
        const [tally, gone] = single({ ...given, counts, missing });
        return bitsComplete(tally, gone, given.trust) - bitsNow(tally, gone, given.trust);
      };
      const before = recoverable(given.counts, given.missing);
      const total = sum(given.shares);
      const after = given.shares.reduce((mean, share, value) => {
        if (share === 0) return mean;
        const counts = [...given.counts, ...given.shares.slice(given.counts.length).map(() => 0)];
        counts[value]++;
        return mean + (share / total) * recoverable(counts, given.missing - 1);
      }, 0);
      assert.ok(after <= before + CLOSE, `${after} > ${before}`);
    }),
  );
});

test('a shelf is narrowed by two to the power of the bits', () => {
  assert.equal(narrowingFactor(0), 1);
  assert.equal(narrowingFactor(3), 8);
});

test('trust below one lowers the bits of a fully recorded column', () => {
  const [tally, missing] = single({ counts: [5, 5], missing: 0, shares: [1] });
  assert.equal(bitsComplete(tally, missing), 1);
  assert.ok(Math.abs(bitsComplete(tally, missing, 0.6) + Math.log2(0.7)) < CLOSE);
});
