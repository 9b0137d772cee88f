import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ShownAttributes } from './shown-attributes.ts';

const columns = [
  { name: '__proto__', cell: Int32Array.of(0, 1, -1), values: ['left', 'right'] },
  { name: 'colours', cell: Int32Array.of(0, -1, 0), values: [['red', 'é"']] },
  { name: 'price', cell: Int32Array.of(0, 0, 0), values: [9.5] },
];
const text = (shown: ShownAttributes, product: number) => Buffer.from(shown.json(product)).toString();

test('a product has the attributes that are recorded of it, whatever they are called', () => {
  const shown = new ShownAttributes(columns);
  assert.equal(text(shown, 0), '{"__proto__":"left","colours":["red","é\\""],"price":9.5}');
  assert.equal(text(shown, 1), '{"__proto__":"right","price":9.5}');
  assert.equal(text(shown, 2), '{"colours":["red","é\\""],"price":9.5}');
});

test('what is remembered is bounded, and told again after it was forgotten', () => {
  const shown = new ShownAttributes(columns, 100);
  for (let round = 0; round < 3; round++) {
    for (const product of [0, 1, 2]) {
      const json = shown.json(product);
      assert.equal(shown.json(product), json);
      assert.ok(shown.bytes <= 100);
    }
  }
  assert.equal(text(shown, 1), '{"__proto__":"right","price":9.5}');
});
