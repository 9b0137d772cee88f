import assert from 'node:assert/strict';
import { test } from 'node:test';
import Papa from 'papaparse';
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

/** The edits of one value, as `row column text`. */
function editsOf(rows: string[][], attribute: string, id: string, text: string): string[] {
  const table = readTable(Papa.unparse(rows), { forWriting: true });
  const { edits, refused } = new Folding(table).foldValue(attribute, table.ids.indexOf(id), text);
  return refused === undefined
    ? edits.map(({ row, column, text: own }) => `${row} ${column} ${own}`)
    : [refused];
}

test('a number goes beside its unit, in the spelling of the file', () => {
  const rows = [
    ['id', 'weight', 'weight-unit'],
    ['a', '500', 'GRAM'],
    ['b', '2', 'KILOGRAM'],
    ['c', '', ''],
    ['d', '', 'GRAM'],
    ['e', '300', 'GRAM'],
  ];
  assert.deepEqual(editsOf(rows, 'weight', 'c', '1.5 kg'), ['2 1 1.5', '2 2 KILOGRAM']);
  assert.deepEqual(editsOf(rows, 'weight', 'c', '800'), ['2 1 800', '2 2 GRAM']);
  assert.deepEqual(editsOf(rows, 'weight', 'd', '800 g'), ['3 1 800']);
  assert.deepEqual(editsOf(rows, 'weight', 'd', '2 kg'), ['recorded'], 'the file says grams');
  assert.deepEqual(editsOf(rows, 'weight', 'a', '500 g'), []);
  assert.deepEqual(editsOf(rows, 'weight', 'a', '600 g'), ['recorded']);
});

test('where each option of a product has a row, its own row is written', () => {
  const rows = [
    ['id', 'option_name', 'option_value'],
    ['a', 'Colour', ''],
    ['a', 'Size', 'M'],
    ['b', 'Colour', 'Red'],
    ['b', 'Size', 'S'],
    ['c', 'Colour', 'Blue'],
    ['c', 'Size', 'L'],
  ];
  assert.deepEqual(editsOf(rows, 'Colour', 'a', 'Green'), ['0 2 Green']);
});

test('a pack is written in the row that has it, in each form once, and quoted where its value needs it', () => {
  const rows = [
    ['sku', 'name', 'additional_attributes'],
    ['a', 'A', 'fit=slim,size=S'],
    ['a', '', ''],
    ['b', 'B', 'fit=wide,size=M,colour='],
    ['c', 'C', 'fit=wide,colour=red'],
    ['d', 'D', 'n/a'],
  ];
  assert.deepEqual(editsOf(rows, 'colour', 'a', 'red'), ['0 2 fit=slim,size=S,colour=red']);
  assert.deepEqual(
    editsOf(rows, 'colour', 'b', 'red'),
    ['2 2 fit=wide,size=M,colour=red'],
    'in its empty place',
  );
  assert.deepEqual(editsOf(rows, 'size', 'c', 'S, long'), ['3 2 fit=wide,colour=red,"size=S, long"']);
  assert.deepEqual(editsOf(rows, 'colour', 'd', 'red'), ['4 2 colour=red'], 'in place of a placeholder');
});

test('two facts of one product go into one cell', () => {
  const table = readTable(
    Papa.unparse([
      ['id', 'pack'],
      ['a', 'fit=slim,size=S,cut=x'],
      ['b', 'fit=wide,size=M,cut=y'],
      ['c', 'fit=wide'],
    ]),
    { forWriting: true },
  );
  const own = new Folding(table);
  own.foldValue('size', 2, 'L');
  own.foldValue('cut', 2, 'z');
  assert.deepEqual(own.edits, [{ row: 2, column: 1, text: 'fit=wide,size=L,cut=z' }]);
});
