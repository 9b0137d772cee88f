import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { CandidatePartition, type CompletedColumn } from './candidate-partition.ts';
import { InformationGain } from './information-gain.ts';

const PRODUCTS = 14;
const KINDS = 4;

/** A column with true values and a flag whether each is recorded. */
const drawn = fc.array(
  fc.record({
    values: fc.uniqueArray(fc.nat(KINDS - 1), { minLength: 1, maxLength: 3 }),
    missing: fc.boolean(),
  }),
  { minLength: PRODUCTS, maxLength: PRODUCTS },
);

type Drawn = readonly { readonly values: readonly number[]; readonly missing: boolean }[];

function completedColumn(products: Drawn, multiValued: boolean): CompletedColumn {
  const missing = Uint8Array.from(products, (product) => (product.missing ? 1 : 0));
  if (!multiValued) {
    return {
      answers: KINDS,
      trueCell: Int32Array.from(products, ({ values }) => values[0]),
      missing,
      erased: missing,
    };
  }
  const start = [0];
  const answers: number[] = [];
  for (const { values } of products) {
    answers.push(...values);
    start.push(answers.length);
  }
  return {
    answers: KINDS,
    trueCell: Int32Array.from(products.keys()),
    missing,
    erased: missing,
    multiValued: { start: Int32Array.from(start), answers: Int32Array.from(answers) },
  };
}

/** The definition, computed product by product: every target, every way to answer, and its candidates. */
function byDefinition(asked: Drawn[], recorded: Drawn, trust: number): number {
  let sum = 0;
  for (let target = 0; target < PRODUCTS; target++) {
    let candidates: { readonly set: number[]; readonly chance: number }[] = [
      { set: Array.from({ length: PRODUCTS }, (_, product) => product), chance: 1 },
    ];
    for (const other of asked) {
      candidates = candidates.flatMap(({ set, chance }) =>
        other[target].values.map((answer) => ({
          set: set.filter((product) => other[product].missing || other[product].values.includes(answer)),
          chance: chance / other[target].values.length,
        })),
      );
    }
    for (const { set, chance } of candidates) {
      for (const answer of recorded[target].values) {
        const have = set.filter((product) => recorded[product].values.includes(answer)).length;
        const gone = set.filter((product) => recorded[product].missing).length;
        const haveRecorded = set.filter(
          (product) => !recorded[product].missing && recorded[product].values.includes(answer),
        ).length;
        const before = trust * haveRecorded + set.length - trust * (set.length - gone);
        const after = trust * have + (1 - trust) * set.length;
        sum += (chance / recorded[target].values.length) * Math.log2(before / after);
      }
    }
  }
  return sum / PRODUCTS;
}

test('the gain after none, one and two questions is what its definition says', () => {
  const trust = fc.constantFrom(1, 0.75);
  const flags = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean());
  fc.assert(
    fc.property(fc.nat(2), flags, drawn, drawn, drawn, trust, (places, multiValued, one, two, three, r) => {
      const flat = (products: Drawn, whether: boolean): Drawn =>
        whether ? products : products.map(({ values, missing }) => ({ values: [values[0]], missing }));
      const before = [flat(one, multiValued[0]), flat(two, multiValued[1])].slice(0, places);
      const asked = new CandidatePartition(
        PRODUCTS,
        before.map((products, index) => completedColumn(products, multiValued[index])),
      );
      const gain = new InformationGain(PRODUCTS, r).gain(asked, completedColumn(three, multiValued[2]));
      const expected = byDefinition(before, flat(three, multiValued[2]), r);
      assert.ok(Math.abs(gain - Math.max(0, expected)) < 1e-9, `${gain} instead of ${expected}`);
    }),
  );
});

test('the parts of a shelf taken as targets add up to the whole', () => {
  fc.assert(
    fc.property(drawn, drawn, fc.integer({ min: 1, max: PRODUCTS - 1 }), (one, two, cut) => {
      const columns = [completedColumn(one, false)];
      const narrowing = new InformationGain(PRODUCTS, 1);
      const asked = completedColumn(two, false);
      const whole = narrowing.gain(new CandidatePartition(PRODUCTS, columns), asked);
      const first = narrowing.gain(new CandidatePartition(PRODUCTS, columns, { from: 0, to: cut }), asked);
      const second = narrowing.gain(
        new CandidatePartition(PRODUCTS, columns, { from: cut, to: PRODUCTS }),
        asked,
      );
      assert.ok(Math.abs(whole - (first * cut + second * (PRODUCTS - cut)) / PRODUCTS) < 1e-9);
    }),
  );
});

test('a column that another one repeats adds nothing after it', () => {
  fc.assert(
    fc.property(drawn, drawn, (one, gaps) => {
      const original = completedColumn(
        one.map(({ values }) => ({ values, missing: false })),
        false,
      );
      const missing = Uint8Array.from(gaps, (product) => (product.missing ? 1 : 0));
      const copy = { ...original, missing, erased: missing };
      assert.equal(
        new InformationGain(PRODUCTS, 1).gain(new CandidatePartition(PRODUCTS, [original]), copy),
        0,
      );
    }),
  );
});
