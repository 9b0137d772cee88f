import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Random } from '../primitives/random.ts';
import type { CompletedColumn } from './candidate-partition.ts';
import { CandidatesLeft } from './candidates-left.ts';

const ANSWERS = 5;
const lists = fc.array(fc.uniqueArray(fc.nat(ANSWERS - 1), { minLength: 1, maxLength: 4 }), {
  minLength: 6,
  maxLength: 20,
});

/** A column of lists, one cell a product, in which answer `a` is called `names[a]`. */
function columnOf(products: readonly (readonly number[])[], names: readonly number[]): CompletedColumn {
  const cells = products.map((answers) => answers.map((answer) => names[answer]).sort((a, b) => a - b));
  const start = [0];
  for (const cell of cells) start.push(start.at(-1)! + cell.length);
  const none = new Uint8Array(products.length);
  return {
    answers: ANSWERS,
    trueCell: Int32Array.from(products.keys()),
    missing: none,
    erased: none,
    multiValued: { start: Int32Array.from(start), answers: Int32Array.from(cells.flat()) },
  };
}

test('property: what answers leave does not depend on the numbers of the answers of lists', () => {
  fc.assert(
    fc.property(
      lists,
      lists,
      fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: ANSWERS }),
      (first, second, renamed) => {
        const size = Math.min(first.length, second.length);
        const bits = (names: readonly number[]) => {
          const random = new Random(7);
          return [first, second].reduce(
            (left, column) => left.after(columnOf(column.slice(0, size), names), true, random)!,
            CandidatesLeft.ofAll(size, size),
          ).bits;
        };
        assert.ok(Math.abs(bits(renamed) - bits([0, 1, 2, 3, 4])) < 1e-9);
      },
    ),
  );
});
