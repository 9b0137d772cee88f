import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runToEnd } from '../../../primitives/run-to-end.ts';
import { buildIndex } from '../../indexing/catalogue-index.ts';
import { catalogueOf, ROLES } from '../../testing/shops.ts';
import { countTransitions } from './column-transitions.ts';
import { TRANSITION_SIZE } from './item-transitions.ts';

const rows = ['red', 'red', 'blue', 'green', undefined].map((colour, i) => ({
  id: `p${i}`,
  type: i < 3 ? 'boots' : 'hats',
  ...(colour !== undefined && { colour }),
}));
const index = buildIndex(catalogueOf(rows), ROLES);
const columnOf = (name: string) => index.columns[index.columnNumbers.get(name)!];

/** Counts the transitions of a column over transitions between products, each repeated so many times. */
function counted(name: string, pairs: readonly (readonly [from: number, to: number])[], times = 1) {
  const flat = Array.from({ length: times }, () => pairs).flat();
  const list = Int32Array.from(flat.flatMap(([from, to]) => [from, to, -1]));
  assert.equal(list.length, flat.length * TRANSITION_SIZE);
  const column = columnOf(name);
  const value = (label: string): number => column.labels.indexOf(label);
  const transitions = runToEnd(countTransitions(index, column, list));
  const count = (from: string, to: string): number =>
    transitions.counts![value(from) * column.labels.length + value(to)];
  return { ...transitions, count, value };
}

test('transitions are counted from value to value', () => {
  const { count, from, value } = counted('colour', [
    [0, 1],
    [0, 2],
    [1, 2],
    [2, 3],
  ]);
  assert.equal(count('red', 'red'), 1);
  assert.equal(count('red', 'blue'), 2);
  assert.equal(count('blue', 'green'), 1);
  assert.equal(from[value('red')], 3);
});

test('the probability that a value stays goes from the prior to the counts', () => {
  const stays = (times: number): number => counted('colour', [[0, 1]], times).stays;
  const goes = (times: number): number => counted('colour', [[0, 2]], times).stays;
  assert.equal(stays(0), goes(0));
  assert.ok(stays(10) > stays(1) && stays(1) > stays(0) && goes(10) < goes(0));
  assert.ok(stays(1_000) > 0.98 && goes(1_000) < 0.02);
});

test('the prior that a value stays is higher for categories, and applies to rare ones too', () => {
  const [category, colour] = [counted('type', []), counted('colour', [])];
  assert.ok(category.stays > colour.stays);
  assert.equal(category.priorShare, 0);
  assert.equal(colour.priorShare, colour.stays);
  assert.ok(counted('colour', [[0, 1]], 100).priorShare < 0.1);
});

test('transitions from or to a product without a value are not counted', () => {
  const { stays, from } = counted(
    'colour',
    [
      [0, 4],
      [4, 2],
    ],
    50,
  );
  assert.equal(stays, counted('colour', []).stays);
  assert.equal(
    from.reduce((sum, n) => sum + n, 0),
    0,
  );
});

test('the values of a cell share a transition evenly', () => {
  const catalogue = catalogueOf([
    { id: 'a', colour: 'red' },
    { id: 'b', colour: 'blue' },
    { id: 'c', colour: 'both' },
  ]);
  const [attribute] = catalogue.attributes;
  const several = buildIndex(
    { ...catalogue, attributes: [{ ...attribute!, cells: [[0], [1], [0, 1]] }] },
    {},
  );
  const [column] = several.columns;
  const { counts, from } = runToEnd(countTransitions(several, column, Int32Array.of(0, 2, -1)));
  assert.deepEqual([...counts!.subarray(0, 2)], [0.5, 0.5]);
  assert.equal(from[0], 1);
});
