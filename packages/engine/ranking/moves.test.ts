import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyModel, update } from './model.ts';
import { movesIn } from './moves.ts';
import { atOnce } from './steps.ts';

test('moves are steps within a visit from one product of the catalogue to another', () => {
  const model = emptyModel();
  const visit = (...items: string[]) => ({ steps: items.map((item, k) => ({ item, at: k })) });
  update(model, [visit('a', 'b', 'b', 'gone', 'a', 'c'), visit('b', 'a')]);
  const places: Readonly<Record<string, number>> = { a: 0, b: 1, c: 2, gone: -1 };
  const productOf = Int32Array.from(model.vocabulary, (item) => places[item]!);
  model.measured = model.log.clicks;
  assert.deepEqual([...atOnce(movesIn(model, productOf))], [0, 1, 0, 2, 1, 0]);
  model.measured = 6;
  assert.deepEqual(
    [...atOnce(movesIn(model, productOf))],
    [0, 1, 0, 2],
    'what came after it was measured counts not',
  );
  model.measured = 0;
  assert.deepEqual([...atOnce(movesIn(model, productOf))], []);
});
