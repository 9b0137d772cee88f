import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { catalogueOf } from '../../exports.fixture.ts';
import { audit } from '../../grade/audit.ts';

const PRINTS = 40;

/** Prints in groups of four that differ by what `cellOf` gives, and by what any two rows differ by. */
function prints(columns: Readonly<Record<string, (print: number) => string>>) {
  const all = {
    id: (print: number) => `p-${print}`,
    title: (print: number) => `Print ${NAMES[print]}`,
    image_link: (print: number) => `https://shop.example/${print}.jpg`,
    price: (print: number) => `${20 + print}.00 EUR`,
    item_group_id: (print: number) => `g-${Math.floor(print / 4)}`,
    ...columns,
  };
  const names = Object.keys(all);
  const cells = Object.values(all);
  const rows = Array.from({ length: PRINTS }, (_, print) => cells.map((cellOf) => cellOf(print)));
  const found = audit(catalogueOf({ names, rows })).findings ?? [];
  return found.find(({ rule }) => rule === 'variant-without-difference');
}

const SYLLABLES = ['ka', 'lo', 'mi', 'ru', 'te', 'sa', 'no'];
const NAMES = Array.from(
  { length: PRINTS },
  (_, print) => `${SYLLABLES[print % 7]}${SYLLABLES[Math.floor(print / 7)]}nder`,
);

test('variants that each have a value of their own differ, whatever kind of values the column seems to have', () => {
  for (const name of ['pattern', 'motif', 'shade name', 'artwork', 'material', 'size'])
    assert.equal(prints({ [name]: (print) => NAMES[print], color: () => 'red' }), undefined, name);
  const composition = (print: number) =>
    `${print}% cotton from ${NAMES[print]} and ${100 - print}% of new wool`;
  assert.equal(prints({ material: composition, color: () => 'red' }), undefined);
});

test('ids, links, texts, money and stock tell no variants apart', () => {
  const sizes = (print: number) => ['A3', 'A4'][Math.floor(print / 4) % 2];
  for (const [name, cellOf] of [
    ['sku', (print) => `S-${NAMES[print]}`],
    ['mpn', (print) => `M-${NAMES[print]}`],
    ['article number', (print) => `${1_000 + print}`],
    ['mobile_link', (print) => `https://m.shop.example/${print}`],
    ['page', (print) => `https://shop.example/pages/${print}`],
    [
      'description',
      (print) => `A print called ${NAMES[print]} that hangs in every second room of the house.`,
    ],
    ['sale_price', (print) => `${10 + print}.00 EUR`],
    ['created_at', (print) => `2025-01-${10 + (print % 20)}`],
    ['stock', (print) => `${print}`],
  ] as const satisfies readonly (readonly [string, (print: number) => string])[])
    assert.equal(prints({ [name]: cellOf, size: sizes })?.products, PRINTS, name);
});

test('variants are found exactly where two of a group agree in all columns that are compared', () => {
  const value = fc.constantFrom('', 'red', 'blue');
  const column = fc.array(value, { minLength: PRINTS, maxLength: PRINTS });
  fc.assert(
    fc.property(column, column, (colours, sizes) => {
      const keys = colours.map((colour, print) => [Math.floor(print / 4), colour, sizes[print]].join());
      const same = keys.filter((key) => keys.indexOf(key) !== keys.lastIndexOf(key)).length;
      const found = prints({ color: (print) => colours[print], material: (print) => sizes[print] });
      assert.equal(found?.products ?? 0, same);
    }),
    { numRuns: 30 },
  );
});

test('what is compared is said, by the names of at most five columns', () => {
  const says = (count: number) =>
    prints(
      Object.fromEntries(
        ['color', 'size', 'material', 'pattern', 'scent', 'flavour']
          .slice(0, count)
          .map((name) => [name, () => 'same']),
      ),
    )?.says;
  const begins = 'Another product of the same group has the same values in';
  assert.equal(says(0), `${begins} all columns that say what a product is.`);
  assert.equal(says(1), `${begins} color.`);
  assert.equal(says(5), `${begins} color, material, pattern, scent and size.`);
  assert.equal(says(6), `${begins} color, flavour, material, pattern and 2 more columns.`);
});
