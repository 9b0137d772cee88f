import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { interpret } from '../columns/interpreter.ts';
import { readTable } from '../csv/table-reader.ts';
import type { Table } from '../types.ts';

/** What each product has in a column. */
function read({ ids, columns }: Table, name: string): Record<string, readonly string[]> {
  const column = columns.find((candidate) => candidate.name === name);
  assert.ok(column, `there is a column ${name} among ${columns.map((each) => each.name).join(', ')}`);
  return Object.fromEntries(
    ids.flatMap((id, product) => {
      const cell = column.cell[product];
      return cell < 0 ? [] : [[id, column.texts[cell].split('\u001f')]];
    }),
  );
}
const names = ({ columns }: Table): string[] => columns.map(({ name }) => name);

const SHOPIFY = [
  'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value',
  'shirt,Shirt,Color,Red,Size,S',
  'shirt,,,Blue,,M',
  'ring,Ring,Size,52,,',
  'mug,Mug,Title,Default Title,,',
  'scarf,Scarf,Size,Long,Color,Red',
  'cap,Cap,color,Green,,',
].join('\n');

test('options are columns under their own names, from whichever pair they stand in', () => {
  const table = readTable(SHOPIFY);
  assert.deepEqual(names(table), ['Title', 'Option1 Name', 'Option2 Name', 'Color', 'Size']);
  assert.deepEqual(read(table, 'Color'), {
    shirt: ['Blue', 'Red'],
    scarf: ['Red'],
    cap: ['Green'],
  });
  assert.deepEqual(read(table, 'Size'), { shirt: ['M', 'S'], ring: ['52'], scarf: ['Long'] });
});

test('each product knows the column that holds an option, or has room for it', () => {
  const { ids, columns } = readTable(SHOPIFY);
  const placeOf = (name: string, id: string): string => {
    const { writtenIn } = columns.find((column) => column.name === name)!;
    return writtenIn!.columns[writtenIn!.slotOf[ids.indexOf(id)]];
  };
  assert.equal(placeOf('Color', 'shirt'), 'Option1 Value');
  assert.equal(placeOf('Color', 'scarf'), 'Option2 Value');
  assert.equal(placeOf('Color', 'ring'), 'Option2 Value');
  assert.equal(placeOf('Size', 'mug'), 'Option1 Value');
});

test('pairs of other shop systems are read alike, their placeholders counted', () => {
  const table = readTable(
    [
      'ID,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)',
      '1,Color,"Blue, Green",Logo,Yes',
      '2,Color,N/A,,',
      '3,Fit,Slim,,',
    ].join('\n'),
  );
  assert.deepEqual(read(table, 'Color'), { 1: ['Blue, Green'] });
  assert.deepEqual(read(table, 'Fit'), { 3: ['Slim'] });
  assert.deepEqual([...table.columns.find(({ name }) => name === 'Color')!.placeholders], [1]);
});

test('a value that no name stands beside stays in its column', () => {
  const table = readTable('id,option_1_name,option_1_value\n1,Color,Red\n2,,Blue\n');
  assert.deepEqual(read(table, 'Color'), { 1: ['Red'] });
  assert.deepEqual(read(table, 'option_1_value'), { 2: ['Blue'] });
});

test('an option with the name of another column is distinguished from it', () => {
  const table = readTable('id,color,Option1 Name,Option1 Value\n1,red,Color,Crimson\n2,blue,Color,Navy\n');
  assert.deepEqual(names(table), ['color', 'Option1 Name', 'Color (Option1 Value)']);
});

test('a file without such pairs is read as it stands', () => {
  const table = readTable('id,Option1 Value,name,Brand name\n1,Red,Shirt,Ala\n2,Blue,Hat,Bero\n');
  assert.deepEqual(names(table), ['Option1 Value', 'name', 'Brand name']);
  assert.ok(table.columns.every(({ writtenIn }) => writtenIn === undefined));
});

test('no value is lost or made up, whichever product has which option in which pair', () => {
  const option = fc.constantFrom('Color', 'Size', 'Fit', '');
  const value = fc.constantFrom('a', 'b', 'c', '');
  const product = fc.tuple(option, value, option, value);
  fc.assert(
    fc.property(fc.array(product, { minLength: 1, maxLength: 30 }), (products) => {
      const rows = products.map((cells, i) => [`p${i}`, ...cells].join(','));
      const table = readTable(
        ['id,Option1 Name,Option1 Value,Option2 Name,Option2 Value', ...rows].join('\n'),
      );
      const written = products.flatMap(([name1, value1, name2, value2], i) =>
        name1 === name2 && name1 !== ''
          ? [...new Set([value1, value2])].map((each) => `${i} ${each}`)
          : [`${i} ${value1}`, `${i} ${value2}`],
      );
      const kept = table.columns
        .filter(({ name }) => !name.endsWith('Name'))
        .flatMap(({ cell, texts }) =>
          [...cell].flatMap((text, i) =>
            text < 0 ? [] : texts[text].split('\u001f').map((each) => `${i} ${each}`),
          ),
        );
      assert.deepEqual(kept.sort(), written.filter((each) => !each.endsWith(' ')).sort());
      for (const { cells, cell } of interpret(table).attributes) {
        assert.equal(new Set(cell.filter((each) => each >= 0)).size, cells.length);
      }
    }),
  );
});
