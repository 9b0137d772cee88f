import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { catalogueOf, ROLES, shopOf } from '../testing/shops.ts';
import { buildIndex, type CatalogueIndex } from './catalogue-index.ts';
import { columnGroupsOf } from './column-groups.ts';
import { packIndex, unpackIndex } from './packed-index.ts';

/** Asserts that the groups of an index restore the cell of every product in every grouped column. */
function assertCodesRestored(index: CatalogueIndex): void {
  const groups = columnGroupsOf(index);
  for (const code of [...index.columns.map(({ cell }) => cell), index.priceStep, index.priceRank]) {
    const group = groups.groupOf.get(code);
    if (group === undefined) continue;
    const { cells, entries } = groups.groups[group];
    const entry = entries.get(code)!;
    assert.equal(entry.length, cells);
    const restored = code.map((_, i) => {
      const pair: number = groups.cells[(group >> 1) * index.size + i];
      const at: number = (group % 2 === 0 ? pair & 0xffff : pair >>> 16) - groups.starts[group];
      return entry[at] - 1;
    });
    assert.deepEqual(restored, code);
  }
}

test('groups restore every cell of every product, with fewer look-ups than columns', () => {
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
      const groups = columnGroupsOf(index);
      assertCodesRestored(index);
      for (const { cell } of index.columns) assert.ok(groups.groupOf.has(cell));
      assert.ok(groups.groupOf.has(index.priceStep) && groups.groupOf.has(index.priceRank));
      assert.ok(groups.groups.length < index.columns.length + 2);
    }),
    { numRuns: 40 },
  );
});

test('the groups of a catalogue are built once, and none has more cells than the bound', () => {
  const index = shopOf(4000);
  const groups = columnGroupsOf(index);
  assert.equal(columnGroupsOf(index), groups);
  assert.equal(columnGroupsOf({ ...index, terms: { ...index.terms } }), groups);
  for (const { cells } of groups.groups) assert.ok(cells <= 500);
});

test('groups restore the cells also where the bound is halved to number them together', () => {
  const unique = Array.from({ length: 16 }, (_, k) => `unique${k}`);
  const rows = Array.from({ length: 16 * 257 }, (_, i) => ({
    id: `${i}`,
    type: `t${i % 20}`,
    brand: `b${Math.floor(i / 20) % 20}`,
    ...Object.fromEntries(unique.map((name) => [name, `v${i}`])),
  }));
  const index = buildIndex(catalogueOf(rows), { category: 'type', brand: 'brand' });
  assertCodesRestored(index);
  for (const column of [index.category, index.brand])
    assert.ok(columnGroupsOf(index).groupOf.has(column!.cell));
});

test('column groups travel with a packed index, and refer to its own code arrays', () => {
  const index = shopOf(4000);
  const arrived = unpackIndex(structuredClone(packIndex(index)));
  const [here, there] = [columnGroupsOf(index), columnGroupsOf(arrived)];
  assert.deepEqual(there.cells, here.cells);
  assert.deepEqual([...there.groupOf.values()], [...here.groupOf.values()]);
  for (const [k, { cell }] of arrived.columns.entries()) {
    const group = there.groupOf.get(cell)!;
    assert.equal(group, here.groupOf.get(index.columns[k].cell));
    assert.deepEqual(
      there.groups[group].entries.get(cell),
      here.groups[group].entries.get(index.columns[k].cell),
    );
  }
});
