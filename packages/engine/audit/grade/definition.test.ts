import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { toCanonical } from '../canonical-order.ts';
import { catalogueOf } from '../exports.fixture.ts';
import { factsOf } from '../repeats/recoded-columns.ts';
import { audit } from './audit.ts';

// Where every gap follows from another column, nothing is left to estimate: what the audit says must then be what the
// definitions say, counted here product by product on the export, through reading, interpreting and filling.

const CLOSE = 1e-9;

/** Per column and product what is true, and whether the export says it. */
interface Segment {
  readonly truth: readonly (readonly string[])[];
  readonly isRecorded: readonly (readonly boolean[])[];
}

/** Two complete columns, and a copy of each under other names with gaps, each value of a copy recorded four times. */
const shelf = fc
  .record({
    products: fc.integer({ min: 16, max: 28 }),
    colours: fc.integer({ min: 2, max: 4 }),
    fabrics: fc.integer({ min: 2, max: 3 }),
    seed: fc.array(fc.nat(1_000_003), { minLength: 28 * 4, maxLength: 28 * 4 }),
  })
  .map(({ products, colours, fabrics, seed }): Segment => {
    const first = Array.from({ length: products }, (_, p) => seed[p] % colours);
    const second = Array.from({ length: products }, (_, p) => seed[28 + p] % fabrics);
    const recorded = (of: readonly number[], from: number) =>
      of.map(
        (value, p) => of.slice(0, p).filter((each) => each === value).length < 4 || seed[from + p] % 3 === 0,
      );
    const all = first.map(() => true);
    return {
      truth: [
        first.map((value) => ['red', 'blue', 'green', 'black'][value]),
        first.map((value) => ['rouge', 'bleu', 'vert', 'noir'][value]),
        second.map((value) => ['wool', 'silk', 'linen'][value]),
        second.map((value) => ['laine', 'soie', 'lin'][value]),
      ],
      isRecorded: [all, recorded(first, 56), all, recorded(second, 84)],
    };
  })
  .filter(({ truth }) =>
    truth.every((column) =>
      [...new Set(column)].every((value) => column.filter((own) => own === value).length >= 4),
    ),
  )
  .filter(({ truth }) => truth.every((column) => new Set(column).size > 1))
  .filter((own) => !tells(own, 2, 1) && !tells(own, 0, 3));

/** Whether a column predicts what is recorded of another without an error: then gaps could follow from it as well. */
function tells({ truth, isRecorded }: Segment, from: number, of: number): boolean {
  return truth[from].every((value, p) =>
    truth[of].every(
      (other, q) =>
        !isRecorded[of][p] || !isRecorded[of][q] || truth[from][q] !== value || other === truth[of][p],
    ),
  );
}

const NAMES = ['colour', 'mood', 'fabric', 'feel'];

function exportOf({ truth, isRecorded }: Segment) {
  return {
    names: ['id', ...NAMES],
    rows: truth[0].map((_, p) => [
      `p${p}`,
      ...truth.map((column, index) => (isRecorded[index][p] ? column[p] : '')),
    ]),
  };
}

/** Products that are left when shoppers who want `target` answer these questions, by what is recorded. */
function candidates({ truth, isRecorded }: Segment, target: number, asked: readonly number[]): number[] {
  return truth[0].flatMap((_, p) =>
    asked.every((column) => !isRecorded[column][p] || truth[column][p] === truth[column][target]) ? [p] : [],
  );
}

/** Bits that recording all of a column adds for a target, after other questions. */
function gain(own: Segment, column: number, target: number, before: readonly number[]): number {
  const left = candidates(own, target, before);
  const today = left.filter(
    (p) => !own.isRecorded[column][p] || own.truth[column][p] === own.truth[column][target],
  );
  const complete = left.filter((p) => own.truth[column][p] === own.truth[column][target]);
  return Math.log2(today.length / complete.length);
}

/** The columns that are one fact, the fullest first: what any of them says is said. */
function factsIn(own: Segment): number[][] {
  const { attributes } = toCanonical(catalogueOf(exportOf(own)));
  const facts = factsOf(
    attributes.map((attribute) => [attribute]),
    -1,
  );
  const fullestFirst = [...attributes.keys()].sort(
    (left, right) => Number(facts[right] === right) - Number(facts[left] === left),
  );
  return Map.groupBy(fullestFirst, (index) => facts[index])
    .values()
    .map((columns) => columns.map((index) => NAMES.indexOf(attributes[index].name)))
    .toArray();
}

const isSaid = (own: Segment, columns: readonly number[], p: number) =>
  columns.some((column) => own.isRecorded[column][p]);

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test('where all that is missing follows, the audit says what the definitions say', () => {
  fc.assert(
    fc.property(shelf, (own) => {
      const result = audit(catalogueOf(exportOf(own)));
      const targets = own.truth[0].map((_, p) => p);
      const products = targets.length;
      NAMES.forEach((name, column) => {
        const others = NAMES.map((_, index) => index).filter((index) => index !== column);
        const pairs = others.flatMap((a, at) => others.slice(at + 1).map((b) => [a, b]));
        const after = (sets: readonly (readonly number[])[]) =>
          mean(sets.map((before) => mean(targets.map((target) => gain(own, column, target, before)))));
        const left = targets.map((target) => candidates(own, target, [column]).length);
        const alike = targets.map(
          (target) => own.truth[column].filter((value) => value === own.truth[column][target]).length,
        );
        const expected = {
          now: mean(left.map((count) => Math.log2(products / count))),
          complete: mean(alike.map((count) => Math.log2(products / count))),
          ofThree: mean([after([[]]), after(others.map((other) => [other])), after(pairs)]),
        };
        const said = result.attributes.find(({ attribute }) => attribute === name);
        assert.ok(said, name);
        assert.equal(said.missing, own.isRecorded[column].filter((is) => !is).length);
        assert.ok(
          Math.abs(said.bits.now - expected.now) < CLOSE,
          `${name}: ${said.bits.now} ${expected.now}`,
        );
        assert.ok(Math.abs(said.bits.complete - expected.complete) < CLOSE, name);
        assert.ok(
          Math.abs((said.threeQuestionGain ?? Number.NaN) - expected.ofThree) < CLOSE,
          `${name}: ${said.threeQuestionGain}, by definition ${expected.ofThree}`,
        );
      });
      let now = 0;
      let complete = 0;
      for (const columns of factsIn(own)) {
        const truth = own.truth[columns[0]];
        for (const target of targets) {
          const alike = targets.filter((p) => truth[p] === truth[target]).length;
          const left = targets.filter((p) => truth[p] === truth[target] || !isSaid(own, columns, p)).length;
          now += Math.log2(products / left);
          complete += Math.log2(products / alike);
        }
      }
      assert.ok(Math.abs((result.answerability ?? Number.NaN) - now / complete) < CLOSE);
    }),
    { numRuns: 60 },
  );
});

test('values that are trusted less give the bits of an erasure channel', () => {
  fc.assert(
    fc.property(
      shelf,
      fc.constantFrom(['extracted', 0.9] as const, ['inferred', 0.6] as const),
      (own, [source, trust]) => {
        const result = audit(catalogueOf(exportOf(own)), { source });
        const products = own.truth[0].length;
        const expectedOf = (columns: readonly number[]) => {
          const truth = own.truth[columns[0]];
          const recorded = truth.filter((_, p) => isSaid(own, columns, p)).length;
          const expected = { now: 0, complete: 0, certain: 0 };
          for (const value of new Set(truth)) {
            const having = truth.flatMap((each, p) => (each === value ? [p] : []));
            const share = having.length / products;
            const said = having.filter((p) => isSaid(own, columns, p)).length;
            expected.now -= share * Math.log2((trust * said + products - trust * recorded) / products);
            expected.complete -= share * Math.log2(trust * share + 1 - trust);
            expected.certain -= share * Math.log2(share);
          }
          return expected;
        };
        NAMES.forEach((name, column) => {
          const expected = expectedOf([column]);
          const { bits } = result.attributes.find(({ attribute }) => attribute === name)!;
          assert.ok(Math.abs(bits.now - expected.now) < CLOSE, `${name}: ${bits.now} ${expected.now}`);
          assert.ok(Math.abs(bits.complete - expected.complete) < CLOSE, name);
        });
        const facts = factsIn(own).map(expectedOf);
        const now = facts.reduce((sum, fact) => sum + fact.now, 0);
        const certain = facts.reduce((sum, fact) => sum + fact.certain, 0);
        assert.ok(Math.abs((result.answerability ?? Number.NaN) - now / certain) < CLOSE);
      },
    ),
    { numRuns: 40 },
  );
});
