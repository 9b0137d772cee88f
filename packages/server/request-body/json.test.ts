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

  it('refuses a number that JSON cannot keep, and names its field', () => {
    for (const [json, field] of [
      ['1e999', 'The body'],
      ['{"a":-1e999}', 'a'],
      ['{"a":[1,{"b c":1E+309}]}', 'a[1].b c'],
      ['{"a":{"__proto__":2e308}}', 'a.__proto__'],
      ['{"\\u0000":1e0400}', '\uFFFD'],
      [`{"digits":${'9'.repeat(309)}}`, 'digits'],
      [`{"digits":-${'9'.repeat(301)}e8}`, 'digits'],
      [`{"digits":${'9'.repeat(230)}.5e99}`, 'digits'],
      [`${'{"a":'.repeat(5_000)}1e999${'}'.repeat(5_000)}`, `${'a.'.repeat(30)}…`],
    ] as const) {
      assert.throws(() => parseJson(bytes(json)), {
        name: 'InvalidInput',
        message: `${field} is a number beyond 1.8e308, which no reader of JSON can keep. Send a smaller one, or text.`,
      });
    }
  });

  it('keeps the largest and the smallest numbers, and texts that look like larger ones', () => {
    const value = {
      a: 1.7976931348623157e308,
      b: -1.7976931348623157e308,
      c: 5e-324,
      d: '1e999',
      e: 2 ** 53,
    };
    assert.deepEqual(parseJson(bytes(JSON.stringify(value))), value);
    assert.deepEqual(parseJson(bytes(`{"a":0.${'0'.repeat(400)}1e401,"b":0e999}`)), { a: 1, b: 0 });
    assert.equal(parseJson(bytes('9'.repeat(308))), Number('9'.repeat(308)));
  });

  it('keeps or refuses every number, as its size says, wherever it stands', () => {
    const number = fc.tuple(fc.bigInt(), fc.integer({ min: -700, max: 700 })).map(([m, e]) => `${m}e${e}`);
    fc.assert(
      fc.property(number, fc.integer({ min: 0, max: 4 }), (text, depth) => {
        const body = bytes(`${'[{"x":'.repeat(depth)}${text}${'}]'.repeat(depth)}`);
        if (Number.isFinite(Number(text))) parseJson(body);
        else assert.throws(() => parseJson(body), { name: 'InvalidInput' });
      }),
    );
  });

  it('keeps a field called __proto__ a field', () => {
    const value = parseJson(bytes('{"__proto__": {"a": 1}, "b": "\\u0000"}')) as object;
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    assert.deepEqual(Object.keys(value), ['__proto__', 'b']);
  });
});
