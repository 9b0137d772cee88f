import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import Papa from 'papaparse';
import { interpret } from '../columns/interpreter.ts';
import { privateColumns, withoutPrivateColumns } from '../columns/private-columns.ts';
import { readTable } from '../csv/table-reader.ts';
import { packStylesOf } from './pack-recognition.ts';

const columnOf = (cells: readonly string[]) =>
  readTable(Papa.unparse([['id', 'x'], ...cells.map((cell, at) => [`p${at}`, cell])])).columns;
const isUnfolded = (cells: readonly string[]): boolean =>
  columnOf(cells).some(({ writtenIn }) => writtenIn !== undefined);

test('cells are a pack from nine in ten that parse on', () => {
  const packs = (words: number) =>
    Array.from({ length: 40 }, (_, at) => (at < words ? `a word ${at}` : `fit:f${at},size:s${at % 3}`));
  assert.ok(isUnfolded(packs(4)));
  assert.ok(!isUnfolded(packs(5)));
  assert.deepEqual(
    columnOf(packs(4)).map(({ name }) => name),
    ['x', 'fit', 'size'],
    'other cells stay',
  );
  assert.equal(columnOf(packs(4))[0].texts.length, 4);
});

test('cells are a pack from half of them with two facts on', () => {
  const packs = (alone: number) =>
    Array.from({ length: 40 }, (_, at) => (at < alone ? `fit:f${at}` : `fit:f${at},size:s${at % 3}`));
  assert.ok(isUnfolded(packs(20)));
  assert.ok(!isUnfolded(packs(21)));
});

test('keys must recur, and stand once in a cell', () => {
  assert.ok(!isUnfolded(Array.from({ length: 20 }, (_, at) => `key a${at}: x; key b${at}: y`)));
  assert.ok(!isUnfolded(Array.from({ length: 20 }, (_, at) => `note: x${at}; note: y; note: z`)));
  assert.ok(
    !isUnfolded(Array.from({ length: 20 }, (_, at) => `en:tea-${at},fr:the-${at}`)),
    'languages are no keys',
  );
});

test('titles, times, ratios, links and prose with colons are no packs', () => {
  const texts: readonly ((at: number) => string)[] = [
    (at) => `Star ships: the ${at}th journey, with maps`,
    (at) => `${at % 12}:30, ${at % 10}:45`,
    (at) => `16:${at}, 4:3`,
    (at) => `https://shop.example/p?id=${at}&colour=red&size=m`,
    (at) =>
      `Please note: this is a long story about item ${at}, which we like a lot. Care: wash it gently by hand, then let it dry in the shade for a day or two and never iron it; it will last for many years, we promise.`,
    (at) =>
      `<p>Note: it is handmade, number ${at}.</p><ul><li>A fine thing</li><li>Made for you: by us, in a workshop with windows on all its sides</li></ul>`,
    (at) => `Cotton; wool; silk ${at}`,
    (at) => `A=${at}`,
  ];
  for (const text of texts) {
    assert.ok(!isUnfolded(Array.from({ length: 60 }, (_, at) => text(at))), text(7));
  }
});

test('no text of random words is taken apart', () => {
  const word = fc.constantFrom(
    'wool',
    'Colour',
    'of',
    'the',
    'sea:',
    'is',
    'x=y',
    ';',
    ',',
    '|',
    '10',
    'see:',
    'new',
  );
  fc.assert(
    fc.property(
      fc.array(fc.array(word, { minLength: 3, maxLength: 14 }), { minLength: 15, maxLength: 40 }),
      (texts) => {
        const cells = texts.map((words, at) => `${at} ${words.join(' ')}`);
        // Keys of a pack are few; such words hardly ever recur as the beginning of most entries.
        const styles = packStylesOf({
          name: 'x',
          cell: new Int32Array(0),
          texts: cells,
          placeholders: new Int32Array(0),
        });
        assert.deepEqual(styles, []);
      },
    ),
    { numRuns: 300 },
  );
});

test('of more than 200 attributes in packs those that most products have are read, and a warning tells', () => {
  const cells = (keys: number) =>
    Array.from({ length: 20 }, (_, at) =>
      Array.from({ length: at === 0 ? keys - 1 : keys }, (_, key) => `key k${key}=v${(at + key) % 3}`).join(
        ',',
      ),
    );
  const table = (keys: number) =>
    readTable(Papa.unparse([['id', 'x'], ...cells(keys).map((cell, at) => [`p${at}`, cell])]));
  assert.equal(table(200).columns.length, 200);
  assert.deepEqual(table(200).warnings, []);
  assert.equal(table(201).columns.length, 200);
  assert.ok(!table(201).columns.some(({ name }) => name === 'key k200'), 'the rarest is left out');
  assert.match(table(201).warnings[0].message, /201 attributes; the 200/);
});

test('a key of a text with markup names an attribute from three products, and of many from two in a hundred on', () => {
  const csv = (products: number, withKey: number) =>
    Papa.unparse([
      ['id', 'text'],
      ...Array.from({ length: products }, (_, at) => [
        `p${at}`,
        `<ul><li>Fit: f${at % 4}</li>${at < withKey ? '<li>Rare: yes</li>' : ''}</ul>`,
      ]),
    ]);
  const has = (products: number, withKey: number) =>
    readTable(csv(products, withKey)).columns.some(({ name }) => name === 'Rare');
  assert.ok(has(20, 3));
  assert.ok(!has(20, 2));
  assert.ok(has(400, 8));
  assert.ok(!has(400, 7));
});

test('a private fact is hidden with the cells that hold it, and the other facts are shown', () => {
  const csv = Papa.unparse([
    ['id', 'colour', 'details', 'description'],
    ...Array.from({ length: 12 }, (_, at) => [
      `p${at}`,
      ['red', 'blue'][at % 2],
      at === 5 ? 'see the supplier' : `colour=c${at % 3},cost=${at},supplier=s${at % 2}`,
      `<ul><li>Wholesale price: ${at}</li><li>Fit: f${at % 3}</li></ul>`,
    ]),
  ]);
  const catalogue = interpret(readTable(csv));
  const shown = withoutPrivateColumns(catalogue).attributes.map(({ name }) => name);
  assert.deepEqual(shown, ['colour', 'colour (details)', 'Fit']);
  assert.deepEqual(
    privateColumns(catalogue.attributes.map(({ name }) => name))
      .map(({ name, reason }) => [name, reason])
      .sort(),
    [
      ['Wholesale price', 'cost'],
      ['cost', 'cost'],
      ['supplier', 'supplier'],
    ],
  );
});

test('a private fact under the name of another column is private too', () => {
  const csv = Papa.unparse([
    ['id', 'cost', 'details'],
    ...Array.from({ length: 12 }, (_, at) => [`p${at}`, `${at}`, `cost=${at + 1},fit=f${at % 3}`]),
  ]);
  assert.deepEqual(
    withoutPrivateColumns(interpret(readTable(csv))).attributes.map(({ name }) => name),
    ['fit'],
  );
});

test('the order of rows changes nothing', () => {
  const rows = Array.from({ length: 500 }, (_, at) => [
    `p${at}`,
    at % 9 === 0 ? `only words ${at}` : `fit: f${at % 7}; size: ${at}; note: ${at % 11}`,
    `<ul><li>Cut: c${at % 5}</li></ul>`,
  ]);
  const read = (order: string[][]) => {
    const { ids, columns } = readTable(Papa.unparse([['id', 'pack', 'text'], ...order]));
    return columns.map(({ name, cell, texts }) => [
      name,
      [...ids].sort().map((id) => texts[cell[ids.indexOf(id)]]),
    ]);
  };
  assert.deepEqual(read([...rows].reverse()), read(rows));
});
