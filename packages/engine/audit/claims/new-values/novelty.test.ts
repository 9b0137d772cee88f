import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pairOf } from '../../pairs.fixture.ts';
import { noveltyOf } from './novelty.ts';

const KNOWN = ['oak', 'ash', 'elm', 'fir'];

function novelty(newText: (product: number) => string) {
  const before = Array.from({ length: 80 }, (_, p) => (p % 2 === 0 ? KNOWN[(p / 2) % 4] : ''));
  const after = before.map((text, p) => (text === '' ? newText(p) : text));
  const { attributes } = pairOf({ wood: before }, { wood: after });
  const [{ before: earlier, after: later }] = attributes;
  return noveltyOf(
    earlier,
    later,
    [...earlier.cell.keys()].filter((product) => earlier.cell[product] < 0),
  );
}

test('new cells with values recorded before are not new', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 97 }), (step) => {
      assert.equal(
        novelty((p) => KNOWN[(p * step) % 4]),
        undefined,
      );
    }),
  );
});

test('the share of values never recorded before is found, with the products that have them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 12, max: 40 }), (count) => {
      let left = count;
      const found = novelty(() => (left-- > 0 ? `new ${left % 3}` : 'oak'));
      assert.ok(found !== undefined);
      assert.ok(Math.abs(found.share - count / 40) < 1e-12);
      assert.equal(found.products.length, count);
      // Nothing was recorded once: (0 + 1) / (40 + 2).
      assert.ok(Math.abs(found.expected - 1 / 42) < 1e-12);
    }),
  );
});

test('where every recorded value is another one, new values are to be expected', () => {
  const before = Array.from({ length: 40 }, (_, p) => (p < 20 ? `maker ${p}` : ''));
  const after = before.map((text, p) => text || `maker ${p}`);
  const { attributes } = pairOf(
    { maker: before, fit: after.map((_, p) => KNOWN[p % 4]) },
    { maker: after, fit: after.map((_, p) => KNOWN[p % 4]) },
  );
  const maker = attributes.find(({ name }) => name === 'maker')!;
  const filled = [...maker.before.cell.keys()].filter((product) => maker.before.cell[product] < 0);
  assert.equal(noveltyOf(maker.before, maker.after, filled), undefined);
});
