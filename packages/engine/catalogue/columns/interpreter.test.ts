import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Attribute, type Catalogue, interpret, interpretTogether, readTable } from '../index.ts';

function csvOf(columns: Record<string, readonly string[]>): string {
  const names = Object.keys(columns);
  const rows = columns[names[0]].map((_, i) => [`p${i}`, ...names.map((name) => columns[name][i])]);
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return `${['id', ...names].map(quoted).join(',')}\n${rows.map((row) => row.map(quoted).join(',')).join('\n')}\n`;
}

function read(columns: Record<string, readonly string[]>): Map<string, Attribute> {
  return new Map(
    interpret(readTable(csvOf(columns))).attributes.map((attribute) => [attribute.name, attribute]),
  );
}

const repeat = (texts: readonly string[], times: number) =>
  Array.from({ length: texts.length * times }, (_, i) => texts[i % texts.length]);
const each = (count: number, text: (i: number) => string) => Array.from({ length: count }, (_, i) => text(i));

/** What each product has, as sets of labels or magnitudes: equal for equal catalogues, whatever their order. */
function meaning({ ids, attributes }: Catalogue): Record<string, unknown> {
  const byName = [...attributes].sort((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(
    byName.map(({ name, kind, notQuestion, unit, cell, cells, values }) => [
      name,
      {
        kind,
        notQuestion,
        unit,
        values: values.map(({ label, number }) => number ?? label.toLowerCase()),
        products: Object.fromEntries(
          ids
            .map((id, product): [string, unknown] => [id, cell[product] < 0 ? null : cells[cell[product]]])
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        ),
      },
    ]),
  );
}

test('letter case, composed accents and spaces make no other value; the commonest spelling is the label', () => {
  const { values, cell } = read({
    a: ['Red', 'red', 'red', 'RED', 'caf\u00e9', 'cafe\u0301', 'sea  blue', 'Sea blue'],
  }).get('a')!;
  assert.equal(values.length, 3);
  assert.equal(values.find(({ label }) => label.toLowerCase() === 'red')!.label, 'red');
  assert.equal(new Set(cell).size, 3);
});

test('multi-valued cells are lists of values', () => {
  const cases: Record<string, string[]> = {
    bar: ['red|blue', 'red', 'blue', 'green|red'],
    semicolon: ['red; blue', 'red', 'blue', 'green;red'],
    comma: ['red, blue', 'red', 'blue', 'blue, red'],
    slash: ['Black / Red', 'Black', 'Red', 'Red / Black'],
    lines: ['Red\nBlue', 'Red', 'Blue', 'Green\nRed'],
    tight: ['Windows,OS X', 'Windows', 'OS X', 'OS X,Windows'],
  };
  for (const [name, cells] of Object.entries(cases)) {
    const { kind, cells: held, cell } = read({ a: repeat(cells, 5) }).get('a')!;
    assert.equal(kind, 'list', name);
    assert.equal(held[cell[0]].length, 2, name);
  }
});

test('two halves that are never seen apart are one value', () => {
  const { kind, values } = read({
    a: repeat(['Washed / Wet', 'Natural / Dry', 'Other', 'Pulped, honey'], 6),
  }).get('a')!;
  assert.equal(kind, 'category');
  assert.equal(values.length, 4);
});

test('yes and no in any language are booleans, and 1 with 0', () => {
  for (const pair of [
    ['true', 'false'],
    ['Yes', 'No'],
    ['ja', 'nein'],
    ['oui', 'non'],
    ['1', '0'],
    ['TRUE', 'no'],
  ]) {
    assert.equal(read({ a: repeat(pair, 6) }).get('a')!.kind, 'boolean', pair.join());
  }
  assert.equal(read({ a: repeat(['0', '1', '2'], 6) }).get('a')!.kind, 'number');
});

test('identifiers are not questions, in a catalogue of 20 products as in one of 2,000', () => {
  for (const count of [20, 2000]) {
    const columns = read({
      Title: each(count, (i) => `Fine thing ${i} of oak`),
      SKU: each(count, (i) => `SKU-${i * 7}`),
      Link: each(count, (i) => `https://shop.example/p/${i}`),
      picture: each(count, (i) => `/images/${i}.jpg`),
      brewery_id: each(count, (i) => String(i % Math.ceil(count / 3))),
      code: each(count, (i) => String(4_000_000_000_000 + i * 977)),
      serial: each(count, (i) => String(1000 + i)),
    });
    for (const [name, { notQuestion }] of columns)
      assert.equal(notQuestion, 'identifier', `${name} of ${count}`);
  }
});

test('wide measures are questions however seldom a number repeats', () => {
  for (const count of [20, 2000]) {
    const columns = read({
      price: each(count, (i) => (9.99 + i * 1.37).toFixed(2)),
      height: each(count, (i) => String(100 + i * 13)),
      weight: each(count, (i) => `${1000 + i * 17} g`),
      ratings_count: each(count, (i) => String(Math.floor(2000 + i ** 2.1))),
      colour: each(count, (i) => ['red', 'blue', 'green', 'oak'][i % 4]),
    });
    for (const [name, { notQuestion }] of columns)
      assert.equal(notQuestion, undefined, `${name} of ${count}`);
  }
});

test('running text, constants and the plumbing of the shop are no questions', () => {
  const columns = read({
    'Body (HTML)': each(20, (i) => `<p>A lovely thing, number ${i}, made for those who care.</p>`),
    Story: each(
      20,
      (i) => `This is the long story of product ${i} and of all the people who made it with love`,
    ),
    Vendor: each(20, () => 'We'),
    'Variant Inventory Policy': each(20, (i) => ['deny', 'continue'][i % 2]),
    'Variant Requires Shipping': each(20, (i) => ['true', 'false'][i % 2]),
    'Tax status': each(20, (i) => ['taxable', 'none at all'][i % 2]),
    'Image Position': each(20, (i) => String(i % 3)),
    Lagerbestand: each(20, (i) => String(i % 5)),
    'Cost per item': each(20, (i) => `${i}.50`),
    'Variant Compare At Price': each(20, (i) => (i % 3 === 0 ? `${i + 9}.00` : '')),
    'Sale price': each(20, (i) => (i % 4 === 0 ? `${i + 5}.00` : '')),
  });
  const reasons = Object.fromEntries([...columns].map(([name, { notQuestion }]) => [name, notQuestion]));
  assert.deepEqual(reasons, {
    'Body (HTML)': 'text',
    Story: 'text',
    Vendor: 'constant',
    'Variant Inventory Policy': 'operational',
    'Variant Requires Shipping': 'operational',
    'Tax status': 'operational',
    'Image Position': 'operational',
    Lagerbestand: 'operational',
    'Cost per item': 'operational',
    'Variant Compare At Price': 'operational',
    'Sale price': 'operational',
  });
});

test('an empty column is still a question, unless its name excludes it', () => {
  const columns = read({
    Material: each(5, () => ''),
    'Variant SKU': each(5, () => 'N/A'),
    x: each(5, String),
  });
  assert.equal(columns.get('Material')!.notQuestion, undefined);
  assert.equal(columns.get('Variant SKU')!.notQuestion, 'identifier');
  assert.equal(columns.get('Variant SKU')!.placeholders.length, 5);
});

const words = fc.constantFrom('red', 'Blue', 'green', 'oak', 'Tall', 'x9', '');
const numbers = fc.constantFrom('1', '2.5', '10 cm', '7 cm', '120', '33', '');
const shelf = fc.array(fc.tuple(words, numbers, fc.constantFrom('red|oak', 'oak', 'red', 'blue|oak', '')), {
  minLength: 1,
  maxLength: 30,
});
const columnsOf = (rows: readonly (readonly [string, string, string])[]) => ({
  word: rows.map(([word]) => word),
  number: rows.map(([, number]) => number),
  list: rows.map(([, , list]) => list),
});

test('the order of rows and columns, and letter case, change nothing', () => {
  fc.assert(
    fc.property(shelf, fc.integer({ min: 0, max: 1000 }), (rows, shift) => {
      const csv = csvOf(columnsOf(rows));
      const [header, ...lines] = csv.trimEnd().split('\n');
      const rotated = [
        ...lines.slice(shift % lines.length),
        ...lines.slice(0, shift % lines.length),
      ].reverse();
      const reversed = (line: string) => {
        const [id, ...cells] = line.split(',');
        return [id, ...cells.reverse()].join(',');
      };
      const moved = [header, ...rotated].map(reversed).join('\n');
      const expected = meaning(interpret(readTable(csv)));
      assert.deepEqual(meaning(interpret(readTable(moved))), expected);
      const loud = csvOf(columnsOf(rows.map(([a, b, c]) => [a.toUpperCase(), b, c.toUpperCase()])));
      assert.deepEqual(meaning(interpret(readTable(loud))), expected);
    }),
  );
});

test('two exports interpreted together share kinds, units, values and cells', () => {
  fc.assert(
    fc.property(shelf, shelf, (first, second) => {
      const [before, after] = interpretTogether(
        readTable(csvOf(columnsOf(first))),
        readTable(csvOf(columnsOf(second))),
      );
      before.attributes.forEach((attribute, i) => {
        const other = after.attributes[i];
        assert.equal(attribute.kind, other.kind);
        assert.equal(attribute.unit, other.unit);
        assert.equal(attribute.values, other.values);
        assert.equal(attribute.cells, other.cells);
      });
    }),
  );
});

test('an export beside itself is interpreted as alone', () => {
  fc.assert(
    fc.property(shelf, (rows) => {
      const table = readTable(csvOf(columnsOf(rows)));
      const [before, after] = interpretTogether(table, table);
      assert.deepEqual(before, interpret(table));
      assert.deepEqual(after, interpret(table));
    }),
  );
});

test('a column that only one export has is interpreted by itself', () => {
  const [before, after] = interpretTogether(
    readTable('id,a\n1,x\n'),
    readTable('id,a,b\n1,x,5 cm\n2,y,6 cm\n'),
  );
  assert.deepEqual(
    before.attributes.map(({ name }) => name),
    ['a'],
  );
  assert.equal(after.attributes[1].unit, 'cm');
});

test('the type of a row is not a question', () => {
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
