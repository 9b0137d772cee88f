import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { JsonWriter } from '../json/json-writer.ts';
import { DisplayedAttributes, shownColumn } from './displayed-attributes.ts';

const out = new JsonWriter();
function text(shown: DisplayedAttributes, product: number): string {
  shown.write(product, out.begin());
  return out.text();
}

test('a product has the attributes that are recorded of it, whatever they are called', () => {
  const shown = new DisplayedAttributes([
    shownColumn('__proto__', Int32Array.of(0, 1, -1, -1), ['left', 'right']),
    shownColumn('colours', Int32Array.of(0, -1, 0, -1), [['red', 'é"']]),
    shownColumn('price', Int32Array.of(0, 0, 0, -1), [9.5]),
  ]);
  assert.equal(text(shown, 0), '{"__proto__":"left","colours":["red","é\\""],"price":9.5}');
  assert.equal(text(shown, 1), '{"__proto__":"right","price":9.5}');
  assert.equal(text(shown, 2), '{"colours":["red","é\\""],"price":9.5}');
  assert.equal(text(shown, 3), '{}');
});

test('attributes are the JSON of an object that has them', () => {
  // Names that are numbers come first in an object, in their order.
  const name = fc.oneof(fc.string(), fc.integer({ min: -2, max: 12 }).map(String));
  const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.double(), fc.array(fc.string()));
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(name, value), { selector: ([name]) => name }), (attributes) => {
      const object = Object.create(null);
      for (const [name, value] of attributes) object[name] = value;
      const columns = attributes.map(([name, value]) => shownColumn(name, Int32Array.of(1), ['?', value]));
      assert.equal(text(new DisplayedAttributes(columns), 0), JSON.stringify(object));
    }),
  );
});
test('columns are named by their handles, each once, in the order of all', () => {
  const shown = new DisplayedAttributes(
    ['Frame Colour', 'price', 'Größe'].map((name) => shownColumn(name, Int32Array.of(0), ['?'])),
  );
  const named = (...names: string[]): string[] => shown.named(names).map(({ name }) => name);
  assert.deepEqual(named('grosse', 'frame-colour', 'Frame colour', 'weight'), ['Frame Colour', 'Größe']);
  assert.deepEqual(named(), []);
  assert.ok(shown.has('FRAME COLOUR') && !shown.has('weight'));
});
