import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { withoutPrivateColumns } from '../../../catalogue/columns/private-columns.ts';
import { emptyModel } from '../../learning/empty-model.ts';
import { rank } from '../../rank.ts';
import { catalogueOf, NOON, ROLES, type Row, sessionIn } from '../../testing/shops.ts';
import { buildIndex } from '../catalogue-index.ts';
import { modelsIn, partsIn, signsOf, withParts } from './code-signs.ts';
import { buildCodeTable, type CodeTable } from './code-table.ts';
import { codesOf, MAX_ALIKE } from './find-codes.ts';

const KINDS = {
  sku: 'identifier',
  mpn: 'identifier',
  gtin: 'identifier',
  supplier_sku: 'identifier',
} as const;

/** The ids of the first products of a search, those that match. */
function found(rows: readonly Row[], query: string): readonly string[] {
  const catalogue = withoutPrivateColumns(catalogueOf(rows, { ...KINDS, title: 'text' }));
  const index = buildIndex(catalogue, ROLES);
  const request = { index, model: emptyModel(), now: NOON, limit: 50 };
  const { items, matched = 0 } = rank({ ...request, profile: undefined, query });
  const logged = rank({ ...request, profile: sessionIn(index, `search:${query}`) });
  assert.equal(
    matched === 0 ? undefined : logged.items[0].id,
    matched === 0 ? undefined : items[0].id,
    query,
  );
  return items.slice(0, matched).map(({ id }) => id);
}

const BOLTS: readonly Row[] = [
  { id: 'p1', title: 'Hex bolt', type: 'Things', sku: '16-07', gtin: '0036000291452' },
  { id: 'p2', title: 'Flat washer', type: 'Things', sku: '16-08', gtin: '4006381333931' },
  { id: 'p3', title: 'Gasket', type: 'Things', sku: '9290810-1', supplier_sku: 'SECRET-77' },
  { id: 'p4', title: 'Seal', type: 'Things', sku: '9290810-2' },
  { id: 'p5', title: 'Nordic lamp KX-200B', type: 'Things', sku: 'NOR.0707-60' },
  { id: 'p6', title: 'Insulation kit without glue', type: 'Things', sku: 'KT-INS114-DRE' },
  { id: 'p7', title: 'Bolt 16 mm', type: 'Things', sku: 'XKCD-AB-001' },
];

describe('what products are numbered by', () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    'as it is written': ['16-07', 'p1', 'NOR.0707-60', 'p5', 'KT-INS114-DRE', 'p6'],
    'without its marks, with others, in any case': [
      'nor070760',
      'p5',
      'nor 0707 60',
      'p5',
      'kt_ins114_dre',
      'p6',
    ],
    'by a part from four signs on': ['INS114', 'p6', 'NOR.0707', 'p5', 'XKCD', 'p7', 'xkcd-ab', 'p7'],
    'beside words, and behind what it is': [
      'hex bolt 16-07',
      'p1',
      'sku 16-07',
      'p1',
      'article no. 16-07',
      'p1',
    ],
    'with zeros before it or without': ['036000291452', 'p1', '36000291452', 'p1', '4006381333931', 'p2'],
    'as a model of its title': ['kx200b', 'p5', 'KX-200', 'p5'],
    'as its id': ['p4', 'p4', 'P4', 'p4'],
    'as its title, whatever that says': ['Insulation kit without glue', 'p6'],
  };
  for (const [name, pairs] of Object.entries(cases)) {
    test(`finds them ${name}`, () => {
      for (let k = 0; k < pairs.length; k += 2)
        assert.deepEqual(found(BOLTS, pairs[k]), [pairs[k + 1]], pairs[k]);
    });
  }

  test('of several that begin alike finds all', () => {
    assert.deepEqual(found(BOLTS, '9290810'), ['p3', 'p4']);
  });

  test('is not found by other words, by fewer signs, or as a number that goes on', () => {
    for (const query of ['nord', '929', '9290', 'dre1', '16-0']) {
      assert.ok(!found(BOLTS, query).some((id) => ['p3', 'p4', 'p6'].includes(id)), query);
    }
  });

  test('is private where its column is', () => {
    assert.deepEqual(found(BOLTS, 'SECRET-77'), []);
    assert.deepEqual(found(BOLTS, 'SECRET'), []);
  });

  test('leaves a number to the texts that have it', () => {
    assert.deepEqual(found(BOLTS, '16 mm bolt'), ['p7']);
  });
});

describe('a name with marks', () => {
  const books: readonly Row[] = [
    { id: 'cpp', title: 'C++ Primer', type: 'Books', brand: 'Pearson' },
    { id: 'cs', title: 'C# in Depth', type: 'Books', brand: 'Manning' },
    { id: 'c', title: 'Programming in C', type: 'Books', brand: 'Pearson' },
    { id: 'net', title: 'Pro .NET Memory', type: 'Books', brand: 'Apress' },
    { id: 'fish', title: 'Net for fish', type: 'Fishing', brand: 'Acme' },
    { id: 'shirt', title: 'Basic shirt', type: 'Shirts', brand: 'H&M' },
    { id: 'sweets', title: "M&M's Peanut", type: 'Sweets', brand: 'M & M' },
    { id: 'mugs', title: 'Notepad++ mug', type: 'Mugs', brand: 'Acme' },
  ];

  test('finds what has it, in titles and as a brand, and nothing that has its letters alone', () => {
    const searches: Readonly<Record<string, readonly string[]>> = {
      'c++': ['cpp'],
      'C#': ['cs'],
      'c++ books': ['cpp'],
      '.net': ['net'],
      'h&m': ['shirt'],
      'H & M shirt': ['shirt'],
      'm&m': ['sweets'],
      'notepad++': ['mugs'],
    };
    for (const [query, ids] of Object.entries(searches)) assert.deepEqual(found(books, query), ids, query);
  });

  test('is read as its words where no product has it, and words without marks find as before', () => {
    assert.deepEqual(found(books, 'net').toSorted(), ['fish', 'net']);
    assert.deepEqual(found(books, 'd#'), []);
    assert.ok(found(books, 'c').includes('c'));
    assert.equal(found(books, 'C++ Primer')[0], 'cpp');
  });

  test('finds what says it in any attribute, as a word of a longer search, too', () => {
    const fridges: readonly Row[] = [
      { id: 'f1', title: 'Frost fridge', type: 'Fridges', energy: 'A+' },
      { id: 'f2', title: 'Cool fridge', type: 'Fridges', energy: 'B' },
      { id: 'f3', title: 'A+ battery', type: 'Batteries', energy: 'none' },
    ];
    assert.deepEqual(found(fridges, 'fridge a+'), ['f1']);
    assert.deepEqual(found(fridges, 'a+').toSorted(), ['f1', 'f3']);
  });

  test('is shown as it was typed', () => {
    const index = buildIndex(withoutPrivateColumns(catalogueOf(books, { title: 'text' })), ROLES);
    const { items } = rank({
      index,
      model: emptyModel(),
      now: NOON,
      limit: 1,
      profile: undefined,
      query: 'C++',
    });
    const told = items[0].scoreBreakdown.map(({ signal, matched }) => `${signal} ${matched}`).join();
    assert.match(told, /C\+\+/);
    assert.doesNotMatch(told, /[\ua71b-\ua71f]/);
  });

  test('finds each of its products whatever the letters are', () => {
    // "No" says what is not wanted.
    const letters = fc.stringMatching(/^[a-z]{1,2}$/).filter((text) => text !== 'no');
    const name = fc.oneof(
      fc.tuple(letters, fc.constantFrom('+', '++', '#')).map(([before, mark]) => before + mark),
      fc.tuple(letters, letters).map((both) => both.join('&')),
      fc.stringMatching(/^\.[a-z]{2,6}$/),
    );
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 2, maxLength: 6 }), (names) => {
        const rows = names.map((each, k) => ({ id: `id ${k}`, title: `Guide ${each} ${k}`, type: 'Books' }));
        for (const [k, each] of names.entries()) assert.deepEqual(found(rows, each), [`id ${k}`], each);
      }),
      { numRuns: 40 },
    );
  });
});

test('a code is compared by its letters and digits', () => {
  assert.equal(signsOf(' NOR.0707-60 '), 'nor070760');
  assert.equal(withParts('KT-INS114/DRE'), 'kt-ins114-dre');
  assert.deepEqual(
    [...partsIn('kt-ins114-dre')].sort((a, b) => a - b),
    [0, 3, 6],
  );
  assert.deepEqual(modelsIn('Sony WH-1000XM4, 512GB, 1920x1080, 4k and iPhone 13'), ['wh-1000xm4']);
});

const numbered = (skus: readonly string[]): CodeTable => {
  const rows = skus.map((sku, k) => ({ id: `p${k}`, title: 'Hex bolt', sku }));
  return buildCodeTable(catalogueOf(rows, { ...KINDS, title: 'text' }), ROLES, {
    family: undefined,
    listed: undefined,
  });
};

test('what stands in the middle of a run of letters and digits is no part of a code, but its end is', () => {
  const run = fc.tuple(
    fc.stringMatching(/^\d{3,6}$/),
    fc.stringMatching(/^[A-Z]{3}\d$/),
    fc.stringMatching(/^[A-Z]{1,3}$/),
  );
  fc.assert(
    fc.property(run, ([begin, inner, end]) => {
      const { withPart } = codesOf(
        numbered([begin + inner + end, `${begin}8-${inner}${end}`, begin + inner]),
      );
      const signs = signsOf(inner);
      assert.deepEqual(withPart(signs), [1, 2]);
      assert.deepEqual(withPart(signs + signsOf(end)), [0, 1]);
    }),
  );
});

test('a word that some text has is no part of a code beside other words', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[b-d]{3}\d$/), fc.boolean(), (word, isValue) => {
      const stated = isValue ? { title: 'Module', speed: word } : { title: `Module ${word}`, speed: 'none' };
      const rows: Row[] = [
        { id: 'p1', title: 'Card', type: 'Cards', speed: 'none', sku: `1003-${word}-Z` },
        { id: 'p2', type: 'Modules', sku: 'KV-1', ...stated },
      ];
      assert.equal(found(rows, `module ${word}`)[0], 'p2');
    }),
    { numRuns: 30 },
  );
});

test('of codes that begin alike some are found in part, more are not', () => {
  const skus = Array.from({ length: MAX_ALIKE + 1 }, (_, k) => `AB12-${1000 + k}`);
  assert.equal(codesOf(numbered(skus.slice(1))).withPart('ab12').length, MAX_ALIKE);
  assert.equal(codesOf(numbered(skus)).withPart('ab12').length, 0);
});

test('a code or title of more products than are looked at says nothing of any', () => {
  const named = (count: number, sku: string, title: string): CodeTable =>
    buildCodeTable(
      catalogueOf(
        Array.from({ length: count }, (_, k) => ({ id: `p${k}`, title, sku })),
        { ...KINDS, title: 'text' },
      ),
      ROLES,
      { family: undefined, listed: undefined },
    );
  for (const typed of ['ab12', 'hexbolt']) {
    assert.equal(codesOf(named(MAX_ALIKE, 'AB-12', 'Hex bolt')).named(typed).length, MAX_ALIKE, typed);
    assert.equal(codesOf(named(MAX_ALIKE + 1, 'AB-12', 'Hex bolt')).named(typed).length, 0, typed);
  }
});

test('a code in full is found among many that end with it, without a look at each of these', () => {
  const ends = Array.from({ length: 2 * MAX_ALIKE }, (_, k) => `AB${1000 + k}-2024`);
  const looksAt = (skus: readonly string[], expected: readonly number[]): number => {
    const table = numbered(skus);
    let looks = 0;
    const parts = new Proxy(table.parts, {
      get(target, key) {
        looks++;
        return Reflect.get(target, key);
      },
    });
    assert.deepEqual(codesOf({ ...table, parts }).named('2024'), expected);
    return looks;
  };
  assert.ok(looksAt([...ends, '2024', '20-24'], [ends.length, ends.length + 1]) < 100);
  assert.ok(looksAt(ends, []) < 100);
});

const letters = fc.stringMatching(/^[A-Z]{1,4}$/);
const digits = fc.stringMatching(/^\d{1,7}$/);
const mark = fc.constantFrom('-', '.', '/', '_', '');
const code = fc
  .array(fc.tuple(fc.oneof(letters, digits), mark), { minLength: 2, maxLength: 4 })
  .map((parts) => parts.map(([run, after], k) => (k === parts.length - 1 ? run : run + after)).join(''))
  .filter((text) => /\d/.test(text) && signsOf(text).length >= 4);
const NOUNS = ['Lamp', 'Oak table', 'Schuh', 'Chaise longue', 'Kettle', 'Estantería'];
const COLOURS = ['red', 'blau', 'vert', 'without lid', 'under 50 cm', 'not black'];
const row = fc.record({
  noun: fc.constantFrom(...NOUNS),
  colour: fc.constantFrom(...COLOURS),
  sku: code,
  mpn: code,
});
const rows = fc.uniqueArray(row, { minLength: 3, maxLength: 12, selector: ({ sku }) => signsOf(sku) });

test('every id, SKU, model number and title typed in full brings its product first, and matches it', () => {
  fc.assert(
    fc.property(rows, fc.nat(), (drawn, k) => {
      const shop = drawn.map(({ noun, colour, sku, mpn }, n): Row => {
        return { id: `item-${n}x`, title: `${noun} ${colour} ${n}`, type: 'Things', sku, mpn };
      });
      const at = k % shop.length;
      for (const name of ['id', 'sku', 'mpn', 'title'] as const) {
        const cell = String(shop[at][name]);
        const [first] = found(shop, cell);
        const has = shop.filter((other) =>
          (['id', 'sku', 'mpn', 'title'] as const).some(
            (each) => signsOf(String(other[each])) === signsOf(cell),
          ),
        );
        assert.ok(
          has.some(({ id }) => id === first),
          `${name} ${cell} found ${first}`,
        );
      }
    }),
    { numRuns: 60 },
  );
});
