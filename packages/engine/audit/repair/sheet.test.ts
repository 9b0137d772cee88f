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
