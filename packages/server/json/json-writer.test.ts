import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { JsonWriter, piece, told } from './json-writer.ts';

const out = new JsonWriter();

/** Any text, lone surrogates, control characters and quotes among it. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) }),
  fc.constantFrom(
    '"',
    '\\',
    '\u0000',
    '\u007f',
    '\ud83d',
    '\udc5f\ud83d',
    '__proto__',
    '</script>',
    '\u2028',
    '',
  ),
);

test('a string is written as JSON.stringify writes it, whatever is in it', () => {
  fc.assert(
    fc.property(fc.array(text), (values) => {
      out.piece(piece('['));
      values.forEach((value, i) => {
        if (i > 0) out.piece(piece(','));
        out.string(value);
      });
      const written = out.piece(piece(']')).taken();
      assert.deepEqual(written, Buffer.from(JSON.stringify(values)));
    }),
    { numRuns: 500 },
  );
});

test('a figure is written as JSON.stringify writes what is told of it', () => {
  const figure = fc.oneof(
    fc.double(),
    fc.double({ min: 0, max: 1 }),
    fc.double({ min: 0, max: 2e-6 }),
    fc.nat(1e6).map((units) => units / 1e12),
    fc.nat(1e6).map((thousandths) => thousandths / 1e6),
    fc.constantFrom(0, -0, 1, 1 - 1e-13, 1e-6, 9.999999999995e-7, 5e-13, 0.1, Number.NaN, Infinity),
  );
  fc.assert(
    fc.property(figure, (value) => {
      assert.equal(out.figure(value).taken().toString(), JSON.stringify(told(value)));
    }),
    { numRuns: 2_000 },
  );
});

test('a number is rounded to six places, and written as JSON.stringify writes it', () => {
  const number = fc.oneof(
    fc.double(),
    fc.double({ min: 0, max: 1_100 }),
    fc.nat(2e9).map((units) => units / 1e6),
    fc.constantFrom(
      0,
      -0,
      1,
      9.9999995,
      99.9999996,
      999.9999994,
      999.9999996,
      4e-7,
      5e-7,
      Number.NaN,
      Infinity,
    ),
  );
  fc.assert(
    fc.property(number, (value) => {
      assert.equal(out.rounded(value).taken().toString(), JSON.stringify(Math.round(value * 1e6) / 1e6));
    }),
    { numRuns: 2_000 },
  );
});

test('a time is written as JSON.stringify writes a date', () => {
  const time = fc.oneof(fc.double({ min: -8.64e15, max: 8.64e15, noNaN: true }), fc.nat(4e12), fc.nat());
  fc.assert(
    fc.property(time, (at) => {
      assert.equal(out.time(at).text(), JSON.stringify(new Date(at)));
    }),
    { numRuns: 1_000 },
  );
  assert.throws(() => out.begin().time(Number.NaN), RangeError);
});

test('what was written can be had as text, whatever is in it', () => {
  fc.assert(
    fc.property(text, (value) => {
      assert.equal(out.begin().string(value).text(), JSON.stringify(value));
    }),
  );
});

test('a number is written as it is', () => {
  fc.assert(
    fc.property(fc.oneof(fc.integer(), fc.double(), fc.nat(1_200)), (value) => {
      assert.equal(out.number(value).taken().toString(), JSON.stringify(value));
    }),
  );
});

test('a text grows as long as it must, and the next one begins anew', () => {
  const long = '名"'.repeat(200_000);
  const first = out.string(long).taken();
  const second = out.string('next').taken();
  assert.equal(first.toString(), JSON.stringify(long));
  assert.equal(second.toString(), '"next"');
});

test('what was taken stays as it is while others are written, however many and long they are', () => {
  const texts = fc.array(fc.record({ length: fc.nat(60_000), kept: fc.boolean() }), { maxLength: 40 });
  fc.assert(
    fc.property(texts, (each) => {
      const written = each.map(({ length, kept }, i) => {
        out
          .piece(piece('['))
          .string(String.fromCharCode(0x61 + (i % 26)).repeat(length))
          .piece(piece(']'));
        return kept ? out.taken() : out.text();
      });
      each.forEach(({ length }, i) => {
        const expected = JSON.stringify([String.fromCharCode(0x61 + (i % 26)).repeat(length)]);
        assert.ok(written[i].toString() === expected, `text ${i}`);
      });
    }),
    { numRuns: 50 },
  );
});

test('a text that was given up is not part of the next one', () => {
  const before = out.string('before').taken();
  out.string('given up');
  assert.equal(out.begin().string('next').text(), '"next"');
  assert.equal(before.toString(), '"before"');
});
