import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runToEnd } from '../../../primitives/run-to-end.ts';
import { emptyModel } from '../../learning/empty-model.ts';
import { update } from '../model.ts';
import { itemTransitionsIn } from './item-transitions.ts';

test('transitions are steps within a visit between different products of the catalogue', () => {
  const model = emptyModel();
  const visit = (...items: string[]) => ({ steps: items.map((item, k) => ({ item, at: k })) });
  update(model, [visit('a', 'b', 'b', 'gone', 'a', 'c'), visit('b', 'a')]);
  const rowOf: Readonly<Record<string, number>> = { a: 0, b: 1, c: 2, gone: -1 };
  const productOf = Int32Array.from(model.vocabulary, (item) => rowOf[item]);
  model.measured = model.log.clicks;
  assert.deepEqual([...runToEnd(itemTransitionsIn(model, productOf))], [0, 1, -1, 0, 2, -1, 1, 0, -1]);
  model.measured = 6;
  assert.deepEqual(
    [...runToEnd(itemTransitionsIn(model, productOf))],
    [0, 1, -1, 0, 2, -1],
    'what came after it was measured counts not',
  );
  model.measured = 0;
  assert.deepEqual([...runToEnd(itemTransitionsIn(model, productOf))], []);
});

test('a transition has the product before it, if that is in the same visit and in the catalogue', () => {
  const model = emptyModel();
  const visit = (...items: string[]) => ({ steps: items.map((item, k) => ({ item, at: k })) });
  update(model, [visit('a', 'b', 'b', 'c', 'a'), visit('b', 'gone', 'c', 'a', 'b')]);
  const rowOf: Readonly<Record<string, number>> = { a: 0, b: 1, c: 2, gone: -1 };
  const productOf = Int32Array.from(model.vocabulary, (item) => rowOf[item]);
  model.measured = model.log.clicks;
  const transitions = [...runToEnd(itemTransitionsIn(model, productOf))];
  const first = [0, 1, -1, 1, 2, 0, 2, 0, 1];
  assert.deepEqual(transitions, [...first, 2, 0, -1, 0, 1, 2]);
});
