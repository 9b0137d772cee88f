import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { interpret, readTable, recogniseRoles } from '../../catalogue/index.ts';
import { NAMED_VALUES, namesOfOthers } from '../../catalogue/values/value-names.ts';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { catalogueOf, ROLES } from '../testing/shops.ts';
import { readFilters } from './filters.ts';
import { DEGREES, judge } from './judgement.ts';

const SIZES = [24, 27, 27.5, 32, 40];
const rows = Array.from(
  { length: 60 },
  (_, k) => `m${k},Panel ${'ABCDEF'[k % 6]}${k},Monitors,${SIZES[k % SIZES.length]},${100 + k}`,
);
const catalogue = interpret(
  readTable(
    [
      'id,title,type,screen size (inch),price',
      ...rows,
      'r1,Ruler of 27 inch,Rulers,,5',
      'r2,Ruler,Rulers,,4',
    ].join('\n'),
  ),
);
const index = buildIndex(catalogue, recogniseRoles(catalogue));
const matching = (query: string): string[] =>
  Array.from(runToEnd(judge(index, query))!.matches, (product) => catalogue.ids[product]);
const sized = (...sizes: readonly number[]): string[] =>
  rows.flatMap((_, k) => (sizes.includes(SIZES[k % SIZES.length]) ? [`m${k}`] : []));

test('what measures a size that is searched for has its words, or measures nearly so', () => {
  assert.deepEqual(matching('27 inch monitor'), sized(27, 27.5));
  assert.deepEqual(matching('24" monitor'), sized(24));
  assert.deepEqual(
    matching('27 inch monitor under 110'),
    sized(27, 27.5).filter((id) => Number(id.slice(1)) <= 10),
  );
});

test('what has a part of a search comes behind others where it is of another kind', () => {
  fc.assert(
    fc.property(fc.subarray(['red', 'large', 'vegan'], { minLength: 1 }), (words) => {
      const shop = buildIndex(
        catalogueOf([
          { id: 'shoe', title: 'Sneaker', type: 'Shoes > Casual' },
          { id: 'polish', title: `Shoe polish No. 9 ${words.slice(1).join(' ')}`, type: 'Care > Polish' },
        ]),
        ROLES,
      );
      const { degrees, matches } = runToEnd(judge(shop, `${words.join(' ')} shoes`))!;
      assert.deepEqual([...matches], []);
      assert.ok(degrees[0] < degrees[1]);
      assert.deepEqual([DEGREES[degrees[0]], DEGREES[degrees[1]]], ['some', 'some']);
    }),
  );
});

test('what says to be without something meets a search for that, and what is silent mostly', () => {
  const says = fc.constantFrom('', 'sugar free', 'without sugar', 'with sugar');
  fc.assert(
    fc.property(fc.array(says, { minLength: 1, maxLength: 12 }), (said) => {
      const shop = buildIndex(
        catalogueOf(
          said.map((each, k) => ({ id: `b${k}`, title: `Biscuits ${k}`, label: each })),
          { title: 'text' },
        ),
        ROLES,
      );
      const { degrees } = runToEnd(judge(shop, 'biscuits without sugar'))!;
      const isSaid = said.some((each) => /free|without/.test(each));
      const expected = said.map((each) => {
        if (each === 'with sugar') return 'some';
        return each === '' && isSaid ? 'most' : 'all';
      });
      assert.deepEqual(
        [...degrees].map((degree) => DEGREES[degree]),
        expected,
      );
    }),
  );
});

test('what no column measures is decided by its texts', () => {
  assert.deepEqual(matching('27 inch ruler'), ['r1']);
  assert.deepEqual(matching('24 inch ruler'), []);
});

test('a size alone is had by what measures it, and another one by nothing', () => {
  assert.deepEqual(matching('40 inch'), sized(40));
  assert.deepEqual(matching('60 inch monitor'), []);
});

test('no search throws, whatever columns are called and hold', () => {
  const header = fc.constantFrom(
    'stock',
    'Stock',
    'price',
    'Price',
    'type',
    'brand',
    'in stock (kg)',
    'Width (mm)',
  );
  const columns = fc.uniqueArray(header, { minLength: 1 });
  const value = fc.constantFrom('red', 'yes', 'no', '12', '27', '<5', '!red', '-', '2026-01-02', '3-1');
  fc.assert(
    fc.property(
      columns,
      fc.array(value, { minLength: 4, maxLength: 4 }),
      fc.array(fc.oneof(header, value, fc.constantFrom('kg', 'mm', 'under', 'not')), { maxLength: 6 }),
      (names, values, words) => {
        const shopRows = values.map((each, k) => ({
          id: `p${k}`,
          title: `Thing ${k}`,
          ...Object.fromEntries(names.map((name, n) => [name, values[(k + n) % values.length] ?? each])),
        }));
        const shop = buildIndex(catalogueOf(shopRows, { title: 'text' }), ROLES);
        runToEnd(judge(shop, words.join(' ')));
      },
    ),
    { numRuns: 300 },
  );
});

describe('a value with several names', () => {
  const monitors = (prefix: string) =>
    buildIndex(
      catalogueOf(
        ['3840,2160', '1920,1080', '3840,2160', '2560 x 1440'].map((resolution, k) => ({
          id: `${prefix}${k}`,
          title: `Acme X${k}`,
          resolution,
          size: ['S', 'M', 'XL', 'M'][k],
        })),
        { title: 'text' },
      ),
      ROLES,
    );

  test('is found by each of them, in a shop of one kind with the word for that', () => {
    const index = monitors('monitor-');
    const idsFor = (query: string) => Array.from(runToEnd(judge(index, query))!.matches);
    for (const name of ['4k', 'UHD', 'ultra hd', '3840 x 2160', '3840x2160']) {
      assert.deepEqual(idsFor(name), [0, 2], name);
      assert.deepEqual(idsFor(`${name} monitor`), [0, 2], name);
    }
    assert.deepEqual(idsFor('full hd monitor'), [1]);
    assert.deepEqual(idsFor('wqhd'), [3]);
    assert.deepEqual(idsFor('size medium'), [1, 3]);
    assert.deepEqual(idsFor('size extra large'), [2]);
    const keyboards = runToEnd(judge(monitors('k-'), '4k monitor'))!;
    assert.deepEqual([keyboards.matches.length, keyboards.near.length], [0, 2], 'nothing says monitor');
  });

  test('is found by each of them, and by no number or word that stands elsewhere', () => {
    /** A search keeps a word once, and one letter alone may stand for anything. */
    const isSearched = (name: string): boolean =>
      name.length > 1 && new Set(name.split(' ')).size === name.split(' ').length;
    const wordsOf = (name: string) => name.toLowerCase().split(' ');
    /** A value of another fact may have the name in its own: a bed of the size "twin XL" is "XL" as well. */
    const isCalledBoth = (other: string, name: string): boolean =>
      !namesOfOthers(name).includes(other) && wordsOf(name).every((word) => wordsOf(other).includes(word));
    const groups = NAMED_VALUES.map((_, g) => g);
    const someValue = fc.constantFrom(...groups).chain((g) =>
      fc.record({
        g: fc.constant(g),
        cell: fc.constantFrom(...NAMED_VALUES[g]),
        name: fc.constantFrom(...NAMED_VALUES[g].filter(isSearched)),
      }),
    );
    fc.assert(
      fc.property(
        someValue,
        fc.shuffledSubarray(groups, { minLength: 5 }),
        fc.nat(3),
        fc.boolean(),
        ({ g, cell, name }, others, place, isLast) => {
          const rows = others
            .filter((other) => other !== g && !isCalledBoth(NAMED_VALUES[other][0], name))
            .map((other) => ({ id: `p${other}`, title: 'Acme thing', spec: NAMED_VALUES[other][0] }));
          // The numbers of the name, each beside something else.
          const [first = '4', second = '9'] = name.match(/\d+/g) ?? [];
          rows.push({ id: 'numbers', title: `Acme thing ${first} W`, spec: `${second} pieces` });
          rows.splice(place, 0, { id: 'meant', title: 'Acme thing', spec: cell });
          const index = buildIndex(catalogueOf(rows, { title: 'text' }), ROLES);
          const { matches } = runToEnd(judge(index, isLast ? `thing ${name}` : `${name} thing`))!;
          assert.deepEqual(
            Array.from(matches, (product) => rows[product].id),
            ['meant'],
          );
        },
      ),
    );
  });

  test('is what a filter means by any of them', () => {
    const index = monitors('m');
    for (const resolution of ['4K', 'uhd', '3840 × 2160']) {
      const [{ meets }] = runToEnd(readFilters(index, { resolution })).constraints;
      assert.deepEqual([0, 1, 2, 3].filter(meets), [0, 2], resolution);
    }
    assert.equal(runToEnd(readFilters(index, { size: 'medium' })).unknown.length, 0);
    assert.equal(runToEnd(readFilters(index, { size: 'large' })).unknown.length, 1);
  });
});
