import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readTable } from '../csv/table-reader.ts';
import { interpret } from './interpreter.ts';
import { unitsOf } from './unit-inference.ts';

function units(
  header: readonly string[],
  row: (i: number) => readonly (string | number)[],
  size = 60,
): Record<string, string> {
  const rows = Array.from({ length: size }, (_, i) => [`p${i}`, ...row(i)].join(';'));
  const catalogue = interpret(readTable([['id', ...header].join(';'), ...rows].join('\n')));
  const found = unitsOf(catalogue, { title: 'title', price: 'price' });
  return Object.fromEntries([...found].map(([name, unit]) => [name, unit.name]));
}

describe('the unit of a column is known', () => {
  test('by its cells', () => {
    assert.deepEqual(
      units(['contents'], (i) => [`${100 + 50 * (i % 7)} ml`]),
      { contents: 'ml' },
    );
  });

  test('by its name', () => {
    for (const [name, unit] of [
      ['size_inch', 'in'],
      ['size_in', 'in'],
      ['Capacity (GB)', 'gb'],
      ['weight_g', 'g'],
      ['power in W', 'w'],
      ['Height (in)', 'in'],
      ['ounces', 'oz'],
      ['screen size', 'in'],
      ['refresh_rate', 'hz'],
      ['responseTime_ms', 'ms'],
    ])
      assert.deepEqual(
        units([name], (i) => [10 + (i % 9)]),
        { [name]: unit },
        name,
      );
  });

  test('not by a name that only seems to contain a unit', () => {
    for (const name of ['built-in', 'age_min', 'price_per_gb', 'rooms', 'vitamin c', 'model s', 'volume'])
      assert.deepEqual(
        units([name], (i) => [10 + (i % 9)]),
        {},
        name,
      );
  });

  test('by the texts of the same products, from 20 of them and five sizes on', () => {
    const table = (i: number): string[] => {
      const width = 40 + 10 * (i % 6);
      return [`Table no. ${i}, 120x${width} cm`, `${width}`];
    };
    const few = (i: number): string[] => (i < 19 ? table(i) : [`Table no. ${i}`, `${40 + 10 * (i % 6)}`]);
    const alike = (i: number): string[] => [
      `Table no. ${i}, 120x${40 + 10 * (i % 4)} cm`,
      `${40 + 10 * (i % 4)}`,
    ];
    assert.deepEqual(units(['title', 'span'], table), { span: 'cm' });
    assert.deepEqual(
      units(['title', 'span'], (i) => (i < 20 ? table(i) : few(i))),
      { span: 'cm' },
    );
    assert.deepEqual(units(['title', 'span'], few), {});
    assert.deepEqual(units(['title', 'span'], alike), {});
  });

  test('not where texts say other sizes more often', () => {
    const mostly = (of: number) => (i: number) => [
      `Table no. ${i}, ${i % 10 < of ? 40 + 10 * (i % 7) : 7} cm`,
      40 + 10 * (i % 7),
    ];
    assert.deepEqual(units(['title', 'span'], mostly(6)), { span: 'cm' });
    assert.deepEqual(units(['title', 'span'], mostly(5)), {});
  });

  test('by the price of a unit', () => {
    const drive = (i: number): number[] => [100 + i, 250 * (1 + (i % 4)), (100 + i) / (250 * (1 + (i % 4)))];
    assert.deepEqual(units(['price', 'capacity', 'price_per_gb'], drive), { capacity: 'gb' });
    assert.deepEqual(units(['price', 'capacity', 'price_per_page'], drive), {});
    const other = (i: number): number[] => [100 + i, 250 * (1 + (i % 4)), 3 + (i % 5)];
    assert.deepEqual(units(['price', 'capacity', 'price_per_gb'], other), {});
  });

  test('only of numbers, and not of money', () => {
    assert.deepEqual(
      units(['deposit', 'length'], (i) => [`${1 + (i % 5)} €`, ['short', 'long'][i % 2]]),
      {},
    );
  });
});
