import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSecondTable, readTable, type Table } from '../index.ts';

const read = (csv: string, id?: string): Table => readTable(csv, { tolerant: true, id });
const codes = ({ warnings }: Table): string[] => warnings.map(({ code }) => code);
const message = ({ warnings }: Table, code: string): string =>
  warnings.find((warning) => warning.code === code)?.message ?? '';

/** Rows of products `p0`, `p1`, … of three columns. */
const products = (count: number, separator = ','): string =>
  Array.from({ length: count }, (_, row) =>
    [`p${row}`, ['red', 'blue'][row % 2], `${row % 7} cm`].join(separator),
  ).join('\n');
const HEADER = 'sku,colour,width';

test('lines above the header are passed over, and the warning names the line of the header', () => {
  const table = read(`Product report\nexported 3 March, 2026\n\n${HEADER}\n${products(6)}\n`);
  assert.equal(table.idColumn, 'sku');
  assert.equal(table.ids.length, 6);
  assert.match(message(table, 'lines_above_header'), /line 4 .*2 lines/);
  // The lines above have another separator than the table.
  assert.equal(
    read(`Report, of the shop\n${HEADER.replaceAll(',', ';')}\n${products(6, ';')}\n`).idColumn,
    'sku',
  );
  // As a spreadsheet saves it.
  assert.equal(read(`Report,,\n,,\n${HEADER}\n${products(6)}\n`).idColumn, 'sku');
});

test('a sparse table with a full header has nothing above it', () => {
  const table = read(`${HEADER}\np1,,\np2,,\np3,red,\n`);
  assert.deepEqual([table.ids.length, codes(table)], [3, []]);
  assert.equal(read('sku,colour\np1,red\np2,blue\n').idColumn, 'sku');
});

test('a flat file of a marketplace has its names on the third row', () => {
  const flat = `TemplateType=home,Version=2026.1,The top 3 rows are not to be changed.\nSeller SKU,Colour,Item width\nitem_sku,color_name,item_width\n${products(5)}\n`;
  const table = read(flat);
  assert.deepEqual(
    [table.idColumn, ...table.columns.map(({ name }) => name)],
    ['item_sku', 'color_name', 'item_width'],
  );
  assert.equal(table.ids[0], 'p0');
  const stated = `settings=attributeRow=4&dataRow=6,x,y\n,,\nSeller SKU,Colour,Width\nsku#1,colour#1,width#1\nABC,red,5\n${products(5)}\n`;
  assert.deepEqual([read(stated).idColumn, read(stated).ids[0]], ['sku#1', 'p0']);
});

test('names of a program below the titles are the names', () => {
  const rows = products(5)
    .split('\n')
    .map((row) => `${row},x`)
    .join('\n');
  const table = read(
    `Seller SKU,Colour,Item width,Note\nitem_sku,color_name,item_width,item_note\n${rows}\n`,
  );
  assert.equal(table.idColumn, 'item_sku');
  assert.equal(table.ids.length, 5);
});

test('totals and remarks below the products are left out, with their lines', () => {
  const csv = `${HEADER}\n${products(6)}\nGesamtsumme,,42\n\nExported by the shop,,\n`;
  const table = read(csv);
  assert.equal(table.ids.length, 6);
  assert.match(message(table, 'rows_left_out'), /2 rows were left out \(line 8 and line 10\)/);
  // A product with that name is one: its row is as wide as the others, and so is one without values at the end.
  assert.equal(read(`${HEADER}\n${products(6)}\nTotal,red,4 cm\n`).ids.length, 7);
  assert.equal(read(`${HEADER}\n${products(6)}\np9,,\n`).ids.length, 7);
});

test('one row without an id in fifty is left out, and two in fifty-one are refused', () => {
  const table = read(`${HEADER}\n${products(49)}\n,red,5 cm\n`);
  assert.equal(table.ids.length, 49);
  assert.match(message(table, 'rows_left_out'), /line 51.*"sku"/);
  assert.throws(() => read(`${HEADER}\n${products(48)}\n,red,5 cm\n,red,6 cm\n${'p50,red,2 cm\n'}`), {
    code: 'missing_id',
    line: 50,
    column: 1,
  });
});

test('one row in fifty that is longer than the header is left out, not shifted; more are refused', () => {
  const table = read(`${HEADER}\n${products(49)}\np50,red, dark,5 cm\n`);
  assert.equal(table.ids.length, 49);
  assert.deepEqual([...table.columns[0].texts].sort(), ['blue', 'red']);
  assert.match(message(table, 'rows_left_out'), /line 51.*more cells/);
  const two = `${HEADER}\n${products(48)}\np50,red, dark,5 cm\np51,red, dark,5 cm\n`;
  assert.throws(() => read(two), { code: 'row_too_long', line: 50, column: 4 });
  assert.equal(read(`${HEADER}\np1,red,5 cm,,\n`).ids.length, 1);
});

test('a column without a name is left out with a value in fifty rows, and numbered with more', () => {
  const rows = products(50).split('\n');
  const first = [`${rows[0]},x`, ...rows.slice(1)];
  const few = read(`${HEADER},\n${first.join('\n')}\n`);
  assert.equal(few.columns.length, 2);
  assert.match(message(few, 'unnamed_column'), /Column 4 .* line 1: its 1 value was left out/);
  const many = read(`${HEADER},\n${[first[0], `${rows[1]},y`, ...rows.slice(2)].join('\n')}\n`);
  assert.equal(many.columns[2].name, 'column 4');
});

test('a first column without a name that numbers the rows is the id, if there is no better', () => {
  assert.equal(read(',colour\n1,red\n2,blue\n3,red\n').idColumn, 'column 1');
});

test('a first column that is constant, empty or repeats is not the id, and the warning says which is', () => {
  const rows = products(12).split('\n');
  const constant = read(`Type,${HEADER}\n${rows.map((row) => `simple,${row}`).join('\n')}\n`);
  assert.deepEqual([constant.idColumn, constant.ids.length], ['sku', 12]);
  assert.match(message(constant, 'id_column_found'), /"sku".*"Type".*same value/);
  const empty = read(`Identificador de URL,${HEADER}\n${rows.map((row) => `,${row}`).join('\n')}\n`);
  assert.equal(empty.idColumn, 'sku');
  const groups = read(`category_key,${HEADER}\n${rows.map((row, at) => `c${at % 3},${row}`).join('\n')}\n`);
  assert.equal(groups.idColumn, 'sku');
});

test('a column of ids that is empty gives way to no other column but one of ids', () => {
  assert.throws(() => read('id,colour\n,red\n'), { code: 'missing_id', line: 2, column: 1 });
  const rows = products(12).split('\n');
  const empty = `id,label,colour,width\n${rows.map((row) => `,${row}`).join('\n')}\n`;
  assert.equal(read(empty.replace('label', 'sku')).idColumn, 'sku');
  const half = empty.replace(/^,(p[0-5]),/gm, '$1,$1,');
  assert.throws(() => read(half), { code: 'missing_id', line: 8 });
});

test('a first column that is called an id folds its variants, whichever other column is unique', () => {
  const rows = products(12).split('\n');
  const table = read(
    `Handle,variant sku,colour,width\n${rows.map((row, at) => `h${at % 3},${row}`).join('\n')}\n`,
  );
  assert.deepEqual([table.idColumn, table.ids.length, codes(table)], ['Handle', 3, ['duplicate_ids']]);
});

test('a name that stands in a few rows, with no id beside it, folds its variants', () => {
  const rows = Array.from({ length: 12 }, (_, at) => `Shirt ${at % 4},${['S', 'M', 'L'][at % 3]},red`);
  assert.equal(read(`Product,Size,Colour\n${rows.join('\n')}\n`).ids.length, 4);
});

test('rows are numbered where no column tells them apart, nearly all of an id are empty, or one name is of many', () => {
  const numbered = (csv: string, rows: number) => {
    const table = read(csv);
    assert.deepEqual([table.idColumn, table.ids.length, codes(table)], ['row', rows, ['rows_numbered']]);
  };
  const shelves = Array.from({ length: 30 }, (_, at) => `${['a', 'b'][at % 2]},${at % 3},red`);
  numbered(`Shelf,Size,Colour\n${shelves.join('\n')}\n`, 30);
  numbered(
    'Manufacturer,Model,Category\nA,One,Notebook\nA,One,Notebook\nB,Two,Notebook\nB,Two,Notebook\n',
    4,
  );
  const pieces = Array.from(
    { length: 30 },
    (_, at) => `${['hall', 'attic'][at % 2]},chair ${Math.max(3, at)},red`,
  );
  numbered(`Room,Piece,Colour\n${pieces.join('\n')}\n`, 30);
  const empty = Array.from({ length: 60 }, (_, at) => `${at === 7 ? '7' : ''},hat ${at % 20},red`);
  numbered(`id,title,colour\n${empty.join('\n')}\n`, 60);
});

test('ids on the first row of a product belong to the variants below it', () => {
  const rows = Array.from({ length: 12 }, (_, at) =>
    at % 3 === 0 ? `id${at},Shirt ${at},S,red` : `,,${['M', 'L'][at % 2]},red`,
  );
  const table = read(`Product ID [Non Editable],Title,Size,Colour\n${rows.join('\n')}\n`);
  assert.equal(table.ids.length, 4);
  assert.match(message(table, 'ids_filled_down'), /8 rows/);
  assert.ok(table.columns[1].texts[0].includes('\u001f'));
});

test('the column that the caller names is the id, and one that is not there is told with the nearest', () => {
  const csv = `colour,sku,width\n${products(6)}\n`;
  assert.equal(read(csv, 'SKU').idColumn, 'sku');
  assert.equal(read(csv, 'colour').idColumn, 'colour');
  assert.throws(() => read(csv, 'skuu'), { code: 'unknown_id_column', message: /Did you mean "sku"/ });
});

test('without tolerance column one is the id, and each faulty row is refused', () => {
  const constant = 'Type,sku\nsimple,1\nsimple,2\nsimple,3\nsimple,4\nsimple,5\nsimple,6\n';
  assert.equal(readTable(constant).ids.length, 1);
  assert.equal(readTable(constant, { id: 'sku' }).ids.length, 6);
  assert.throws(() => readTable(`${HEADER}\n${products(60)}\n,red,5 cm\n`), { code: 'missing_id', line: 62 });
});

test('a later export is read by the id of the earlier one', () => {
  const before = read('Type,sku,colour\na,1,red\na,2,red\na,3,red\na,4,red\na,5,red\n');
  const after = readSecondTable(before, 'Type,sku,colour\na,1,red\nb,2,red\n', { tolerant: true });
  assert.deepEqual([before.idColumn, after.idColumn, after.ids], ['sku', 'sku', ['1', '2']]);
});

test('columns are left out by their names, and one that is not there is told with the nearest', () => {
  const csv = `${HEADER}\n${products(6)}\n`;
  const names = (table: Table) => table.columns.map(({ name }) => name);
  assert.deepEqual(names(readTable(csv, { ignore: ['Colour'] })), ['width']);
  const slip = readTable(csv, { ignore: ['colur', 'sku'] });
  assert.deepEqual(names(slip), ['colour', 'width']);
  assert.match(message(slip, 'unknown_column'), /"colur".*did you mean "colour"\?$/);
  assert.match(message(slip, 'id_not_ignored'), /"sku"/);
});

test('rows that were read elsewhere are read alike, and faults name the record and the file', () => {
  const rows = products(3)
    .split('\n')
    .map((row) => row.split(','));
  const source = {
    names: HEADER.split(','),
    rows,
    placeOf: (row: number) => ({ record: row + 1, file: 'a.jsonl' }),
    warnings: [],
  };
  const { columns, ids } = readTable(`${HEADER}\n${products(3)}\n`);
  const table = readTable(source, { tolerant: true });
  assert.deepEqual([table.ids, table.columns], [ids, columns]);
  assert.throws(() => readTable({ ...source, rows: [['', 'red']] }), {
    code: 'missing_id',
    record: 1,
    file: 'a.jsonl',
  });
});

test('of records the id is the best column, whichever comes first', () => {
  const source = {
    names: ['title', 'colour', 'sku'],
    rows: Array.from({ length: 6 }, (_, at) => [`Shirt ${at}`, 'red', `${at}`]),
    placeOf: (row: number) => ({ record: row + 1 }),
    warnings: [],
    isUnordered: true,
  };
  assert.equal(readTable(source, { tolerant: true }).idColumn, 'sku');
});
