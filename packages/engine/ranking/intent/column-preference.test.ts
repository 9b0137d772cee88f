import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bind } from '../model/bound-model.ts';
import { modelOf, visitTo } from '../testing/expert-probe.ts';
import { session, shopOf } from '../testing/shops.ts';
import { cellTable, columnPreferenceOf, filtersIn } from './column-preference.ts';
import { sessionStateOf } from './session-state.ts';

/** Boots, sandals, hats and scarves in turn; p0 is red, p5 is blue. */
const index = shopOf(120);
const number = (column: string): number => index.columnNumbers.get(column)!;

const read = (signals: readonly string[], model = modelOf()) => {
  const profile = session(...signals);
  return sessionStateOf(bind(index, model), profile, [], profile.lastSeenAt);
};
/** The lift of each value of a column after these signals. */
function liftsOf(column: string, signals: readonly string[], model = modelOf()): (value: string) => number {
  const wishes = columnPreferenceOf(read(signals, model), number(column))!;
  return (value) => wishes.lift[wishes.column.labels.indexOf(value)];
}

describe('the preference of a session in a column', () => {
  test('lifts a named value far above the rest, and a viewed one less', () => {
    const stated = liftsOf('colour', ['attribute_filter:colour=red']);
    assert.ok(stated('red') > 3 && stated('blue') < 0.2);
    const viewed = liftsOf('colour', ['product_view:p0']);
    assert.ok(viewed('red') > 1 && viewed('red') < stated('red'));
  });

  test('keeps the mean lift at 1, so that probability is only redistributed', () => {
    const model = modelOf(visitTo('p0', 'p1', 'p2'), visitTo('p5', 'p0'));
    for (const signals of [
      ['product_view:p0'],
      ['attribute_filter:colour=red', 'product_view:p5'],
      ['category_view:hats', 'product_view:p0', 'product_view:p1'],
    ]) {
      const state = read(signals, model);
      for (const column of ['type', 'colour']) {
        const wishes = columnPreferenceOf(state, number(column));
        if (wishes === undefined) continue;
        const mass = bind(index, model).valueMass[number(column)];
        const mean = wishes.lift.reduce((sum, lift, value) => sum + lift * mass[value], 0);
        assert.ok(Math.abs(mean - 1) < 1e-9, `${signals}: ${mean} of ${column}`);
      }
    }
  });

  test('follows the transitions from the viewed value', () => {
    const hatsAfterBoots = Array.from({ length: 40 }, () => visitTo('p0', 'p2'));
    const lift = liftsOf('type', ['product_view:p4'], modelOf(...hatsAfterBoots));
    assert.ok(lift('hats') > lift('boots'));
  });

  test('weights the last view most', () => {
    const lift = liftsOf('colour', ['product_view:p0', 'product_view:p5']);
    const switched = liftsOf('colour', ['product_view:p5', 'product_view:p0']);
    assert.ok(switched('red') - 1 > 2 * (lift('red') - 1), `${switched('red')} and ${lift('red')}`);
  });

  test('names the signal of each value', () => {
    const { named, column } = columnPreferenceOf(
      read(['category_view:hats', 'product_view:p0']),
      number('type'),
    )!;
    const { signals } = named();
    const told = (value: string): string | undefined => signals.get(column.labels.indexOf(value));
    assert.equal(told('hats'), 'category_view:hats');
    assert.equal(told('boots'), 'type=boots');
    assert.equal(told('scarves'), undefined);
  });

  test('is undefined without evidence', () => {
    assert.equal(columnPreferenceOf(read(['category_view:hats']), number('colour')), undefined);
  });
});

test('filters are met by the products that have one of the values, column by column', () => {
  const filters = filtersIn(
    read(['attribute_filter:colour=red', 'attribute_filter:colour=blue', 'attribute_filter:brand=Ala']),
  );
  const met = (product: number): number => filters.filter(({ meets }) => meets(product)).length;
  assert.equal(filters.length, 2);
  // Ala and red; Cima and blue; Bero and red.
  assert.deepEqual([0, 9, 4].map(met), [2, 1, 1]);
  assert.ok(filters.every(({ strength }) => strength > 0.9));
});

test('a cell of several values gets their mean lift, and a product without one the given lift', () => {
  const column = {
    ...index.category!,
    cellStart: Int32Array.of(0, 1, 3),
    cellValues: Int32Array.of(0, 0, 1),
  };
  assert.deepEqual([...cellTable(column, Float64Array.of(4, 2, 0, 0), 0.5)], [0.5, 4, 3]);
});
