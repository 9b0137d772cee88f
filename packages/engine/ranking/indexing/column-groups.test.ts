import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { catalogueOf, ROLES, shopOf } from '../testing/shops.ts';
import { buildIndex, type CatalogueIndex } from './catalogue-index.ts';
import { columnGroupsOf } from './column-groups.ts';
import { packIndex, unpackIndex } from './packed-index.ts';

/** Holds what the joint columns tell of each product against its codes; those that have no place are left out. */
function assertTold(index: CatalogueIndex): void {
  const joints = columnGroupsOf(index);
  for (const code of [...index.columns.map(({ cell }) => cell), index.priceStep, index.priceRank]) {
    const place = joints.groupOf.get(code);
    if (place === undefined) continue;
    const { cells, entries } = joints.columns[place];
    const entry = entries.get(code)!;
    assert.equal(entry.length, cells);
    const told = code.map((_, i) => {
      const pair: number = joints.cells[(place >> 1) * index.size + i];
      const at: number = (place % 2 === 0 ? pair & 0xffff : pair >>> 16) - joints.starts[place];
      return entry[at] - 1;
    });
    assert.deepEqual(told, code);
  }
}

test('joint columns tell every code of every product, in fewer columns', () => {
  const value = fc.option(fc.nat(6), { nil: undefined });
  const row = fc.record({ type: value, brand: value, colour: value, price: fc.nat(300), material: value });
  fc.assert(
    fc.property(fc.array(row, { minLength: 20, maxLength: 60 }), (rows) => {
      const labelled = rows.map(({ type, brand, colour, material, price }, i) => ({
        id: `${i}`,
        price,
        ...(type !== undefined && { type: `t${type}` }),
        ...(brand !== undefined && { brand: `b${brand}` }),
        ...(colour !== undefined && { colour: `c${colour}` }),
        ...(material !== undefined && { material: `m${material}` }),
      }));
      const index = buildIndex(catalogueOf(labelled), ROLES);
      const joints = columnGroupsOf(index);
      assertTold(index);
      for (const { cell } of index.columns) assert.ok(joints.groupOf.has(cell));
      assert.ok(joints.groupOf.has(index.priceStep) && joints.groupOf.has(index.priceRank));
      assert.ok(joints.columns.length < index.columns.length + 2);
    }),
    { numRuns: 40 },
  );
});

test('a catalogue keeps its joint columns, and has no more combinations in one than are worth a table', () => {
  const index = shopOf(4000);
  const joints = columnGroupsOf(index);
  assert.equal(columnGroupsOf(index), joints);
  for (const { cells } of joints.columns) assert.ok(cells <= 500);
});

test('joint columns tell the codes also where they had to be made narrower to be numbered together', () => {
  const unique = Array.from({ length: 16 }, (_, k) => `unique${k}`);
  const rows = Array.from({ length: 16 * 257 }, (_, i) => ({
    id: `${i}`,
    type: `t${i % 20}`,
    brand: `b${Math.floor(i / 20) % 20}`,
    ...Object.fromEntries(unique.map((name) => [name, `v${i}`])),
  }));
  const index = buildIndex(catalogueOf(rows), { category: 'type', brand: 'brand' });
  assertTold(index);
  for (const column of [index.category, index.brand])
    assert.ok(columnGroupsOf(index).groupOf.has(column!.cell));
});

test('joint columns go with a packed index, and are those of its own codes', () => {
  const index = shopOf(4000);
  const arrived = unpackIndex(structuredClone(packIndex(index)));
  const [here, there] = [columnGroupsOf(index), columnGroupsOf(arrived)];
  assert.deepEqual(there.cells, here.cells);
  assert.deepEqual([...there.groupOf.values()], [...here.groupOf.values()]);
  for (const [k, { cell }] of arrived.columns.entries()) {
    const place = there.groupOf.get(cell)!;
    assert.equal(place, here.groupOf.get(index.columns[k].cell));
    assert.deepEqual(
      there.columns[place].entries.get(cell),
      here.columns[place].entries.get(index.columns[k].cell),
    );
  }
});
