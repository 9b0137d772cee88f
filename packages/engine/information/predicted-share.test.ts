import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Random } from '../primitives/random.ts';
import { predictedShare } from './predicted-share.ts';

const KINDS = 6;

const columnOf = (cells: readonly number[]) => ({
  cell: Int32Array.from(cells),
  start: Int32Array.from({ length: Math.max(0, ...cells) + 2 }, (_, at) => at),
});

/** Two columns, of which the second repeats the first one for some products and is drawn for the others. */
function pair(seed: number, repeated: number, gaps: number) {
  const random = new Random(seed);
  const drawn = () => random.below(KINDS);
  const first = Array.from({ length: 200 }, drawn);
  const second = first.map((own) => (random.uniform() < repeated ? own : drawn()));
  const emptied = (cells: readonly number[]) => cells.map((own) => (random.uniform() < gaps ? -1 : own));
  return [columnOf(emptied(first)), columnOf(emptied(second))] as const;
}

const seeds = fc.integer({ min: 1, max: 1e6 });
const gaps = fc.constantFrom(0, 0.3);

test('a copy predicts all of a column, and one that was drawn predicts nothing', () => {
  fc.assert(
    fc.property(seeds, gaps, (seed, share) => {
      assert.equal(predictedShare(...pair(seed, 1, share), 1), 1);
      assert.equal(predictedShare(...pair(seed, 0, share), 1_000), 0);
    }),
    { numRuns: 40 },
  );
});

test('the share lies between none and all, and does not depend on how values are numbered', () => {
  fc.assert(
    fc.property(seeds, fc.double({ min: 0, max: 1, noNaN: true }), gaps, (seed, repeated, share) => {
      const [own, other] = pair(seed, repeated, share);
      const found = predictedShare(own, other, 10);
      assert.ok(found >= 0 && found <= 1, `${found}`);
      const turned = { ...other, cell: other.cell.map((cell) => (cell < 0 ? cell : KINDS - 1 - cell)) };
      assert.ok(Math.abs(predictedShare(own, turned, 10) - found) < 1e-9);
    }),
  );
});
