import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bind } from './binding.ts';
import { signalFor } from './breakdown.ts';
import { modelOf, visitTo } from './expert-testing.ts';
import { Mixture } from './mixture.ts';
import { sceneOf } from './scene.ts';
import { Spoken } from './spoken.ts';
import { session, shopOf } from './testing.ts';
import { VOICE_COUNT } from './voices.ts';

const index = shopOf(90);
const model = modelOf(visitTo('p1', 'p2', 'p70'), visitTo('p2', 'p40', 'p1'));
const mixtureOf = (...signals: readonly string[]): Mixture => {
  const profile = session(...signals);
  return new Mixture(sceneOf(bind(index, model), profile, [], profile.lastSeenAt));
};

/** By product and voice what was said of it, read in parts that begin at these products. */
function readIn(spoken: Spoken, starts: readonly number[]): number[][] {
  const rows: number[][] = [];
  starts.forEach((from, k) => {
    const to = starts[k + 1] ?? index.size;
    const judged = new Float64Array((to - from) * spoken.judges.length);
    const row = new Int32Array(to - from);
    spoken.of(from, to, judged, row);
    for (let i = 0; i < to - from; i++) {
      const said = new Array<number>(VOICE_COUNT).fill(0);
      for (const { voice, kept, place } of spoken.speakers) {
        if (kept !== undefined) said[voice] = judged[i * spoken.judges.length + place];
        else if (row[i] >= 0) said[voice] = spoken.says[row[i] + place];
      }
      rows.push(said);
    }
  });
  return rows;
}

test('what the voices said stays, in whatever parts it is read, while others are ranked', () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: index.size - 1 }), { maxLength: 5 });
  fc.assert(
    fc.property(cuts, (cut) => {
      const mixture = mixtureOf('product_view:p1', 'product_view:p2', 'search:wool', 'category_view:hats');
      const { weight } = mixture;
      const expected = Array.from({ length: index.size }, (_, product) => {
        const opinions = new Float64Array(VOICE_COUNT);
        mixture.opinions(product, opinions);
        return [...opinions].map((value, k) => (weight[k] === 0 ? 0 : value));
      });
      const spoken = new Spoken(mixture);
      mixture.close();
      const other = mixtureOf('product_view:p40', 'category_view:boots');
      other.scores();
      const said = readIn(spoken, [0, ...cut.sort((a, b) => a - b)]);
      other.close();
      said.forEach((row, product) => {
        row.forEach((value, k) => {
          assert.ok(Math.abs(value - expected[product]![k]!) < 1e-12, `voice ${k} of p${product}`);
        });
      });
    }),
    { numRuns: 30 },
  );
});

test('the voices that have weight speak, each with the signal that the breakdown tells', () => {
  const mixture = mixtureOf('product_view:p1', 'category_view:hats');
  const { speakers } = new Spoken(mixture);
  const heard = Array.from({ length: VOICE_COUNT }, (_, k) => k).filter((k) => mixture.weight[k] > 0);
  assert.deepEqual(
    speakers.map(({ voice }) => voice),
    heard,
  );
  for (const { voice, signal, kept } of speakers)
    if (kept !== undefined) assert.equal(signal(2), signalFor(mixture, voice, 2));
  mixture.close();
});
