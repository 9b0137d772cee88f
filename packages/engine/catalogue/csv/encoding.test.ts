import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CatalogueError } from '../catalogue-error.ts';
import { decode } from './encoding.ts';

const utf16 = (text: string, isBig = false): Uint8Array => {
  const bytes = Buffer.from(text, 'utf16le');
  return new Uint8Array(isBig ? bytes.swap16() : bytes);
};

test('text is read back from UTF-8, and from UTF-16 with a mark in either order', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (cells) => {
      const text = `id,name\n${cells}`;
      assert.deepEqual(decode(new TextEncoder().encode(text)), { text, warnings: [] });
      assert.equal(decode(new TextEncoder().encode(`\ufeff${text}`)).text, text);
      assert.equal(decode(utf16(`\ufeff${text}`)).text, text);
      assert.equal(decode(utf16(`\ufeff${text}`, true)).text, text);
    }),
  );
});

test('UTF-16 without a mark is recognised by the zero bytes of its ASCII characters', () => {
  assert.equal(decode(utf16('id,name\n1,café\n')).text, 'id,name\n1,café\n');
  assert.equal(decode(utf16('id,name\n1,café\n', true)).text, 'id,name\n1,café\n');
});

test('UTF-16 that ends within a character is refused', () => {
  assert.throws(
    () => decode(utf16('\ufeffid,name').subarray(0, 9)),
    (error) => error instanceof CatalogueError && error.code === 'broken_encoding',
  );
});

test('all else is Windows-1252, with a warning', () => {
  const { text, warnings } = decode(new Uint8Array([0x80, 0x93, 0xe9, 0x94, 0x2c, 0x81]));
  assert.equal(text, '€“é”,\u0081');
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['decoded_windows_1252'],
  );
});
