import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { SHELF_ATTRIBUTES } from '../../catalogue/shelves/shelf-attributes.ts';
import { SHELVES } from '../../catalogue/shelves/shelves.ts';
import { catalogueOf, smallExport } from '../exports.fixture.ts';
import { audit } from '../grade/audit.ts';
import { expectedLeft, usualBits } from './expected-left.ts';
import marketplacesData from './marketplaces.json' with { type: 'json' };
import marketplacesSchema from './marketplaces.schema.json' with { type: 'json' };
import { askedByMarketplaces } from './marketplaces.ts';
import usualData from './usual-bits.json' with { type: 'json' };
import usualSchema from './usual-bits.schema.json' with { type: 'json' };

const shoes = (extra: readonly string[] = [], cells: (at: number) => readonly string[] = () => []) => ({
  names: ['id', 'title', 'price', ...extra],
  rows: Array.from({ length: 271 }, (_, at) => [
    `p${at}`,
    `${['Leather', 'Suede', 'Canvas'][at % 3]} running shoes no ${at}`,
    `${20 + (at % 90)}.50`,
    ...cells(at),
  ]),
});

test('what marketplaces ask and what answers usually give are of their schemas and of known attributes', () => {
  const ajv = new Ajv2020();
  assert.ok(ajv.validate(marketplacesSchema, marketplacesData), ajv.errorsText());
  assert.ok(ajv.validate(usualSchema, usualData), ajv.errorsText());
  const known = new Set(SHELF_ATTRIBUTES.map(({ id }) => id));
  for (const { rules } of marketplacesData.marketplaces)
    for (const { attributes } of rules)
      assert.deepEqual(
        attributes.filter((id) => !known.has(id)),
        [],
      );
});

test('a feed of shoes that has nothing is told what such shelves have, and what it would leave of them', () => {
  const { grade, knownShelves, attributes } = audit(catalogueOf(shoes()));
  assert.equal(grade, null);
  assert.deepEqual(attributes, []);
  const [shelf, ...others] = knownShelves!.values;
  assert.deepEqual(others, []);
  assert.equal(knownShelves!.unknown, 0);
  assert.deepEqual(
    { shelf: shelf.shelf, products: shelf.products, toldBy: shelf.toldBy },
    { shelf: 'shoes', products: 271, toldBy: 'title' },
  );
  assert.equal(shelf.lacks[0].attribute, 'size');
  for (const id of ['colour', 'gender', 'brand'])
    assert.ok(
      shelf.lacks.some(({ attribute }) => attribute === id),
      id,
    );
  const { left, low, high } = shelf.expected!;
  assert.ok(1.5 <= low && low <= left && left < high && high < 271);
  const [{ required, recommended }] = shelf.marketplaces;
  assert.deepEqual(required, ['brand', 'colour', 'gender', 'age group', 'size']);
  assert.ok(recommended.includes('gtin'));
});

test('what a column holds is not lacking, in whatever language it is named', () => {
  const withSize = shoes(['Größe', 'Farbe'], (at) => [`${36 + (at % 9)}`, ['rot', 'blau', ''][at % 3]]);
  const [shelf] = audit(catalogueOf(withSize)).knownShelves!.values;
  const lacked = shelf.lacks.map(({ attribute }) => attribute);
  assert.ok(!lacked.includes('size') && !lacked.includes('colour') && lacked.includes('gender'));
  const sold = shoes(['Vendor'], () => ['Xumo']);
  assert.ok(
    !audit(catalogueOf(sold)).knownShelves!.values[0].lacks.some(({ attribute }) => attribute === 'brand'),
  );
  const empty = audit(catalogueOf(shoes(['size'], () => [''])));
  assert.ok(empty.knownShelves!.values[0].lacks.some(({ attribute }) => attribute === 'size'));
});

test('a part of a shelf is told with what it lacks beyond the whole', () => {
  const kinds = ['running shoes', 'ankle boots', 'sandals'];
  const shop = shoes();
  const rows = shop.rows.map(([id, , price], at) => [id, `Xumo ${kinds[at % 3]} no ${at}`, price]);
  const [whole, ...parts] = audit(catalogueOf({ ...shop, rows })).knownShelves!.values;
  assert.deepEqual([whole.shelf, whole.products], ['shoes', 271]);
  assert.deepEqual(
    parts.map(({ shelf, within }) => [shelf, within]),
    [
      ['boots', 'shoes'],
      ['sandals', 'shoes'],
    ],
  );
  const told = new Set(whole.lacks.map(({ attribute }) => attribute));
  assert.ok(parts[0].lacks.some(({ attribute }) => attribute === 'heel-height'));
  for (const { lacks, marketplaces, expected } of parts) {
    assert.ok(lacks.every(({ attribute }) => !told.has(attribute)));
    assert.deepEqual(marketplaces, []);
    assert.notDeepEqual(expected?.asked, whole.expected!.asked);
  }
});

test('few products of a kind stand on the shelf of which it is a part', () => {
  const rows = ['Ankle boots', 'Sandals', 'Loafers', 'Rain boots', 'Clogs'].map((title, at) => [
    `p${at}`,
    title,
  ]);
  const { values } = audit(catalogueOf({ names: ['id', 'title'], rows })).knownShelves!;
  assert.deepEqual(
    values.map(({ shelf, products }) => [shelf, products]),
    [['shoes', 5]],
  );
  assert.equal(audit(catalogueOf({ names: ['id', 'title'], rows: rows.slice(1) })).knownShelves, undefined);
});

test('marketplaces ask by the place of a shelf in the taxonomy', () => {
  const asked = (id: string) => askedByMarketplaces(SHELVES.findIndex((shelf) => shelf.id === id))[0];
  assert.deepEqual(asked('book').required, []);
  assert.deepEqual(asked('smartphone').required, ['brand']);
  assert.ok(asked('boots').required.includes('size') && !asked('necklace').required.includes('size'));
  assert.ok(asked('necklace').required.includes('gender') && !asked('backpack').required.includes('gender'));
});

test('expected answers leave no more than there is, and more answers never leave more', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray([...SHELF_ATTRIBUTES], { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 2, max: 100_000 }),
      (attributes, products) => {
        for (const each of attributes) assert.ok(usualBits(each, products) <= Math.log2(products));
        const expected = expectedLeft(attributes, products, ({ id }) => id);
        if (expected === undefined) return;
        assert.ok(expected.low <= expected.left && expected.left <= expected.high);
        assert.ok(expected.high <= products);
        const fewer = expectedLeft(attributes.slice(1), products, ({ id }) => id);
        if (fewer !== undefined) assert.ok(expected.left <= fewer.left + 1e-9);
      },
    ),
  );
});

test('a catalogue without a recognised shelf is graded as if nothing were known of shelves', () => {
  fc.assert(
    fc.property(smallExport, (small) => {
      assert.equal(audit(catalogueOf(small)).knownShelves, undefined);
    }),
    { numRuns: 30 },
  );
});

test('what is expected counts in no other figure', () => {
  const shop = shoes(['heel', 'lining'], (at) => [`${at % 5}`, ['wool', 'silk', ''][at % 3]]);
  const named = audit(catalogueOf(shop));
  const other = {
    ...shop,
    rows: shop.rows.map(([id, title, ...rest]) => [id, title.replace('shoes', 'xumos'), ...rest]),
  };
  const nameless = audit(catalogueOf(other));
  assert.notEqual(named.knownShelves, undefined);
  assert.equal(nameless.knownShelves, undefined);
  const figures = ({ grade, remaining, answerability, attributes }: typeof named) => ({
    grade,
    remaining,
    answerability,
    attributes: attributes.map(({ attribute, priority, bits, missing }) => ({
      attribute,
      priority,
      bits,
      missing,
    })),
  });
  assert.deepEqual(figures(named), figures(nameless));
});
