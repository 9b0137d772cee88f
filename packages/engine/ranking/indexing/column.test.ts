import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { interpret, readTable } from '../../catalogue/index.ts';
import { unitOf } from '../../catalogue/numbers/units.ts';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { MAX_DEPTH } from './category-paths.ts';
import { type Column, columnInSteps, columnOf, productsWith } from './column.ts';
import { MOST_COMPARED, valueNamed, valuesNamed } from './value-lookup.ts';

function columnWith(cells: readonly string[], role?: 'category'): Column {
  const { attributes } = interpret(
    readTable(`id;a\n${cells.map((cell, i) => `p${i};${cell}`).join('\n')}\n`),
  );
  return columnOf(attributes[0], cells.length, role)!;
}

const named = (column: Column, name: string): string[] =>
  valuesNamed(column, name).map((value) => column.labels[value]);

describe('a numeric filter', () => {
  const few = columnWith(Array.from({ length: 60 }, (_, i) => `${20 + 5 * (i % 6)} cm`));
  const many = columnWith(Array.from({ length: 960 }, (_, i) => `${i % 320} cm`));

  test('matches all numbers in a range', () => {
    assert.deepEqual(named(few, '25-35'), ['25 cm', '30 cm', '35 cm']);
    assert.deepEqual(named(few, '25–35 cm'), ['25 cm', '30 cm', '35 cm']);
    assert.deepEqual(named(few, '26-29'), []);
  });

  test('matches all numbers up to a limit, or from a limit', () => {
    assert.deepEqual(named(few, '<=30'), ['20 cm', '25 cm', '30 cm']);
    assert.deepEqual(named(few, '<30 cm'), ['20 cm', '25 cm']);
    assert.deepEqual(named(few, '..25'), ['20 cm', '25 cm']);
    assert.deepEqual(named(few, '≥40'), ['40 cm', '45 cm']);
    assert.deepEqual(named(few, '>40'), ['45 cm']);
    assert.deepEqual(named(few, '40..'), ['40 cm', '45 cm']);
    assert.deepEqual(named(few, '>45'), []);
    assert.deepEqual(named(many, '>=280'), ['280–299', '300–319']);
  });

  test('is read in the unit of the column', () => {
    const widths = Array.from({ length: 60 }, (_, i) => `${20 + 5 * (i % 6)} cm`);
    const { attributes } = interpret(
      readTable(`id;a\n${widths.map((cell, i) => `p${i};${cell}`).join('\n')}\n`),
    );
    const centimetres = columnOf(attributes[0], 60, undefined, unitOf('cm'))!;
    assert.deepEqual(named(centimetres, '0.3 m'), ['30 cm']);
    assert.deepEqual(named(centimetres, '250-300 mm'), ['25 cm', '30 cm']);
    assert.deepEqual(named(centimetres, '<=0.25 m'), ['20 cm', '25 cm']);
    assert.deepEqual(named(centimetres, '30 kg'), ['30 cm'], 'of another dimension the number counts');
  });

  test('matches the bins that lie mostly inside a range', () => {
    assert.deepEqual(named(many, '119-160'), ['120–139', '140–159']);
    assert.deepEqual(named(many, '100-125 cm'), ['100–119']);
    assert.deepEqual(named(many, '85-90'), ['80–99']);
    assert.deepEqual(named(many, '900-950'), []);
  });

  test('matches the bin of a number', () => {
    assert.deepEqual(named(many, '105'), ['100–119']);
    assert.deepEqual(named(many, '105-105'), ['100–119']);
  });

  test('matches unbinned columns of up to 1,000 values', () => {
    const list = (values: number): Column => {
      const labels = Array.from({ length: values }, (_, i) => `${i} cm`);
      const cell = Int32Array.from(labels.keys());
      return runToEnd(
        columnInSteps(
          'a',
          cell,
          labels.map((_, i) => [i]),
          { labels },
        ),
      );
    };
    assert.deepEqual(named(list(MOST_COMPARED), '25-27'), ['25 cm', '26 cm', '27 cm']);
    assert.deepEqual(named(list(MOST_COMPARED + 1), '25-27'), []);
  });

  test('matches a label that is itself a range', () => {
    const sizes = columnWith(
      Array.from({ length: 24 }, (_, i) => ['36-38', '39-42', '43-46', '47-50'][i % 4]),
    );
    assert.deepEqual(named(sizes, '39-42'), ['39-42']);
  });
});

describe('a boolean value', () => {
  test('matches any other spelling of yes or no', () => {
    const column = columnWith(Array.from({ length: 12 }, (_, i) => ['Yes', 'No'][i % 2]));
    for (const name of ['yes', 'true', '1', 'Y', 'ja']) {
      assert.equal(column.labels[valueNamed(column, name)!], 'Yes', name);
    }
    for (const name of ['no', 'false', '0']) {
      assert.equal(column.labels[valueNamed(column, name)!], 'No', name);
    }
    assert.equal(valueNamed(column, 'perhaps'), undefined);
  });

  test('is not found in a column with other values too', () => {
    const column = columnWith(Array.from({ length: 12 }, (_, i) => ['Yes', 'No', 'In part'][i % 3]));
    assert.equal(valueNamed(column, 'true'), undefined);
  });
});

describe('a path', () => {
  const paths = ['Clothing', 'Clothing > Hoodies', 'Clothing > Hoodies > Zipped', 'Music', 'Decor > Hoodies'];
  const column = columnWith(
    Array.from({ length: 30 }, (_, i) => paths[i % paths.length]),
    'category',
  );

  test('matches its prefix, with all paths below it', () => {
    assert.deepEqual(named(column, 'clothing').sort(), paths.slice(0, 3));
    assert.deepEqual(named(column, 'Clothing > Hoodies').sort(), paths.slice(1, 3));
    assert.deepEqual(named(column, 'clothing-hoodies').sort(), paths.slice(1, 3));
  });

  test('matches its first 16 levels, and its last level at any depth', () => {
    const deep = Array.from({ length: MAX_DEPTH + 2 }, (_, k) => `s${k + 1}`);
    const deepest = columnWith(
      Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? deep.join(' > ') : 'other')),
      'category',
    );
    const begun = (levels: number): string => deep.slice(0, levels).join(' > ');
    assert.deepEqual(named(deepest, begun(MAX_DEPTH)), [deep.join(' > ')]);
    assert.deepEqual(named(deepest, begun(MAX_DEPTH + 1)), []);
    assert.deepEqual(named(deepest, deep.at(-1)!), [deep.join(' > ')]);
  });

  test('matches any of its levels', () => {
    assert.deepEqual(named(column, 'hoodies').sort(), [
      'Clothing > Hoodies',
      'Clothing > Hoodies > Zipped',
      'Decor > Hoodies',
    ]);
    assert.deepEqual(named(column, 'zipped'), ['Clothing > Hoodies > Zipped']);
    assert.deepEqual(named(column, 'music'), ['Music']);
    assert.deepEqual(named(column, 'hood'), []);
  });

  test('matches as the shop system writes it, and without the root that says nothing', () => {
    const written = ['Default Category/Men/Tops', 'Default Category/Men', 'Default Category/Men/Tops/Tees'];
    const ofShop = columnWith(
      Array.from({ length: 30 }, (_, i) => written[i % written.length]),
      'category',
    );
    assert.deepEqual(ofShop.labels, ['Men', 'Men > Tops', 'Men > Tops > Tees']);
    const tops = ['Men > Tops', 'Men > Tops > Tees'];
    for (const name of [
      'Default Category/Men/Tops',
      'default-category-men-tops',
      'Men/Tops',
      'men > tops',
      'TOPS',
    ])
      assert.deepEqual(named(ofShop, name), tops, name);
    assert.deepEqual(named(ofShop, 'Default Category').length, 3);
    assert.equal(ofShop.labels[valueNamed(ofShop, 'Default Category/Men/Tops')!], 'Men > Tops');
  });

  test('is named by the root alone, where no other level is left', () => {
    const written = ['Default Category', 'Default Category/Men', 'Default Category/Women'];
    const ofShop = columnWith(
      Array.from({ length: 30 }, (_, i) => written[i % written.length]),
      'category',
    );
    assert.deepEqual(ofShop.labels, ['Default Category', 'Men', 'Women']);
    assert.equal(named(ofShop, 'Default Category').length, 3);
    assert.deepEqual(named(ofShop, 'default-category-men'), ['Men']);
  });

  test('is named by any of several roots, with the levels below', () => {
    const written = ['Root Catalog/Default Category/Men', 'Root Catalog/Default Category/Women'];
    const ofShop = columnWith(
      Array.from({ length: 30 }, (_, i) => written[i % written.length]),
      'category',
    );
    assert.deepEqual(ofShop.labels, ['Men', 'Women']);
    for (const name of [written[0], 'Default Category/Men', 'default-category-men', 'Men'])
      assert.deepEqual(named(ofShop, name), ['Men'], name);
    for (const name of ['Root Catalog', 'Default Category'])
      assert.equal(named(ofShop, name).length, 2, name);
  });

  test('of another column than the category stays as it is written', () => {
    const bands = columnWith(
      Array.from({ length: 30 }, (_, i) => ['2.4/5 GHz', '2.4/6 GHz', '2.4/7 GHz'][i % 3]),
    );
    assert.deepEqual(bands.labels, ['2.4/5 GHz', '2.4/6 GHz', '2.4/7 GHz']);
    assert.equal(bands.paths, undefined);
  });
});

test('productsWith finds the products with one of several values in order, also in lists', () => {
  const column = columnWith(
    ['red', 'blue', 'red | blue', '', 'green', 'red', 'green | blue', 'red'],
    'category',
  );
  const [red, blue, green] = ['red', 'blue', 'green'].map((name) => valueNamed(column, name)!) as [
    number,
    number,
    number,
  ];
  assert.deepEqual(productsWith(column, [red]), [0, 2, 5, 7]);
  assert.deepEqual(productsWith(column, [green, blue]), [1, 2, 4, 6]);
  assert.deepEqual(productsWith(column, []), []);
});
