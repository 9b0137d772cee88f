import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hashLowerCase, hashNumber, hashText } from './hash.ts';

test('the hash of the lower-case text is that of the text in lower case, also beyond ASCII', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('ÄÖ', 'İstanbul', 'AbC'),
  );
  fc.assert(fc.property(text, (any) => assert.equal(hashLowerCase(any), hashText(any.toLowerCase()))));
});

test('hashes of stored samples do not change: figures and samples depend on them', () => {
  assert.equal(hashText('SKU-1'), 900359115);
  assert.equal(hashText('material', 7), 3959313292);
  assert.equal(hashNumber(42, 7), 1719686142);
});

test('hashes of consecutive numbers spread evenly over all ranges of 32 bits', () => {
  const counts = new Array<number>(16).fill(0);
  for (let value = 0; value < 16_000; value++) counts[hashNumber(value, 3) >>> 28]++;
  for (const count of counts) assert.ok(count > 850 && count < 1150, `${counts}`);
});
