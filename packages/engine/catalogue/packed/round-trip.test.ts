import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import Papa from 'papaparse';
import { readTable } from '../csv/table-reader.ts';
import type { FileRows, Table } from '../types.ts';
import { Folding } from './folding.ts';

/** What each product has in each column. */
function facts({ ids, columns }: Table): Map<string, string> {
  const found = new Map<string, string>();
  for (const { name, cell, texts } of columns) {
    cell.forEach((text, product) => {
      if (text >= 0) found.set(`${name}\n${ids[product]}`, texts[text]);
    });
  }
  return found;
}

function edited({ names, rows }: FileRows, edits: Folding['edits']): string {
  const changed = Array.from(rows, (row) => [...row]);
  for (const { row, column, text } of edits) {
    while (changed[row].length <= column) changed[row].push('');
    changed[row][column] = text;
  }
  return Papa.unparse([[...names], ...changed]);
}

interface Own {
  readonly material?: string;
  readonly fit?: string;
  readonly size?: string;
}

/** Each form: the header behind the id, and the cells of a product. */
const FORMS: Readonly<
  Record<string, { header: string[]; cells: (own: Own) => string[]; attribute: string }>
> = {
  'a column of its own': {
    header: ['fit', 'size', 'material'],
    cells: (own) => [own.fit ?? '', own.size ?? '', own.material ?? ''],
    attribute: 'material',
  },
  'numbered pairs': {
    header: [
      'Option1 Name',
      'Option1 Value',
      'Option2 Name',
      'Option2 Value',
      'Option3 Name',
      'Option3 Value',
    ],
    cells: (own) => {
      const pairs = entries(own).flat();
      return [...pairs, ...Array<string>(6 - pairs.length).fill('')];
    },
    attribute: 'material',
  },
  'equal signs and commas': packed((all) => all.map(([key, value]) => `${key}=${value}`).join(',')),
  'colons and semicolons': packed((all) => all.map(([key, value]) => `${key}: ${value}`).join('; ')),
  'colons and bars': packed((all) => all.map(([key, value]) => `${key}:${value}`).join('|')),
  lines: packed((all) => all.map(([key, value]) => `${key}: ${value}`).join('\n')),
  'colons and positions': packed((all) =>
    all.map(([key, value], at) => `${key}:${value}:${at + 1}`).join(','),
  ),
  'sections and colons': packed((all) => all.map(([key, value]) => `General:${key}:${value}`).join(',')),
  'an object': packed((all) => (all.length === 0 ? '' : JSON.stringify(Object.fromEntries(all)))),
  'a list of objects': packed((all) =>
    all.length === 0 ? '' : JSON.stringify(all.map(([name, value]) => ({ name, value }))),
  ),
  'items of a list': packed(
    (all) =>
      `<p>A fine thing.</p><ul>${all.map(([key, value]) => `<li>${key}: ${value}</li>`).join('')}</ul><p>Buy it.</p>`,
  ),
  'rows of a table': packed(
    (all) =>
      `<table>${all.map(([key, value]) => `<tr><th>${key}</th><td>${value}</td></tr>`).join('')}</table>`,
  ),
  'terms and descriptions': packed(
    (all) => `<dl>${all.map(([key, value]) => `<dt>${key}</dt><dd>${value}</dd>`).join('')}</dl>`,
  ),
  'lines with a bold key': packed(
    (all) =>
      `<p>A fine thing.</p>${all.map(([key, value]) => `<p><strong>${key}:</strong> ${value}</p>`).join('')}`,
  ),
};

function entries(own: Own): [string, string][] {
  return Object.entries(own).filter((entry): entry is [string, string] => entry[1] !== undefined);
}

function packed(write: (all: [string, string][]) => string) {
  return { header: ['specification'], cells: (own: Own) => [write(entries(own))], attribute: 'material' };
}

const MATERIALS = ['wool', 'silk', 'flax'];
/** Thirty products, each with two or three of its facts; the last has no material. */
const PRODUCTS = Array.from(
  { length: 30 },
  (_, at): Own => ({
    ...(at % 5 === 4 || at === 29 ? {} : { material: MATERIALS[at % 3] }),
    fit: ['slim', 'wide'][at % 2],
    ...(at % 4 === 3 ? {} : { size: `${at + 30}` }),
  }),
);

const plain = fc.constantFrom('wool', 'jute', 'Merino wool', 'hemp 100', 'Wolle');
const odd = fc.oneof(
  plain,
  fc.constantFrom(
    'a, b',
    'a; b',
    'a|b',
    '5"',
    'a=b',
    'x: y',
    '<b>',
    'R&D',
    '{}',
    '[1]',
    'a\nb',
    "O'Neil",
    'a,b=c',
    '100% "x", y',
    'n: 1',
    '::',
    '1:2',
  ),
  fc.string({ minLength: 1, maxLength: 12 }),
);

for (const [form, { header, cells, attribute }] of Object.entries(FORMS)) {
  const csv = Papa.unparse([['id', ...header], ...PRODUCTS.map((own, at) => [`p${at}`, ...cells(own)])]);
  const table = readTable(csv, { forWriting: true });
  const empty = table.ids.flatMap((_, product) =>
    table.columns.find(({ name }) => name === attribute)!.cell[product] < 0 ? [product] : [],
  );

  test(`${form}: a value that is written into an empty place is read there, and nothing else changes`, () => {
    assert.ok(empty.length > 5);
    fc.assert(
      fc.property(fc.constantFrom(...empty), plain, (product, value) => {
        const folding = new Folding(table);
        assert.equal(folding.foldValue(attribute, product, value).refused, undefined);
        assert.ok(folding.edits.length > 0);
        const again = readTable(edited(table.fileRows!, folding.edits), { forWriting: true });
        const expected = facts(table).set(`${attribute}\n${table.ids[product]}`, value);
        assert.deepEqual(withoutSource(facts(again), header), withoutSource(expected, header));
        assert.deepEqual(new Folding(again).foldValue(attribute, product, value), { edits: [] });
        assert.equal(new Folding(again).foldValue(attribute, product, `${value} x`).refused, 'recorded');
      }),
      { numRuns: 30 },
    );
  });

  test(`${form}: a value that would not be read back is refused`, () => {
    fc.assert(
      fc.property(fc.constantFrom(...empty), odd, (product, value) => {
        const folding = new Folding(table);
        const { edits, refused } = folding.foldValue(attribute, product, value);
        if (refused !== undefined || edits.length === 0) return assert.equal(folding.edits.length, 0);
        const again = readTable(edited(table.fileRows!, folding.edits), { forWriting: true });
        const later = withoutSource(facts(again), header);
        const earlier = withoutSource(facts(table), header);
        const key = `${attribute}\n${table.ids[product]}`;
        later.delete(key);
        assert.deepEqual(later, earlier);
        assert.deepEqual(new Folding(again).foldValue(attribute, product, value).edits, []);
        return undefined;
      }),
      { numRuns: 60 },
    );
  });
}

/** The facts without the columns that change with what is written: texts with markup, and the names of options. */
function withoutSource(all: Map<string, string>, header: readonly string[]): Map<string, string> {
  const changing = header.filter((name) => name === 'specification' || name.endsWith('Name'));
  return new Map([...all].filter(([key]) => !changing.some((name) => key.startsWith(`${name}\n`))));
}
