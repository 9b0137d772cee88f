import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jsonParts } from './json-parts.ts';

test('property: the parts are what JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      assert.equal([...jsonParts(value)].join(''), JSON.stringify(value));
    }),
  );
});

test('what has no value is left out of objects and null in lists, and lists of any length are whole', () => {
  for (const value of [{ a: undefined, b: 1 }, { a: undefined }, [undefined, 1], Array(2_500).fill('p"1')])
    assert.equal([...jsonParts(value)].join(''), JSON.stringify(value));
});

test('no part of a long list is long', () => {
  const longest = Math.max(
    ...Array.from(jsonParts({ ids: Array(50_000).fill('id') }), ({ length }) => length),
  );
  assert.ok(longest < 10_000, `${longest}`);
});
