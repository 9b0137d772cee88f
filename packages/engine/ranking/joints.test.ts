import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildIndex } from './catalogue-index.ts';
import { jointsOf } from './joints.ts';
import { packIndex, unpackIndex } from './packing.ts';
import { catalogueOf, ROLES, shopOf } from './testing.ts';

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
      const joints = jointsOf(index);
      for (const code of [...index.columns.map(({ cell }) => cell), index.priceStep, index.priceRank]) {
        const place = joints.placeOf.get(code);
        assert.ok(place !== undefined);
        const entry = joints.columns[place]!.entries.get(code)!;
        for (let i = 0; i < index.size; i++) {
          const pair: number = joints.cells[(place >> 1) * index.size + i]!;
          const at: number = (place % 2 === 0 ? pair & 0xffff : pair >>> 16) - joints.starts[place]!;
          assert.equal(entry[at]! - 1, code[i]);
        }
      }
      assert.ok(joints.columns.length < index.columns.length + 2);
    }),
    { numRuns: 40 },
  );
});

test('a catalogue keeps its joint columns, and has no more combinations in one than are worth a table', () => {
  const index = shopOf(4000);
  const joints = jointsOf(index);
  assert.equal(jointsOf(index), joints);
  for (const { cells } of joints.columns) assert.ok(cells <= 500);
});

test('joint columns go with a packed index, and are those of its own codes', () => {
  const index = shopOf(4000);
  const arrived = unpackIndex(structuredClone(packIndex(index)));
  const [here, there] = [jointsOf(index), jointsOf(arrived)];
  assert.deepEqual(there.cells, here.cells);
  assert.deepEqual([...there.placeOf.values()], [...here.placeOf.values()]);
  for (const [k, { cell }] of arrived.columns.entries()) {
    const place = there.placeOf.get(cell)!;
    assert.equal(place, here.placeOf.get(index.columns[k]!.cell));
    assert.deepEqual(
      there.columns[place]!.entries.get(cell),
      here.columns[place]!.entries.get(index.columns[k]!.cell),
    );
  }
});
