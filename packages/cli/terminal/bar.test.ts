import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bar, twoSidedBar } from './bar.ts';
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

test('a two-sided bar has its columns, losses left of the line and gains right of it, and shows all that is there', () => {
  const size = fc.double({ min: 0, max: 10, noNaN: true });
  fc.assert(
    fc.property(size, size, size, fc.integer({ min: 4, max: 80 }), (loss, gain, share, columns) => {
      const most = { loss, gain };
      for (const moved of [-loss, gain]) {
        const drawn = twoSidedBar(
          plain,
          { moved, believed: (Math.max(0, moved) * share) / 10 },
          most,
          columns,
        );
        assert.equal(width(drawn), columns);
        if (loss + gain === 0) continue;
        const [left, right] = drawn.split('│').map((side) => side.trim());
        assert.equal(left !== '', moved < 0, drawn);
        assert.equal(right !== '', moved > 0, drawn);
      }
    }),
  );
});

test('of a gain the believed part is solid', () => {
  const drawn = (believed: number) => twoSidedBar(plain, { moved: 8, believed }, { loss: 0, gain: 8 }, 9);
  assert.equal(drawn(8), '│████████');
  assert.equal(drawn(2), '│██░░░░░░');
  assert.equal(drawn(0), '│░░░░░░░░');
});
