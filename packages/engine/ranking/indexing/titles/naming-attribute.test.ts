import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueOf, ROLES, type Row } from '../../testing/shops.ts';
import { namingAttribute } from './naming-attribute.ts';

const namedBy = (rows: readonly Row[]): string | undefined =>
  namingAttribute(catalogueOf(rows, { title: 'text', about: 'text' }).attributes, ROLES)?.name;

const rowsOf = (count: number, row: (i: number) => Row): Row[] =>
  Array.from({ length: count }, (_, i) => ({ id: `p${i}`, ...row(i) }));

test('products are called by their titles', () => {
  assert.equal(namedBy(rowsOf(10, (i) => ({ title: `Corner sofa ${i}`, about: 'Four seats' }))), 'title');
  assert.equal(namedBy(rowsOf(10, () => ({ title: 'VIMLE' }))), 'title', 'there is nothing else');
  assert.equal(namedBy(rowsOf(3, (i) => ({ type: `t${i}` }))), undefined);
});

test('where titles are bare names, by the short text beside them', () => {
  const bare = (about: string) => rowsOf(10, (i) => ({ title: i < 5 ? 'VIMLE' : 'BESTA', about }));
  assert.equal(namedBy(bare('Corner sofa, 4-seat')), 'about');
  assert.equal(namedBy(bare('<p>Corner sofa,<br>4-seat</p>')), 'about');
  assert.equal(namedBy(bare('A sofa for four that looks well in the corner of any room')), 'title');
  assert.equal(
    namedBy(bare('Corner sofa').map((row, i) => (i < 2 ? { id: row.id, title: row.title } : row))),
    'title',
    'eight of ten have it',
  );
});

test('titles are bare names by the products that have them, in any script', () => {
  const rows = [
    ...rowsOf(90, () => ({ title: 'VIMLE', about: 'Corner sofa' })),
    ...rowsOf(8, (i) => ({ title: `The long title of the product ${i}`, about: 'Corner sofa' })),
  ];
  assert.equal(namedBy(rows), 'about', 'one word and seven, by products 1.49');
  assert.equal(
    namedBy(rowsOf(9, (i) => ({ title: `北欧の木製コーナーソファ${i}`, about: 'Sofa' }))),
    'title',
    'words without spaces are words',
  );
});
