import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { readTable } from '../../csv/table-reader.ts';
import type { Table } from '../../types.ts';

const COLOURS = ['red', 'blue', 'green', 'black'];
const BRANDS = ['Acme', 'Borea', 'Cirrus'];
/** What systems call the id of a product. */
const ID_NAMES = ['product_id', 'SKU', 'Artikelnummer', 'Item Number', 'id', 'wine_id'];

interface Shelf {
  readonly id: string;
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/** A shelf of which some titles repeat, with its id among other columns in any order. */
const shelf: fc.Arbitrary<Shelf> = fc
  .record({
    id: fc.constantFrom(...ID_NAMES),
    products: fc.integer({ min: 30, max: 60 }),
    repeated: fc.integer({ min: 2, max: 8 }),
    extra: fc.subarray(['brand', 'category', 'price', 'variant image', 'parent id', 'description']),
    seed: fc.nat(1_000),
  })
  .chain(({ id, products, repeated, extra, seed }) => {
    const cells: Readonly<Record<string, (at: number) => string>> = {
      [id]: (at) => `A${1_000 + at * 7}`,
      title: (at) => `Lamp ${Math.max(at, repeated)}`,
      colour: (at) => COLOURS[(at * 7 + seed) % 4],
      brand: (at) => BRANDS[(at * 5 + seed) % 3],
      category: (at) => ['floor', 'desk'][(at >> 1) % 2],
      price: (at) => `${20 + at}.95`,
      'variant image': (at) => `https://example.com/${at}.jpg`,
      'parent id': (at) => `F${at >> 2}`,
      description: (at) => `A lamp of the kind ${at} that stands well beside a bed`,
    };
    return fc
      .shuffledSubarray([id, 'title', 'colour', ...extra], { minLength: 3 + extra.length })
      .map((names) => ({
        id,
        rows: Array.from({ length: products }, (_, at) =>
          Object.fromEntries(names.map((name) => [name, cells[name](at)])),
        ),
      }));
  });

const csvOf = (rows: Shelf['rows']): string =>
  [Object.keys(rows[0]), ...rows.map((row) => Object.values(row))].map((cells) => cells.join(',')).join('\n');

const read = (csv: string, options = {}): Table => readTable(csv, { tolerant: true, ...options });

test('the column that is called an id is it, wherever it stands and whatever repeats beside it', () => {
  fc.assert(
    fc.property(shelf, ({ id, rows }) => {
      const csv = csvOf(rows);
      // By the command line, by a request, and of records.
      const records = {
        names: Object.keys(rows[0]),
        rows: rows.map((row) => Object.values(row)),
        placeOf: (row: number) => ({ record: row + 1 }),
        warnings: [],
        isUnordered: true,
      };
      for (const table of [
        read(csv),
        readTable(csv, { findsId: true }),
        readTable(records, { tolerant: true }),
      ])
        assert.deepEqual([table.idColumn, table.ids.length], [id, rows.length]);
    }),
    { numRuns: 200 },
  );
});

test('without an id rows are never united for what different products have in common', () => {
  fc.assert(
    fc.property(shelf, ({ id, rows }) => {
      const without = rows.map(({ [id]: _, title, colour, description, ...row }) => ({
        colour,
        piece: title,
        ...row,
      }));
      const table = read(csvOf(without));
      assert.equal(table.ids.length, rows.length);
    }),
    { numRuns: 200 },
  );
});

test('ids of variants, and of nothing that is nearly empty, give way to those of products', () => {
  fc.assert(
    fc.property(shelf, ({ id, rows }) => {
      const variants = rows.flatMap((row) =>
        ['S', 'M', 'L'].map((size) => ({ product_variation_size_id: `${row[id]}-${size}`, size, ...row })),
      );
      assert.deepEqual([read(csvOf(variants)).idColumn, read(csvOf(variants)).ids.length], [id, rows.length]);
      const gaps = rows.map((row, at) => ({ uid: at === 3 ? '3' : '', ...row }));
      assert.equal(read(csvOf(gaps)).idColumn, id);
    }),
    { numRuns: 100 },
  );
});

test('numbered rows keep their ids where others are added below, and lose them where their content changes', () => {
  fc.assert(
    fc.property(shelf, fc.nat(20), ({ id, rows }, at) => {
      const bare = rows.map(({ [id]: _, title, colour, description, 'variant image': image, ...row }) => ({
        colour,
        piece: title,
        ...row,
      }));
      const before = read(csvOf(bare));
      fc.pre(before.numberedBy !== undefined);
      const more = read(csvOf([...bare, { ...bare[0], piece: 'Lamp 999' }]), {
        numberedBy: before.numberedBy,
      });
      assert.deepEqual(more.ids.slice(0, -1), before.ids);
      const changed = read(csvOf(bare.with(at, { ...bare[at], piece: 'Lamp 999' })), {
        numberedBy: before.numberedBy,
      });
      assert.deepEqual(
        changed.ids.flatMap((own, row) => (own === before.ids[row] ? [] : [row])),
        before.numberedBy?.includes('piece') ? [at] : [],
      );
    }),
    { numRuns: 100 },
  );
});

test('whoever has products of many titles is no id, and one title to an id is', () => {
  const rows = (title: (at: number) => string) =>
    Array.from(
      { length: 60 },
      (_, at) => `Maker ${at % 12},${title(at)},${['S', 'M', 'L'][at % 3]},${at % 7}`,
    );
  const read = (lines: readonly string[]) =>
    readTable(`発注先,title,size,stock\n${lines.join('\n')}\n`, { tolerant: true });
  assert.equal(read(rows((at) => `Jug ${at}`)).ids.length, 60);
  assert.equal(read(rows((at) => (at < 12 ? `Jug ${at % 12}` : ''))).ids.length, 12);
});
