import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { InvalidInput } from '../errors.ts';
import { parseJson } from './json.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('reading a body', () => {
  it('returns the value that was sent', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.deepEqual(parseJson(bytes(JSON.stringify(value))), JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('fails only by a refusal, on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (any) => {
        try {
          parseJson(any);
        } catch (error) {
          assert.ok(error instanceof InvalidInput);
        }
      }),
    );
  });

  it('replaces unpaired surrogates and U+0000, in names too, and leaves pairs alone', () => {
    const value = parseJson(bytes('{"a\\u0000": "\\ud83d", "b": ["\\ud83d\\udc5f", "\\udc5f\\ud83d"]}'));
    assert.deepEqual(value, { 'a\uFFFD': '\uFFFD', b: ['👟', '\uFFFD\uFFFD'] });
  });

  it('keeps a field called __proto__ a field', () => {
    const value = parseJson(bytes('{"__proto__": {"a": 1}, "b": "\\u0000"}')) as object;
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    assert.deepEqual(Object.keys(value), ['__proto__', 'b']);
  });
});
