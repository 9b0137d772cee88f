import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CatalogueError } from '../catalogue-error.ts';
import { refuseEndlessLine } from './endless-line.ts';

const ROW = 10;
const BYTES = 4 * ROW;

/** Lines of some lengths, in bytes, with their ends; a return and a line feed behind it are one end. */
const filesOf = fc
  .array(fc.record({ length: fc.nat({ max: 2 * BYTES }), end: fc.constantFrom('\n', '\r', '\r\n') }), {
    minLength: 1,
    maxLength: 8,
  })
  .filter((lines) =>
    lines.every(({ length, end }, at) => length > 0 || end !== '\n' || lines[at - 1]?.end !== '\r'),
  );

test('exactly the first line that is too long is named, whatever ends the lines', () => {
  fc.assert(
    fc.property(filesOf, fc.boolean(), (lines, hasLastEnd) => {
      const text = lines
        .map(({ length, end }, at) => 'x'.repeat(length) + (at + 1 < lines.length || hasLastEnd ? end : ''))
        .join('');
      const long = lines.findIndex(({ length }) => length > BYTES);
      const look = () => refuseEndlessLine(new TextEncoder().encode(text), ROW);
      if (long < 0) look();
      else
        assert.throws(
          look,
          (error) => error instanceof CatalogueError && error.code === 'too_large' && error.line === long + 1,
        );
    }),
  );
});

test('a row may have as many characters as it may, each of four bytes', () => {
  const encoder = new TextEncoder();
  const wide = '🛒'.repeat(ROW);
  refuseEndlessLine(encoder.encode(`id,a\n${wide}\n${wide}`), ROW);
  assert.throws(() => refuseEndlessLine(encoder.encode(`id,a\n${wide}x`), ROW), /more than 10 characters/);
});
