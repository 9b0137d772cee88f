import assert from 'node:assert/strict';
import test from 'node:test';
import Papa from 'papaparse';
import { catalogueOf } from '../exports.fixture.ts';
import { audit } from './audit.ts';
import { derive } from './functional-dependency.ts';
import { breakEvenSessions, recommendedAction } from './recommended-action.ts';
import { gradeOf } from './remaining/remaining.ts';
import { repairSheet } from './repair-sheet.ts';

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
  const sheet = Papa.parse<Record<string, string>>(repairSheet(catalogue, result), {
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
  const sheet = repairSheet(catalogue, audit(catalogue));
  assert.match(sheet, /'=1\+1/);
  assert.doesNotMatch(sheet, /(^|,)"?[=@]/m);
});

test('a cell is derived only where at least five are recorded and 95 % of them alike', () => {
  const group = (recorded: string[]) => [...recorded.map((value) => ['g', value]), ['g', '']];
  const derived = (recorded: string[]) => {
    const others = Array.from({ length: 20 }, (_, other) => ['h', `${other % 4} other`]);
    const rows = [...group(recorded), ...others].map((cells, product) => [`p${product}`, ...cells]);
    const { attributes } = catalogueOf({ names: ['id', 'from', 'value'], rows });
    return derive(attributes[1], attributes[0], 1)?.products ?? 0;
  };
  assert.equal(derived(Array(4).fill('x')), 0);
  assert.equal(derived(Array(5).fill('x')), 1);
  assert.equal(derived([...Array(18).fill('x'), 'y']), 0);
  assert.equal(derived([...Array(19).fill('x'), 'y']), 1);
});

test('actions follow from worth, derivability and horizon, in this order', () => {
  const prospect = { priority: 0.5, missing: 100, derivable: 0, unknown: 2 };
  assert.equal(breakEvenSessions(prospect), 400);
  assert.equal(recommendedAction(prospect, 400), 'record');
  assert.equal(recommendedAction(prospect, 399), 'ask');
  assert.equal(recommendedAction({ ...prospect, derivable: 50 }, 1), 'derive');
  assert.equal(recommendedAction({ ...prospect, derivable: 100, priority: 0.009 }, 1e9), 'leave');
  assert.equal(recommendedAction({ ...prospect, missing: 0 }, 1e9), 'leave');
  assert.equal(breakEvenSessions({ ...prospect, priority: 0 }), undefined);
});

test('grades begin where they are said to begin', () => {
  const at = [1, 0.9, 0.8999, 0.75, 0.7499, 0.5, 0.4999, 0.25, 0.2499, 0];
  assert.equal(at.map(gradeOf).join(''), 'AABBCCDDEE');
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
    const sheet = Papa.parse<Record<string, string>>(repairSheet(catalogue, audit(catalogue)), {
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
  const sheet = Papa.parse<Record<string, string>>(repairSheet(catalogue, { ...result, attributes }), {
    header: true,
    skipEmptyLines: true,
  });
  const colours = sheet.data.filter(({ attribute }) => attribute === 'Color');
  assert.equal(colours.length, color.cell.filter((cell) => cell < 0).length);
  for (const { column } of colours) assert.equal(column, 'Option2 Value');
});
