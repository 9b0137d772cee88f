import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { interpret } from '../../catalogue/columns/interpreter.ts';
import { writeCsv } from '../../catalogue/csv/csv-writer.ts';
import { readTable } from '../../catalogue/csv/table-reader.ts';
import { encode } from '../../catalogue/editing/file-encoding.ts';
import { csvOf, type SmallExport, smallExport } from '../exports.fixture.ts';
import { audit } from '../grade/audit.ts';
import { type ApplyOptions, applySheet } from './apply.ts';
import { repairSheet } from './sheet.ts';
import { sheetAsCsv } from './sheet-csv.ts';

/** A sheet of rows with product, attribute and value. */
const sheetOf = (...rows: (readonly [id: string, attribute: string, value: string])[]): string =>
  writeCsv([['product_id', 'attribute', 'value'], ...rows]);

const SHIRTS = 'id;colour;width\r\n1;red;1,5\r\n2;;\r\n3;blue;2,25\r\n4;N/A;\r\n\r\n';

const apply = (csv: string, sheet: string, options?: ApplyOptions) => applySheet(csv, sheet, options);

test('only the cells of the answers change, and applied twice nothing more', () => {
  const sheet = sheetOf(['2', 'colour', 'red'], ['4', 'colour', 'blue'], ['4', 'width', '3,75']);
  const once = apply(SHIRTS, sheet);
  assert.equal(once.csv, 'id;colour;width\r\n1;red;1,5\r\n2;red;\r\n3;blue;2,25\r\n4;blue;3,75\r\n\r\n');
  assert.deepEqual(
    { cells: once.cells, products: once.products, attributes: once.attributes },
    {
      cells: 3,
      products: 2,
      attributes: [
        { attribute: 'colour', products: 2 },
        { attribute: 'width', products: 1 },
      ],
    },
  );
  assert.deepEqual([once.skipped, once.doubts, once.unchanged], [[], [], 0]);
  const twice = apply(once.csv, sheet);
  assert.equal(twice.csv, once.csv);
  assert.deepEqual({ cells: twice.cells, unchanged: twice.unchanged }, { cells: 0, unchanged: 3 });
});

test('what cannot be written is skipped with the reason and the row of the sheet', () => {
  const sheet = sheetOf(
    ['9', 'colour', 'red'],
    ['2', 'fit', 'slim'],
    ['1', 'colour', 'blue'],
    ['2', 'colour', 'n/a'],
    ['2', 'colour', 'red'],
    ['2', 'colour', 'blue'],
    ['3', 'colour', ''],
  );
  const { csv, skipped, open, cells } = apply(SHIRTS, sheet);
  assert.equal(csv, SHIRTS.replace('2;;', '2;red;'));
  assert.deepEqual({ open, cells }, { open: 1, cells: 1 });
  assert.deepEqual(skipped, [
    { reason: 'no_product', row: 2, id: '9', attribute: 'colour', value: 'red' },
    { reason: 'no_column', row: 3, id: '2', attribute: 'fit', value: 'slim' },
    { reason: 'recorded', row: 4, id: '1', attribute: 'colour', value: 'blue', held: 'red' },
    { reason: 'placeholder', row: 5, id: '2', attribute: 'colour', value: 'n/a' },
    { reason: 'answered_twice', row: 7, id: '2', attribute: 'colour', value: 'blue' },
  ]);
});

test('another value is replaced on demand only', () => {
  const sheet = sheetOf(['1', 'colour', 'blue']);
  const { csv } = apply(SHIRTS, sheet, { overwrite: true });
  assert.equal(csv, SHIRTS.replace('1;red', '1;blue'));
  assert.equal(apply(csv, sheet, { overwrite: true }).csv, csv);
});

test('a value that the column does not know is said, with the known one that was probably meant', () => {
  const rows = Array.from({ length: 12 }, (_, row) => `${row},${['polyester', 'linen', 'cotton'][row % 3]}`);
  const csv = `id,fabric\n${rows.join('\n')}\n12,\n13,\n14,\n15,\n`;
  const { doubts, cells } = apply(
    csv,
    sheetOf(
      ['12', 'fabric', 'polester'],
      ['13', 'fabric', 'polester'],
      ['14', 'fabric', 'hemp'],
      ['15', 'fabric', 'Linen'],
    ),
  );
  assert.equal(cells, 4);
  assert.deepEqual(doubts, [
    { code: 'new_value', attribute: 'fabric', value: 'polester', answers: 2, nearest: 'polyester' },
    { code: 'new_value', attribute: 'fabric', value: 'hemp', answers: 1 },
  ]);
});

test('a new value is no slip where a language knows it as one of the column', () => {
  const rows = Array.from({ length: 12 }, (_, row) => `${row},${['red', 'blue', 'black'][row % 3]}`);
  const csv = `id,colour\n${rows.join('\n')}\n12,\n13,\n`;
  const { doubts } = apply(csv, sheetOf(['12', 'colour', 'Turquoise'], ['13', 'colour', 'XYBOX3PCKN139']));
  assert.deepEqual(
    doubts.map(({ code, value }) => [code, value]),
    [['new_value', 'XYBOX3PCKN139']],
  );
});

test('numbers get the decimal sign of their column, and another unit is warned of', () => {
  const rows = Array.from({ length: 12 }, (_, row) => `${row};${row + 1},5;${row * 10 + 5} g`);
  const csv = `id;length (cm);weight\n${rows.join('\n')}\n12;;\n13;;\n14;;\n15;;\n`;
  const sheet = sheetOf(
    ['12', 'length (cm)', '12.25'],
    ['13', 'length (cm)', '1.500'],
    ['14', 'length (cm)', '12 mm'],
    ['15', 'length (cm)', 'long'],
    ['12', 'weight', '85 g'],
    ['13', 'weight', '2 kg'],
    ['14', 'weight', '85'],
  );
  const { csv: written, doubts, rewritten } = apply(csv, sheet);
  assert.match(written, /\n12;12,25;85 g\n13;1\.500;2 kg\n14;12 mm;85\n15;long;\n$/);
  assert.equal(rewritten, 1);
  assert.deepEqual(doubts, [
    { code: 'other_unit', attribute: 'length (cm)', value: '12 mm', answers: 1, unit: '' },
    { code: 'no_number', attribute: 'length (cm)', value: 'long', answers: 1 },
    { code: 'other_unit', attribute: 'weight', value: '2 kg', answers: 1, unit: 'g' },
    { code: 'other_unit', attribute: 'weight', value: '85', answers: 1, unit: 'g' },
  ]);
});

test('an option goes into its pair of columns, of the product or of each of its variants', () => {
  const csv = [
    'Handle,Title,Option1 Name,Option1 Value,Price',
    'a,A,Color,red,5',
    'b,B,Color,blue,6',
    'c,C,Title,Default Title,7',
    'd,D,Color,red,8',
    'd,,,green,9',
    '',
  ].join('\n');
  const { csv: written } = apply(csv, sheetOf(['c', 'Color', 'green']));
  assert.equal(written, csv.replace('Title,Default Title', 'Color,green'));
  assert.equal(apply(written, sheetOf(['c', 'Color', 'green'])).csv, written);
});

test('names, ids and values that were protected from being run as formulas are found again', () => {
  const rows = Array.from({ length: 12 }, (_, row) => [`=${row}`, ['+a', "'=b", 'c'][row % 3]]);
  const file: SmallExport = {
    names: ['id', '@mix'],
    rows: [...rows, ['-12', ''], ["'=13", ''], ['@14', '']],
  };
  const sheet = sheetOf(['-12', '@mix', '+a'], ["'=13", '@mix', "'=b"], ['@14', '@mix', 'c']);
  const { csv, skipped, doubts } = apply(csvOf(file), sheet);
  assert.deepEqual([skipped, doubts], [[], []]);
  const { columns } = readTable(csv);
  assert.deepEqual(
    [12, 13, 14].map((product) => columns[0].texts[columns[0].cell[product]]),
    ['+a', "'=b", 'c'],
  );
});

test('ids without the zeros that a spreadsheet program dropped are found, unless two products share the rest', () => {
  const csv = 'id,a\n007,\n0012,\n012,\n';
  const { csv: written, skipped } = apply(csv, sheetOf(['7', 'a', 'x'], ['12', 'a', 'y']));
  assert.equal(written, csv.replace('007,', '007,x'));
  assert.deepEqual(
    skipped.map(({ reason, id }) => [reason, id]),
    [['no_product', '12']],
  );
});

test('suggestions are taken on demand, where nothing else was filled in', () => {
  const sheet =
    'product_id;attribute;column;suggestion;derived_from;value\n2;colour;colour;red;width;\n4;colour;colour;red;width;blue\n';
  assert.equal(apply(SHIRTS, sheet).cells, 1);
  const { csv, cells } = apply(SHIRTS, sheet, { suggestions: true });
  assert.equal(cells, 2);
  assert.equal(csv, SHIRTS.replace('2;;', '2;red;').replace('4;N/A', '4;blue'));
});

const SYSTEMS = [
  'id;os;ports;note',
  '1;macOS;"usb, hdmi";a',
  '2;Mac OS;"USB , usb-c";',
  '3; mac  os ;"u.s.b, hdmi";',
  '4;Windows;"u.s.b, hdmi, usb";',
  '',
].join('\r\n');

/** A sheet of rows with product, attribute, current value and value. */
const spellingSheet = (...rows: (readonly [string, string, string, string])[]): string =>
  writeCsv([['product_id', 'attribute', 'current', 'value'], ...rows]);

test('another spelling takes the place of the current one, in a list of that part alone', () => {
  const lists = Array.from(
    { length: 12 },
    (_, row) => `${row + 5};Linux;"${['usb, hdmi', 'hdmi, vga', 'vga, usb'][row % 3]}";`,
  );
  const csv = `${SYSTEMS}${lists.join('\r\n')}\r\n`;
  const sheet = spellingSheet(
    ['2', 'os', 'Mac OS', 'macOS'],
    ['3', 'os', 'Mac OS', 'macOS'],
    ['3', 'ports', 'U.S.B', 'usb'],
    ['4', 'ports', 'u.s.b', 'usb'],
  );
  const once = apply(csv, sheet);
  assert.deepEqual(once.skipped, []);
  assert.equal(
    once.csv,
    csv
      .replace('2;Mac OS', '2;macOS')
      .replace('3; mac  os ;"u.s.b, hdmi"', '3;macOS;"usb, hdmi"')
      .replace('"u.s.b, hdmi, usb"', '"usb, hdmi"'),
  );
  assert.deepEqual([once.respelled, once.cells, once.unchanged], [4, 4, 0]);
  const twice = apply(once.csv, sheet);
  assert.deepEqual([twice.csv, twice.respelled, twice.unchanged], [once.csv, 0, 4]);
});

test('a product that has another value than the current one by now keeps it, whatever may be overwritten', () => {
  const { csv, skipped } = apply(SYSTEMS, spellingSheet(['4', 'os', 'Mac OS', 'macOS']), { overwrite: true });
  assert.equal(csv, SYSTEMS);
  assert.deepEqual(skipped, [
    { reason: 'changed', row: 2, id: '4', attribute: 'os', value: 'macOS', held: 'Windows' },
  ]);
});

test('spellings are replaced in the pairs, packs and variants that hold them', () => {
  const pairs = [
    'Handle,Option1 Name,Option1 Value,Option2 Name,Option2 Value',
    'a,Size,S,Color,Sand Stone',
    'a,,M,,red',
    'b,Color,Sandstone,,',
    'c,Size,Sand Stone,Color,red',
    '',
  ].join('\n');
  const sheet = spellingSheet(
    ['a', 'Color', 'Sand Stone', 'Sandstone'],
    ['c', 'Color', 'Sand Stone', 'Sandstone'],
  );
  const { csv, skipped } = apply(pairs, sheet);
  assert.equal(csv, pairs.replace('Color,Sand Stone', 'Color,Sandstone'));
  assert.deepEqual(
    skipped.map(({ reason, id }) => [reason, id]),
    [['changed', 'c']],
  );

  const packed = [
    'sku,name,additional_attributes',
    ...Array.from(
      { length: 12 },
      (_, row) => `${row},Mac OS ${row},"os=${['Mac OS', 'macOS'][row % 2]},note=Mac OS,size=${row % 3}"`,
    ),
    '',
  ].join('\n');
  const written = apply(packed, spellingSheet(['4', 'os', 'Mac OS', 'macOS']));
  assert.deepEqual([written.skipped, written.respelled], [[], 1]);
  assert.equal(written.csv, packed.replace('4,Mac OS 4,"os=Mac OS', '4,Mac OS 4,"os=macOS'));
});

test('a file that is no sheet is refused', () => {
  assert.throws(
    () => apply(SHIRTS, 'id,colour\n1,red\n'),
    /no repair sheet: it needs the columns "product_id"/,
  );
});

test('bytes come back in their encoding, or in UTF-8 on demand', () => {
  const latin = encode('id;größe\r\n1;\r\n', { name: 'windows-1252', mark: false });
  const { csv } = applySheet(latin, sheetOf(['1', 'größe', 'groß']));
  assert.deepEqual(csv, encode('id;größe\r\n1;groß\r\n', { name: 'windows-1252', mark: false }));
  assert.throws(() => applySheet(latin, sheetOf(['1', 'größe', 'dla ł'])), /"ł" \(U\+0142\)/);
  const utf8 = applySheet(latin, sheetOf(['1', 'größe', 'dla ł']), { encoding: 'utf-8' });
  assert.deepEqual(utf8.csv, encode('id;größe\r\n1;dla ł\r\n', { name: 'utf-8', mark: false }));
});

test('property: an empty sheet changes nothing; a filled one gives the export its values, and once more nothing', () => {
  fc.assert(
    fc.property(smallExport, (file) => {
      const csv = csvOf(file);
      const catalogue = interpret(readTable(csv));
      const sheet = sheetAsCsv(repairSheet(catalogue, audit(catalogue)));
      assert.equal(apply(csv, sheet).csv, csv);
      const lines = sheet
        .trimEnd()
        .split('\r\n')
        .filter((line, at) => at === 0 || line.split(',')[4] === '');
      const filled = lines.map((line, at) => {
        const cells = line.split(',');
        if (at > 0) cells[5] = 'green';
        return cells.join(',');
      });
      const once = apply(csv, filled.join('\r\n'));
      assert.deepEqual(once.skipped, []);
      assert.equal(once.cells, lines.length - 1);
      const after = readTable(once.csv);
      for (const line of lines.slice(1)) {
        const [id, , , attribute] = line.split(',');
        const column = after.columns.find(({ name }) => name === attribute)!;
        assert.equal(column.texts[column.cell[after.ids.indexOf(id)]], 'green');
      }
      assert.equal(apply(once.csv, filled.join('\r\n')).csv, once.csv);
    }),
    { numRuns: 60 },
  );
});

test('an answer takes the place of a word that is no value of its measure', () => {
  const rows = Array.from(
    { length: 20 },
    (_, at) => `p${at},${at === 4 ? 'on request' : (at % 7) * 15 + 10}`,
  );
  const csv = (all: readonly string[]) => `id,height_cm\n${all.join('\n')}\n`;
  const sheet = 'product_id,attribute,value\np4,height_cm,75\n';
  const { csv: written, skipped } = applySheet(csv(rows), sheet);
  assert.deepEqual([written, skipped], [csv(rows.with(4, 'p4,75')), []]);
  assert.equal(applySheet(written, sheet).csv, written);
});
