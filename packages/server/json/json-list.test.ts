import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { JsonList, readJsonList } from './json-list.ts';

test('a written list is read as it was', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ item: fc.string({ unit: 'grapheme' }), at: fc.integer() }, { noNullPrototype: true }),
      ),
      (entries) => {
        const list = new JsonList<object>();
        for (const entry of entries) list.push(entry);
        assert.equal(list.length, entries.length);
        assert.deepEqual(readJsonList(list.buffers()), entries);
      },
    ),
  );
});

test('a long list is written in buffers of bounded size', () => {
  const entries = Array.from({ length: 5_000 }, (_, i) => ({ item: `名 ${i}`, text: 'x'.repeat(100) }));
  const list = new JsonList<object>();
  for (const entry of entries) list.push(entry);
  const buffers = list.buffers();
  assert.ok(buffers.length > 5, `${buffers.length} buffers`);
  assert.ok(buffers.every(({ byteLength }) => byteLength < 80_000));
  assert.deepEqual(readJsonList(buffers), entries);
});
