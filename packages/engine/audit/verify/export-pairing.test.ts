import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { indexOf, pairOf } from '../pairs.fixture.ts';
import { idsChangedMessage, resolveAttributeName } from './export-pairing.ts';

const column = (count: number) => Array.from({ length: count }, (_, p) => ['red', 'blue', 'green'][p % 3]);

test('products are paired by id, and those of one export only are listed', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }), (kept) => {
      fc.pre(kept.includes(true));
      const pair = pairOf({ colour: column(30) }, { colour: column(30) }, (product) => kept[product]);
      assert.equal(pair.ids.length + pair.removed.length, 30);
      assert.deepEqual(new Set([...pair.ids, ...pair.removed]).size, 30);
      assert.ok(pair.ids.every((id) => kept[Number(id.slice(1))]));
      const { before, after } = pair.attributes[0];
      assert.deepEqual(before.cell, after.cell, 'the same product stands at the same place on both sides');
    }),
  );
});

test('an attribute of one export only has nothing recorded in the other', () => {
  const pair = pairOf({ colour: column(9) }, { colour: column(9), fit: column(9) });
  const fit = pair.attributes[indexOf(pair, 'fit')];
  assert.deepEqual([fit.inBefore, fit.inAfter], [false, true]);
  assert.ok(fit.before.cell.every((cell) => cell < 0) && fit.after.cell.every((cell) => cell >= 0));
  assert.equal(fit.missingBefore, 9);
});

test('a claim names an attribute exactly, or in other letter case where that leaves no doubt', () => {
  const pair = pairOf({ Colour: column(9), fit: column(9) }, { Colour: column(9), fit: column(9) });
  assert.equal(resolveAttributeName(pair, ' colour '), 'Colour');
  assert.equal(resolveAttributeName(pair, 'FIT'), 'fit');
  assert.equal(resolveAttributeName(pair, 'size'), undefined);
  const twice = { colour: column(9), COLOUR: column(9) };
  const doubtful = pairOf(twice, twice);
  if (doubtful.attributes.length === 2) assert.equal(resolveAttributeName(doubtful, 'Colour'), undefined);
  assert.equal(resolveAttributeName(doubtful, 'colour'), 'colour');
});

test('ids have changed only where both exports have products of their own and share less than half', () => {
  const pair = pairOf({ colour: column(10) }, { colour: column(10) });
  const counts = fc.record({ shared: fc.nat(20), added: fc.nat(20), removed: fc.nat(20) });
  fc.assert(
    fc.property(counts, ({ shared, added, removed }) => {
      const ids = (count: number) => Array.from({ length: count }, (_, at) => `${at}`);
      const message = idsChangedMessage({
        ...pair,
        ids: ids(shared),
        added: ids(added),
        removed: ids(removed),
        productsBefore: shared + removed,
        productsAfter: shared + added,
      });
      const isChanged = added > 0 && removed > 0 && 2 * shared < shared + Math.min(added, removed);
      assert.equal(message !== undefined, isChanged);
    }),
  );
});
