import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { measureOf } from '../../../catalogue/numbers/units.ts';
import { readSearch } from '../keywords.ts';
import { EMPTY_VOCABULARY, vocabularyOf } from '../vocabulary.ts';
import type { MeasuredColumn } from './quantity-parser.ts';

const column = (attribute: string, unit: string, sizes: readonly number[]): MeasuredColumn => ({
  attribute,
  unit: measureOf(unit)!,
  sizes,
});
const measured = [
  column('screen', 'in', [24, 27, 27.5, 32]),
  column('storage', 'gb', [256, 500, 512, 1000, 2000]),
  column('cache', 'gb', [8, 16, 256, 1024]),
  column('weight', 'g', [450, 900, 1500, 2500]),
];
const vocabulary = { ...EMPTY_VOCABULARY, measured };

function said(query: string): Record<string, string> {
  return Object.fromEntries(
    readSearch(query, vocabulary).keywords.matched.map(({ attribute, value }) => [attribute, value]),
  );
}

describe('a number with a unit', () => {
  test('and "max" are a name where no column measures it, and a limit where one does', () => {
    assert.deepEqual(readSearch('20v max drill', vocabulary).keywords.keywords, [
      '20',
      'volt',
      'max',
      'drill',
    ]);
    assert.deepEqual(readSearch('z-max 6 v', vocabulary).keywords.keywords, ['z', 'max', '6', 'volt']);
    assert.deepEqual(readSearch('lamp under 6 v', vocabulary).keywords.keywords, ['lamp']);
    assert.deepEqual(readSearch('2 kg max laptop', vocabulary).keywords.keywords, ['laptop']);
    assert.deepEqual(readSearch('laptop max 2 kg', vocabulary).keywords.keywords, ['laptop']);
    assert.deepEqual(said('2 kg max laptop'), { weight: '<=2000' });
    assert.deepEqual(readSearch('20v or less drill', vocabulary).keywords.keywords, ['drill']);
  });
  test('is the size of the column that measures it', () => {
    for (const query of [
      '27 inch monitor',
      '27" monitor',
      'monitor 27 zoll',
      '27-inch monitor',
      '27in monitor',
    ])
      assert.deepEqual(said(query), { screen: '27' }, query);
    assert.deepEqual(said('2tb ssd'), { storage: '2000' });
    assert.deepEqual(said('1.5 kg laptop'), { weight: '1500' });
  });

  test('may be of several columns, and of those that have it to the digit before those that nearly do', () => {
    assert.deepEqual(said('256 gb'), { storage: '256', cache: '256' });
    assert.deepEqual(said('1 tb'), { storage: '1000' });
    assert.deepEqual(said('16 gb ram'), { cache: '16' });
  });

  test('is nearly a size within a fortieth of it', () => {
    assert.deepEqual(said('1 lb'), { weight: '450' });
    assert.deepEqual(said('2460 g'), { weight: '2500' });
    assert.deepEqual(said('2430 g'), {});
  });

  test('limits what it stands behind, or before', () => {
    for (const [query, value] of [
      ['under 2 kg', '<=2000'],
      ['not over 2 kg', '<=2000'],
      ['höchstens 2 kg', '<=2000'],
      ['2 kg or less', '<=2000'],
      ['at least 1 kg', '>=1000'],
      ['от 1 кг', '>=1000'],
      ['1 kg+', '>=1000'],
      ['1-2 kg', '1000-2000'],
      ['1,000-2,000 g', '1000-2000'],
      ['1.000-2.000 g', '1000-2000'],
      ['between 1,000 and 2,000 g', '1000-2000'],
      ['between 1 and 2 kg', '1000-2000'],
      ['1 kg to 2 kg', '1000-2000'],
      ['around 1 kg', '800-1200'],
    ])
      assert.deepEqual(said(query), { weight: value }, query);
  });

  test('leaves its words in the search, but those of a limit', () => {
    assert.deepEqual(readSearch('27 inch monitor', vocabulary).keywords.stems, ['27', 'inch', 'monitor']);
    assert.deepEqual(readSearch('monitor under 27 inch', vocabulary).keywords.stems, ['monitor']);
  });

  test('is no price, and leaves prices alone', () => {
    const read = readSearch('27 inch monitor under 300', vocabulary).keywords;
    assert.deepEqual(read.priceRange, { max: 300 });
    assert.deepEqual(said('27 inch monitor under 300'), { screen: '27' });
  });

  test('is a word where no column has the size, or where it is turned away, counted or part of a name', () => {
    for (const query of [
      '40 inch monitor',
      'monitor not 27 inch',
      '2 x 16 gb',
      '27 in black',
      '27 in 1',
      '27 monitor',
      'iphone 27',
      'lego 75192',
      'wifi 6',
      '27 ml',
      'XV-27 inch',
      'under 10 g',
    ])
      assert.deepEqual(said(query), {}, query);
  });

  test('is what it says, where the catalogue writes values with their units, too', () => {
    const written = vocabularyOf([{ attribute: 'screen', value: '27 in' }], undefined, measured);
    assert.deepEqual(readSearch('27 in', written).keywords.matched, [
      { keyword: '27 in', attribute: 'screen', value: '27' },
    ]);
  });

  test('is looked for among the first eight of a search', () => {
    assert.deepEqual(said(`${'9 inch '.repeat(7)} 27 inch`), { screen: '27' });
    assert.deepEqual(said(`${'9 inch '.repeat(8)} 27 inch`), {});
  });

  test('is of four columns at most', () => {
    const columns = (count: number): MeasuredColumn[] =>
      Array.from({ length: count }, (_, k) => column(`memory ${k}`, 'gb', [16]));
    const found = (count: number): number =>
      readSearch('16 gb', { ...EMPTY_VOCABULARY, measured: columns(count) }).keywords.matched.length;
    assert.deepEqual([found(4), found(5)], [4, 0]);
  });
});

test('every size is found in every unit of its dimension, and nothing changes without one', () => {
  const lengths = ['mm', 'cm', 'm', 'in', 'ft'] as const;
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 20 }),
      fc.nat(),
      fc.constantFrom(...lengths),
      fc.constantFrom(...lengths),
      (sizes, pick, own, typed) => {
        const ascending = sizes.toSorted((a, b) => a - b);
        const size = ascending[pick % ascending.length];
        const columns = [column('width', own, ascending)];
        const factor = measureOf(own)!.size / measureOf(typed)!.size;
        const number = Number((size * factor).toPrecision(6));
        fc.pre(number >= 0.01 && number < 1e6 && !/e/.test(`${number}`));
        const read = readSearch(`${number.toFixed(6)} ${typed} shelf`, {
          ...EMPTY_VOCABULARY,
          measured: columns,
        }).keywords;
        assert.deepEqual(
          read.matched.map(({ value }) => value),
          [`${size}`],
        );
        const plain = `shelf ${size}`;
        assert.deepEqual(
          readSearch(plain, { ...EMPTY_VOCABULARY, measured: columns }).keywords,
          readSearch(plain).keywords,
        );
      },
    ),
  );
});

test('a limit of what no column measures is no word to look for, a size is', () => {
  assert.deepEqual(readSearch('laptop less than 2 kg').keywords.stems, ['laptop']);
  assert.deepEqual(readSearch('beer under 5%').keywords.stems, ['beer']);
  assert.deepEqual(readSearch('16 gb ram').keywords.stems, ['16', 'gb', 'ram']);
  assert.deepEqual(readSearch('toys 6-12 months').keywords.stems.slice(0, 2), ['toi', '6']);
  assert.equal(readSearch('beer under 5%').keywords.priceRange, undefined);
});
