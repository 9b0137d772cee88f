import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { catalogueOf } from '../../exports.fixture.ts';
import { audit } from '../audit.ts';
import { gradeOf, remainingOf } from './remaining.ts';

test('a longer way to the best recorded shelves never gets a worse grade', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(share, share, (a, b) => {
      assert.ok(gradeOf(Math.max(a, b)) <= gradeOf(Math.min(a, b)));
    }),
  );
  assert.deepEqual([1, 0.9, 0.899, 0.5, 0.249].map(gradeOf), ['A', 'A', 'B', 'C', 'E']);
});

test('shelves are averaged by the bits that remain, each by its products', () => {
  const { of, now, complete, reach } = remainingOf([
    { products: 16, now: 2, complete: 1, weight: 0.5 },
    { products: 64, now: 4, complete: 1, weight: 0.5 },
  ]);
  assert.deepEqual({ of, now, complete }, { of: 32, now: 8, complete: 2 });
  assert.ok(reach.now > 0.4 && reach.now < reach.complete && reach.complete < 1);
});

const COLOURS = ['red', 'green', 'blue', 'black'];
const SIZES = ['S', 'M', 'L', 'XL'];
const FITS = ['slim', 'regular', 'loose', 'wide'];

/** 64 shirts of all combinations, and further columns by name. */
function shirts(further: Readonly<Record<string, (product: number) => string>> = {}, fit = true) {
  return catalogueOf({
    names: ['id', 'colour', 'size', 'fit', ...Object.keys(further)],
    rows: Array.from({ length: 64 }, (_, product) => [
      `p${product}`,
      COLOURS[product % 4],
      SIZES[Math.floor(product / 4) % 4],
      fit || product % 2 === 0 ? FITS[Math.floor(product / 16)] : '',
      ...Object.values(further).map((of) => of(product)),
    ]),
  });
}

test('three answers that tell all products apart leave one', () => {
  const { grade, remaining, allRecorded } = audit(shirts());
  assert.equal(grade, 'A');
  assert.equal(remaining?.of, 64);
  assert.ok(Math.abs(remaining.now - 1) < 1e-9 && Math.abs(remaining.complete - 1) < 1e-9);
  assert.deepEqual([...(remaining.asked?.now ?? [])].sort(), ['colour', 'fit', 'size']);
  assert.equal(allRecorded, true);
});

test('products without a value stay candidates until it is recorded', () => {
  const { remaining, allRecorded } = audit(shirts({}, false));
  // Green and black shirts have no fit: four of a colour and size are left; of the others one is. The mean of the bits is 1.
  assert.ok(remaining !== undefined && Math.abs(remaining.now - 2) < 1e-9, `${remaining?.now}`);
  assert.ok(remaining.complete < 1.7, `${remaining.complete}`);
  assert.equal(allRecorded, undefined);
});

test('empty columns of little worth do not lower the grade of a shelf that three questions settle', () => {
  const poor = Object.fromEntries(
    Array.from({ length: 12 }, (_, column) => [
      `note ${column}`,
      (product: number) => (product % 9 === column % 9 ? (product % 2 === 0 ? 'yes' : 'no') : ''),
    ]),
  );
  const { grade, answerability } = audit(shirts(poor));
  assert.equal(grade, 'A');
  assert.ok(answerability !== null && answerability < 0.75, `${answerability}`);
});

test('deleting a column that is badly recorded does not raise the grade', () => {
  const fabric = (product: number) => (product % 8 === 0 ? ['wool', 'silk'][(product / 8) % 2] : '');
  const before = audit(shirts({ fabric }, false)).remaining;
  const after = audit(shirts({}, false)).remaining;
  assert.ok(before !== undefined && after !== undefined);
  assert.ok(after.reach.now <= before.reach.now + 1e-9);
});
