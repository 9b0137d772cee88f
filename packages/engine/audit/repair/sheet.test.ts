import assert from 'node:assert/strict';
import test from 'node:test';
import Papa from 'papaparse';
import { catalogueOf } from '../exports.fixture.ts';
import { audit } from '../grade/audit.ts';
import { repairSheet } from './sheet.ts';
import { sheetAsCsv } from './sheet-csv.ts';

function fabrics() {
  const rows = Array.from({ length: 90 }, (_, product) => [
    `p${product}`,
    ['linen', 'wool', 'silk'][product % 3],
    product % 5 === 0 ? '' : ['plant', 'sheep', 'moth'][product % 3],
    product % 4 === 0 ? '' : ['=cmd()', 'b', 'c', 'd'][Math.floor(product / 2) % 4],
  ]);
  return catalogueOf({ names: ['id', 'fabric', 'origin', 'cut'], rows });
}

test('the repair sheet has a row for each missing cell, with what can be derived filled in', () => {
  const catalogue = fabrics();
  const result = audit(catalogue);
  const sheet = Papa.parse<Record<string, string>>(sheetAsCsv(repairSheet(catalogue, result)), {
    header: true,
    skipEmptyLines: true,
  });
  assert.deepEqual(sheet.errors, []);
  const origins = sheet.data.filter(({ attribute }) => attribute === 'origin');
  assert.equal(origins.length, 18);
  for (const { product_id: id, suggestion, derived_from: from } of origins) {
    assert.equal(from, 'fabric');
    assert.equal(suggestion, ['plant', 'sheep', 'moth'][Number(id.slice(1)) % 3]);
  }
  assert.equal(sheet.data.filter(({ attribute }) => attribute === 'fabric').length, 0);
});

test('no suggestion is run as a formula by a spreadsheet', () => {
  const rows = Array.from({ length: 80 }, (_, product) => [
    `p${product}`,
    ['linen', 'wool'][product % 2],
    product % 5 === 0 ? '' : ['=1+1', '@sum'][product % 2],
  ]);
  const catalogue = catalogueOf({ names: ['id', 'fabric', 'formula'], rows });
  const sheet = sheetAsCsv(repairSheet(catalogue, audit(catalogue)));
  assert.match(sheet, /'=1\+1/);
  assert.doesNotMatch(sheet, /(^|,)"?[=@]/m);
});

test('a suggestion of several values is written as the column writes them, so that it reads as they do', () => {
  for (const separator of [', ', ',', '|', ' | ', '; ', ';', ' / ', '\n']) {
    const origins = [['United States', 'Canada'], ['United States'], ['Canada', 'Mexico'], ['Mexico']];
    const rows = Array.from({ length: 80 }, (_, product) => [
      `p${product}`,
      ['all', 'home', 'near', 'south'][product % 4],
      product % 5 === 0 ? '' : origins[product % 4].join(separator),
    ]);
    const names = ['id', 'reach', 'origins'];
    const catalogue = catalogueOf({ names, rows });
    const sheet = Papa.parse<Record<string, string>>(sheetAsCsv(repairSheet(catalogue, audit(catalogue))), {
      header: true,
      skipEmptyLines: true,
    });
    const suggested = new Map(sheet.data.map((row) => [row.product_id, row.suggestion]));
    const filled = rows.map(([id, kind, own]) => [id, kind, own || suggested.get(id)!]);
    const { values } = catalogueOf({ names, rows: filled }).attributes[1];
    assert.deepEqual(
      values.map(({ label }) => label),
      ['Canada', 'Mexico', 'United States'],
      JSON.stringify(separator),
    );
    assert.equal(suggested.get('p0'), ['Canada', 'United States'].join(separator));
  }
});

test('the sheet names the column into which the option of a product belongs', () => {
  const rows = Array.from({ length: 40 }, (_, product) => [
    `p${product}`,
    product % 2 ? 'Color' : 'Size',
    product % 2 ? ['red', 'blue', 'green'][product % 3] : ['S', 'M', 'L'][product % 3],
    '',
    '',
    `${product % 7}`,
  ]);
  const names = ['id', 'Option1 Name', 'Option1 Value', 'Option2 Name', 'Option2 Value', 'height'];
  const catalogue = catalogueOf({ names, rows });
  const color = catalogue.attributes.find(({ name }) => name === 'Color')!;
  const result = audit(catalogue);
  const attributes = result.attributes.map((attribute) => ({ ...attribute, priority: 1 }));
  const sheet = Papa.parse<Record<string, string>>(
    sheetAsCsv(repairSheet(catalogue, { ...result, attributes })),
    {
      header: true,
      skipEmptyLines: true,
    },
  );
  const colours = sheet.data.filter(({ attribute }) => attribute === 'Color');
  assert.equal(colours.length, color.cell.filter((cell) => cell < 0).length);
  for (const { column } of colours) assert.equal(column, 'Option2 Value');
});

function systems() {
  const rows = Array.from({ length: 80 }, (_, product) => [
    `p${product}`,
    product % 16 === 5 ? 'Mac OS' : ['macOS', 'Windows', 'Linux'][product % 3],
    product % 20 === 7 ? 'V-neck' : ['V neck', 'boat neck', 'turtle neck'][product % 3],
    product % 4 === 0 ? '' : ['b', 'c', 'd'][Math.floor(product / 2) % 3],
  ]);
  const catalogue = catalogueOf({ names: ['id', 'system', 'cut', 'origin'], rows });
  return { catalogue, result: audit(catalogue) };
}

test('after the missing cells stands each product with an unusual spelling, those of the costliest first', () => {
  const { catalogue, result } = systems();
  const { questions, rows, leftOut } = repairSheet(catalogue, result);
  const first = rows.findIndex(({ current }) => current !== undefined);
  assert.ok(first > 0);
  assert.ok(rows.slice(0, first).every(({ id }) => Number(id.slice(1)) % 4 === 0));
  assert.deepEqual(
    rows
      .slice(first)
      .map(({ id, question, current, suggestion, column }) => [
        id,
        questions[question].attribute,
        current,
        suggestion,
        column,
      ]),
    [
      ...[5, 21, 37, 53, 69].map((product) => [`p${product}`, 'system', 'Mac OS', 'macOS', 'system']),
      ...[7, 27, 47, 67].map((product) => [`p${product}`, 'cut', 'V-neck', 'V neck', 'cut']),
    ],
  );
  assert.equal(leftOut, 0);
});

test('spellings take a tenth of the rows, and more where missing cells leave some', () => {
  const { catalogue, result } = systems();
  const kinds = (most: number) => {
    const { rows, leftOut } = repairSheet(catalogue, result, { rows: most });
    return [rows.filter(({ current }) => current === undefined).length, rows.length, leftOut];
  };
  assert.deepEqual(kinds(9), [9, 9, 20]);
  assert.deepEqual(kinds(10), [9, 10, 19]);
  assert.deepEqual(kinds(28), [20, 28, 1]);
});
