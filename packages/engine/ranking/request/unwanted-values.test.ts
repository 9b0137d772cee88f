import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { personasOf } from '../../session/personas/personas.ts';
import { parseSignals } from '../../session/signals/parse-signals.ts';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { rank } from '../rank.ts';
import { rankProducts } from '../rerank.ts';
import { catalogueOf, NOON, ROLES, type Row, rowsOf, session } from '../testing/shops.ts';
import { FilterError, type Filters } from './filters.ts';
import { narrowedProducts } from './narrowed-products.ts';
import { refusedSign } from './unwanted-values.ts';

const rows: readonly Row[] = [
  ...rowsOf(60),
  { id: 'odd', title: 'Odd hat', type: 'hats', brand: '!Solid', price: 20 },
  { id: 'none', title: 'Plain hat', type: 'hats', price: 20 },
];
const index = buildIndex(catalogueOf(rows, { title: 'text' }), ROLES);
const model = emptyModel();
const listed = (...signals: readonly string[]): readonly Row[] => {
  const profile = session(...signals);
  const { items } = rank({ profile, index, model, now: NOON + 60_000, limit: 100 });
  return items.map(({ id }) => rows.find((row) => row.id === id)!);
};
const left = (filters: Filters): readonly Row[] => {
  const { products } = runToEnd(narrowedProducts(index, { filters }));
  return Array.from(products ?? rows.keys(), (product) => rows[product]);
};

describe('a filter that excludes', () => {
  test('leaves out what has a value or one of several, and keeps what has none', () => {
    assert.deepEqual(
      left({ brand: { not: 'Ala' } }),
      rows.filter(({ brand }) => brand !== 'Ala'),
    );
    assert.deepEqual(
      left({ colour: { not: ['red', 'Blue'] }, brand: 'Bero' }),
      rows.filter(({ brand, colour }) => brand === 'Bero' && colour !== 'red' && colour !== 'blue'),
    );
    assert.deepEqual(
      left({ price: { not: { min: 50, max: 150 } } }),
      rows.filter(({ price }) => !(Number(price) >= 50 && Number(price) <= 150)),
    );
  });

  test('asks whether something is recorded, alone or with what it is not', () => {
    assert.deepEqual(
      left({ brand: { exists: false } }).map(({ id }) => id),
      ['none'],
    );
    assert.deepEqual(
      left({ brand: { exists: true, not: ['Ala', 'Bero', 'Cima'] } }).map(({ id }) => id),
      ['odd'],
    );
  });

  test('is refused where a sign is meant to exclude, with the form that does, and taken where it is a value', () => {
    for (const value of ['!Ala', '-Ala', ':!=Ala', '!= Ala', '<>Ala', '!Nobody']) {
      assert.throws(
        () => left({ brand: value }),
        (error) =>
          error instanceof FilterError &&
          error.message.includes(`{ "not": "${value.replace(/^[^A-Z]+/, '')}" }`),
        value,
      );
      assert.match(
        refusedSign(index, { type: 'attribute_filter', value: `brand=${value}` }, 'value') ?? '',
        /"brand!=/,
      );
    }
    assert.deepEqual(
      left({ brand: '!Solid' }).map(({ id }) => id),
      ['odd'],
    );
    assert.equal(refusedSign(index, { type: 'attribute_filter', value: 'brand=!Solid' }, 'value'), undefined);
    assert.equal(
      refusedSign(undefined, { type: 'attribute_filter', value: 'brand!=Ala' }, 'value'),
      undefined,
    );
    assert.throws(() => left({ brand: { not: 'Ala', min: 3 } as never }), FilterError);
  });
});

describe('a value that a session filters out', () => {
  test('is not shown, and makes no persona', () => {
    const shown = listed('attribute_filter:brand!=Ala');
    assert.deepEqual(
      new Set(shown.map(({ brand }) => brand)),
      new Set(['Bero', 'Cima', '!Solid', undefined]),
    );
    assert.equal(shown.length, rows.filter(({ brand }) => brand !== 'Ala').length);
    const personas = personasOf(session('attribute_filter:brand!=Ala'), NOON + 1_000);
    assert.deepEqual(
      personas.filter(({ label }) => /ala/i.test(label)),
      [],
    );
  });

  test('takes back the interest in it, and is wanted again when it is asked for', () => {
    assert.ok(!listed('brand_view:Ala', 'attribute_filter:brand!=ala').some(({ brand }) => brand === 'Ala'));
    for (const again of ['attribute_filter:brand=Ala', 'brand_view:Ala']) {
      assert.equal(listed('attribute_filter:brand!=Ala', again)[0].brand, 'Ala', again);
    }
  });

  test('stands last in a list that is sent', () => {
    const products = rows.slice(0, 24).map(({ id }) => ({ id: String(id) }));
    const profile = session('attribute_filter:brand != Ala');
    const { items } = rankProducts({ profile, index, model, now: NOON + 60_000, products });
    const unwanted = items.map(({ id }) => rows.find((row) => row.id === id)!.brand === 'Ala');
    assert.equal(unwanted.indexOf(true), unwanted.length - unwanted.filter(Boolean).length);
    assert.equal(items.at(-1)!.aside, 'unwanted');
  });

  test('is written as the grammar says', () => {
    const parsed = (value: string) => parseSignals([{ type: 'attribute_filter', value }], NOON).ok;
    assert.ok(parsed('brand!=Ala') && parsed('brand != Ala'));
    assert.ok(!parsed('!=Ala') && !parsed('brand!=') && !parsed('brand'));
  });
});

test('whatever is excluded, by filters or by signals, is not shown', () => {
  const values = {
    brand: ['Ala', 'Bero', 'Cima'],
    colour: ['red', 'blue', 'black'],
    type: ['boots', 'hats'],
  };
  const excluded = fc.constantFrom(
    ...Object.entries(values).flatMap(([name, all]) => all.map((value) => ({ name, value }))),
  );
  fc.assert(
    fc.property(
      fc.array(excluded, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      fc.boolean(),
      (drawn, asSignals, upper) => {
        const sent = drawn.map(({ name, value }) => ({ name, value: upper ? value.toUpperCase() : value }));
        const filters = Object.fromEntries(
          Object.entries(Object.groupBy(sent, ({ name }) => name)).map(([name, all = []]) => [
            name,
            { not: all.map(({ value }) => value) },
          ]),
        );
        const shown = asSignals
          ? listed(...sent.map(({ name, value }) => `attribute_filter:${name}!=${value}`))
          : left(filters);
        const isExcluded = (row: Row): boolean => drawn.some(({ name, value }) => row[name] === value);
        assert.deepEqual(new Set(shown), new Set(rows.filter((row) => !isExcluded(row))));
      },
    ),
    { numRuns: 60 },
  );
});
