import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { emptyModel } from '../model/empty-model.ts';
import { rank } from '../rank.ts';
import { catalogueOf, NOON, ROLES } from '../testing/shops.ts';
import { roundedSizes } from './rounded-sizes.ts';

const TITLES = [
  ...Array.from({ length: 6 }, (_, k) => `Slim laptop ${k + 1}00 13.3 inch`),
  'Small laptop 12.5 inch',
  'Wide laptop 13.9 inch',
  'Old laptop 12.4 inch',
  'Laptop sleeve 15 inch',
];
const index = buildIndex(
  catalogueOf(
    TITLES.map((title, k) => ({ id: `p${k}`, title })),
    { title: 'text' },
  ),
  ROLES,
);
const sizes = (number: string, next?: string): string[] =>
  roundedSizes(number, next, index.terms)
    .map(({ stem }) => stem)
    .sort();

test('a whole number also means the sizes of which it is the beginning or the nearest', () => {
  assert.deepEqual(sizes('13'), ['12.5', '13.3', '13.9']);
  assert.deepEqual(sizes('13', 'inch'), ['12.5', '13.3', '13.9']);
  assert.deepEqual(sizes('13', 'laptop'), ['12.5', '13.3', '13.9']);
  assert.deepEqual(sizes('12'), ['12.4', '12.5']);
});

test('no number of one or three digits, and none that measures something else', () => {
  const { find, products } = index.terms;
  const always = { find: () => find('13.3'), products };
  assert.equal(roundedSizes('10', undefined, always).length, 14);
  assert.equal(roundedSizes('99', undefined, always).length, 14);
  for (const number of ['9', '100', '1.5', '013', 'x1']) {
    assert.deepEqual(roundedSizes(number, undefined, always), [], number);
  }
  for (const unit of ['gb', 'volt', 'kg']) assert.deepEqual(sizes('13', unit), [], unit);
});

test('a size counts no more than the number itself, and .8 where the catalogue lacks that', () => {
  const share = (number: string): number => roundedSizes(number, 'inch', index.terms)[0].share;
  assert.equal(share('13'), 0.8);
  const { find, products } = index.terms;
  const common = { find: (stem: string) => find(stem === '13' ? 'laptop' : stem), products };
  assert.ok(roundedSizes('13', 'inch', common)[0].share < 0.4);
});

test('a search for 13 inch finds 13.3 inch before another thing or size', () => {
  const { items } = rank({
    profile: undefined,
    index,
    model: emptyModel(),
    now: NOON,
    query: '13 inch laptop',
    limit: 9,
  });
  const titles = items.map(({ id }) => TITLES[Number(id.slice(1))]);
  assert.ok(
    titles.slice(0, 8).every((title) => /1[23]\.[359]/.test(title)),
    titles.join('; '),
  );
  assert.equal(titles[8], 'Old laptop 12.4 inch');
});
