import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bar } from './bar.ts';
import { width } from './layout.ts';
import { paintIf } from './paint.ts';

const plain = paintIf(false);

test('a bar has its columns, shows all that is there, and its lengths follow its sizes', () => {
  const size = fc.double({ min: 0, max: 10, noNaN: true });
  fc.assert(
    fc.property(size, size, fc.integer({ min: 4, max: 80 }), (one, other, columns) => {
      const [solid, total] = one < other ? [one, other] : [other, one];
      const drawn = bar(plain, { solid, total, full: 10, columns });
      assert.equal(width(drawn), columns);
      assert.equal(/[▏▎▍▌▋▊▉█]/u.test(drawn), solid > 0 && drawn.trim().length > 0);
      assert.ok(Math.abs(drawn.trimEnd().length - (total / 10) * columns) <= 1);
    }),
  );
});

test('what is left to gain shows however small it is beside what is there', () => {
  assert.match(bar(plain, { solid: 9.999, total: 10, full: 10, columns: 20 }), /░$/u);
});
