import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SHELF_ATTRIBUTES } from '../../../catalogue/shelves/shelf-attributes.ts';
import { KnownKinds } from './known-kinds.ts';

const column = fc.constantFrom(...SHELF_ATTRIBUTES.flatMap(({ names }) => names.eng ?? []), 'xumo');
const probability = fc.double({ min: 0, max: 1, noNaN: true });

test('of kinds that are no known shelf the export is believed to the last bit', () => {
  const kinds = new KnownKinds(['Xumos', 'Qua 7', undefined]);
  fc.assert(
    fc.property(column, fc.nat({ max: 2 }), probability, (name, kind, byExport) => {
      assert.equal(kinds.applying(name, kind, byExport), byExport);
    }),
  );
});

test('what is known only lowers the probability, never what is certain, and keeps its order', () => {
  const kinds = new KnownKinds(['Laptop bags', 'Motherboards']);
  fc.assert(
    fc.property(column, fc.nat({ max: 1 }), probability, probability, (name, kind, one, other) => {
      const [low, high] = one < other ? [one, other] : [other, one];
      const [first, second] = [kinds.applying(name, kind, low), kinds.applying(name, kind, high)];
      assert.ok(0 <= first && first <= second && second <= high && first <= low);
    }),
  );
  assert.equal(kinds.applying('socket', 0, 1), 1);
  assert.ok(kinds.applying('socket', 0, 0.5) < 0.1);
  assert.equal(kinds.applying('socket', 1, 0.5), 0.5);
  assert.equal(kinds.applying('colour', 0, 0.5), 0.5);
});
