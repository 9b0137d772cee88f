import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { catalogueOf } from '../testing/shops.ts';
import { columnPhrasesOf } from './column-phrases.ts';

const column = (...values: readonly string[]) =>
  buildIndex(catalogueOf(values.map((colour, i) => ({ id: `p${i}`, colour }))), {}).columns[0]!;

test('numbers, booleans, sentences and placeholders are not suggested', () => {
  const sentence = 'This is a value that goes on for much longer than names do';
  const colours = column('Red', '42', 'yes', 'N/A', 'Not specified', 'Unknown', sentence, 'Sky blue', 'Red');
  const { values, folded } = runToEnd(columnPhrasesOf(colours));
  assert.deepEqual(
    values.map((value) => colours.labels[value]),
    ['Red', 'Sky blue'],
  );
  assert.equal(folded[colours.labels.indexOf('Sky blue')], 'sky blue');
  assert.equal(folded[colours.labels.indexOf(sentence)], '');
});

test('products are counted per value', () => {
  const colours = column('Red', 'Blue', 'Red', 'Red');
  const { products } = runToEnd(columnPhrasesOf(colours));
  assert.equal(products[colours.labels.indexOf('Red')], 3);
  assert.equal(products[colours.labels.indexOf('Blue')], 1);
});

test('a column is single-valued only where each cell holds one value', () => {
  assert.equal(runToEnd(columnPhrasesOf(column('Red', 'Blue'))).single, true);
  const catalogue = catalogueOf([
    { id: 'a', colour: 'Red' },
    { id: 'b', colour: 'Blue' },
  ]);
  const [attribute] = catalogue.attributes;
  const several = buildIndex({ ...catalogue, attributes: [{ ...attribute!, cells: [[0, 1], [1]] }] }, {});
  assert.equal(runToEnd(columnPhrasesOf(several.columns[0]!)).single, false);
});
