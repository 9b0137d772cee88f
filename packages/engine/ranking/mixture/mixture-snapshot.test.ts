import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EXPERTS } from '../experts/registry.ts';
import { sessionStateOf } from '../intent/session-state.ts';
import { bind } from '../model/bound-model.ts';
import { modelOf, visitTo } from '../testing/expert-probe.ts';
import { session, shopOf } from '../testing/shops.ts';
import { Mixture } from './mixture.ts';
import { MixtureSnapshot } from './mixture-snapshot.ts';

const index = shopOf(90);
const model = modelOf(visitTo('p1', 'p2', 'p70'), visitTo('p2', 'p40', 'p1'));
const mixtureOf = (...signals: readonly string[]): Mixture => {
  const profile = session(...signals);
  return new Mixture(sessionStateOf(bind(index, model), profile, [], profile.lastSeenAt));
};

/** The scores by product and expert, read in ranges that start at these products. */
function readIn(snapshot: MixtureSnapshot, starts: readonly number[]): number[][] {
  const rows: number[][] = [];
  starts.forEach((from, k) => {
    const to = starts[k + 1] ?? index.size;
    const dense = new Float64Array((to - from) * snapshot.dense.length);
    const row = new Int32Array(to - from);
    snapshot.read(from, to, dense, row);
    for (let i = 0; i < to - from; i++) {
      const scores = new Array<number>(EXPERTS.count).fill(0);
      for (const { expert, kept, place } of snapshot.experts) {
        if (kept !== undefined) scores[expert] = dense[i * snapshot.dense.length + place];
        else if (row[i] >= 0) scores[expert] = snapshot.sparseScores[row[i] + place];
      }
      rows.push(scores);
    }
  });
  return rows;
}

test('a snapshot keeps its scores, read in any ranges, while other rankings run', () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: index.size - 1 }), { maxLength: 5 });
  fc.assert(
    fc.property(cuts, (cut) => {
      const mixture = mixtureOf('product_view:p1', 'product_view:p2', 'search:wool', 'category_view:hats');
      const { weight } = mixture;
      const expected = Array.from({ length: index.size }, (_, product) => {
        const scores = new Float64Array(EXPERTS.count);
        mixture.expertScores(product, scores);
        return [...scores].map((value, k) => (weight[k] === 0 ? 0 : value));
      });
      const snapshot = new MixtureSnapshot(mixture);
      mixture.close();
      const other = mixtureOf('product_view:p40', 'category_view:boots');
      other.scores();
      const scores = readIn(snapshot, [0, ...cut.sort((a, b) => a - b)]);
      other.close();
      scores.forEach((row, product) => {
        row.forEach((value, k) => {
          assert.ok(Math.abs(value - expected[product]![k]!) < 1e-12, `expert ${k} of p${product}`);
        });
      });
    }),
    { numRuns: 30 },
  );
});

test('a snapshot has the experts with weight, each with the signal that the breakdown shows', () => {
  const mixture = mixtureOf('product_view:p1', 'category_view:hats');
  const { experts } = new MixtureSnapshot(mixture);
  const weighted = Array.from({ length: EXPERTS.count }, (_, k) => k).filter((k) => mixture.weight[k] > 0);
  assert.deepEqual(
    experts.map(({ expert }) => expert),
    weighted,
  );
  for (const { expert, signal, kept } of experts)
    if (kept !== undefined) assert.equal(signal(2), mixture.signalFor(expert, 2));
  mixture.close();
});
