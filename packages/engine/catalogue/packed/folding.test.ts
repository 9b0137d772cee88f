import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTable } from '../csv/table-reader.ts';
import { Folding } from './folding.ts';

const SHOPIFY = [
  'Handle,Title,Vendor,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Price,Fabric,Image',
  'shirt,Shirt,Ala,Color,Red,,,5,linen,a.jpg',
  'shirt,,,,Blue,,,6,wool,',
  'shirt,,,,,,,,,b.jpg',
  '',
  'ring,Ring,,Size,52,Color,Gold,7,,c.jpg',
  'ring,,,,54,,Silver,8,,',
  'ring,,,,,,,,,d.jpg',
  'mug,Mug,N/A,Title,Default Title,,,3,clay,',
].join('\n');

function folding() {
  const table = readTable(SHOPIFY, { forWriting: true });
  const own = new Folding(table);
  return {
    own,
    fold: (attribute: string, id: string, text: string) =>
      own.foldValue(attribute, table.ids.indexOf(id), text),
  };
}

test('a fact of the product is written into its first row, a fact of variants into the row of each', () => {
  const { fold, own } = folding();
  assert.deepEqual(fold('Vendor', 'ring', 'Bero').edits, [{ row: 4, column: 2, text: 'Bero' }]);
  assert.deepEqual(fold('Fabric', 'ring', 'gold').edits, [
    { row: 4, column: 8, text: 'gold' },
    { row: 5, column: 8, text: 'gold' },
  ]);
  assert.deepEqual(
    fold('Vendor', 'mug', 'Cy').edits,
    [{ row: 7, column: 2, text: 'Cy' }],
    'in place of a placeholder',
  );
  assert.equal(own.edits.length, 4);
});

test('an option goes into the pair that has its name, else into a free pair with its name', () => {
  const { fold } = folding();
  assert.deepEqual(fold('Size', 'shirt', 'M').edits, [
    { row: 0, column: 5, text: 'Size' },
    { row: 0, column: 6, text: 'M' },
    { row: 1, column: 6, text: 'M' },
  ]);
  assert.deepEqual(
    fold('Size', 'mug', 'L').edits.map(({ text }) => text),
    ['Size', 'L'],
    'in place of "Default Title"',
  );
  assert.deepEqual(fold('Color', 'mug', 'Red').edits.length, 2);
});

test('the same value twice changes nothing, another one is refused', () => {
  const { fold, own } = folding();
  fold('Vendor', 'ring', 'Bero');
  assert.deepEqual(fold('Vendor', 'ring', 'Bero'), { edits: [] });
  assert.deepEqual(fold('Vendor', 'ring', 'Ala'), { edits: [], refused: 'recorded' });
  assert.deepEqual(fold('Vendor', 'shirt', 'Cy'), { edits: [], refused: 'recorded' });
  assert.deepEqual(fold('Vendor', 'shirt', ' '), { edits: [] });
  assert.equal(own.edits.length, 1);
});

test('a table that was not read for writing is refused, and so is an unknown column', () => {
  assert.throws(() => new Folding(readTable(SHOPIFY)), /forWriting/);
  assert.throws(() => folding().fold('Weight', 'ring', '3 g'), RangeError);
});
