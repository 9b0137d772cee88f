import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpret } from './interpreting.ts';
import { readTable } from './reading.ts';

/** What each product has in a column. */
function read(csv: string, name: string): Record<string, string> {
  const { ids, columns } = readTable(csv);
  const column = columns.find((each) => each.name === name);
  assert.ok(column !== undefined, name);
  return Object.fromEntries(
    ids.flatMap((id, product) => {
      const cell = column.cell[product];
      return cell < 0 ? [] : [[id, column.texts[cell].split('\u001f').join('|')]];
    }),
  );
}

const EXPORT = [
  'ID,Type,Upsells,SKU,Name,Categories,Price,Parent,Material,Attribute 1 name,Attribute 1 value(s)',
  '1,variable,mug,tee,Tee,Shirts,,,,Color,"Blue, Red"',
  '2,simple,tee,mug,Mug,Kitchen,9,,Clay,,',
  '3,variation,,tee-b,Tee - Blue,,25,tee,,Color,Blue',
  '4,variation,,tee-r,Tee - Red,Offers,20,id:1,N/A,Color,',
  '5,grouped,,set,Set,,,,,,',
  '6,"variation, virtual",,,Tee - Any,,25,tee,,,',
].join('\n');

test('a variation has what its product has, and says otherwise where it does', () => {
  assert.deepEqual(read(EXPORT, 'Categories'), {
    1: 'Shirts',
    2: 'Kitchen',
    3: 'Shirts',
    4: 'Offers',
    6: 'Shirts',
  });
  // A variation without an option is one of any.
  assert.deepEqual(read(EXPORT, 'Color'), { 1: 'Blue, Red', 3: 'Blue', 4: 'Blue, Red', 6: 'Blue, Red' });
});

test('a product has what its variations have, where it says nothing itself', () => {
  assert.deepEqual(read(EXPORT, 'Price'), { 1: '20|25', 2: '9', 3: '25', 4: '20', 6: '25' });
});

test('a placeholder stays one, and the reader is told what was read from where', () => {
  const { columns, ids, warnings } = readTable(EXPORT);
  const material = columns.find(({ name }) => name === 'Material')!;
  assert.deepEqual(
    [...material.placeholders].map((product) => ids[product]),
    ['4'],
  );
  assert.deepEqual(read(EXPORT, 'Material'), { 2: 'Clay' });
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['variations'],
  );
  assert.match(warnings[0].message, /^3 rows are variations of a product that "Parent" names\./);
});

test('variations whose products are not there, or not named, are products like others', () => {
  for (const csv of [
    'id,Type,Parent,Categories\n1,simple,,Shirts\n2,variation,gone,\n3,variation,id:9,\n',
    'id,Type,Categories\n1,simple,Shirts\n2,variation,\n3,variation,\n',
    'id,Type,Parent,Categories\n1,simple,2,Shirts\n2,variation,1,\n3,variation,1,\n',
  ]) {
    assert.deepEqual(read(csv, 'Categories'), { 1: 'Shirts' }, csv);
    assert.deepEqual(readTable(csv).warnings, []);
  }
});

test('no shopper is asked what kind of row a product has', () => {
  const kindOf = (values: readonly string[], name = 'Type') =>
    interpret(
      readTable(
        `id,${name},colour\n${values.map((value, row) => `p${row},"${value}",${row % 3 ? 'red' : 'blue'}`).join('\n')}`,
      ),
    ).attributes[0].notQuestion;
  const rows = ['simple', 'variable', 'simple, downloadable, virtual', 'grouped', 'simple', 'simple'];
  assert.equal(kindOf(rows), 'operational');
  assert.equal(
    kindOf(['simple', 'configurable', 'bundle', 'simple', 'virtual'], 'product_type'),
    'operational',
  );
  assert.equal(kindOf(['simple', 'chair', 'sofa', 'chair', 'simple', 'sofa']), undefined);
  assert.equal(kindOf(['external', 'internal', 'external', 'internal', 'external', 'internal']), undefined);
  assert.equal(kindOf(['virtual', 'bundle', 'virtual', 'bundle', 'virtual', 'bundle']), undefined);
});
