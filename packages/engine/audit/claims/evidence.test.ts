import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MIN_SHOWN_SHARE } from '../constants.ts';
import { linear } from '../exports.fixture.ts';
import { indexOf, pairOf } from '../pairs.fixture.ts';
import { compareAttributes } from '../verify/attribute-comparison.ts';
import { evidenceOf } from './evidence.ts';
import { ProductContext } from './product-features.ts';

const materials = ['oak', 'steel', 'glass', 'cork'];
const kinds = Array.from({ length: 120 }, (_, p) => (p * 7) % 4);
const kind = kinds.map((each) => `kind ${each}`);
const truth = kinds.map((each) => materials[each]);

function evidence(later: (product: number) => string, isKept = (_product: number) => true) {
  const gaps = truth.map((text, p) => (p % 3 === 0 ? '' : text));
  const pair = pairOf({ kind, own: gaps }, { kind, own: truth.map((_, p) => later(p)) }, isKept);
  const compared = compareAttributes(pair, 1)[indexOf(pair, 'own')];
  return evidenceOf(pair, compared, 1, new ProductContext(pair));
}
const filled = (text: (product: number) => string) => (p: number) => (p % 3 === 0 ? text(p) : truth[p]);
const codes = ({ reasons }: ReturnType<typeof evidence>) => reasons.map(({ code }) => code);

test('an untouched column has no evidence on either side', () => {
  const found = evidence(filled(() => ''));
  assert.deepEqual(found, {
    reasons: [],
    isConstant: false,
    isDoubtful: false,
    isSupported: false,
    believed: 1,
    bounds: { low: 0, high: 1 },
  });
});

test('true cells are supported, and a single value for all is constant and doubted', () => {
  const { bounds, ...found } = evidence(filled((p) => truth[p]));
  assert.deepEqual(found, {
    reasons: [],
    isConstant: false,
    isDoubtful: false,
    isSupported: true,
    believed: 1,
  });
  assert.ok(bounds.low > 0.8 && bounds.high === 1, JSON.stringify(bounds));
  const constant = evidence(filled(() => 'oak'));
  assert.ok(constant.isConstant && codes(constant).includes('constant'), codes(constant).join());
});

test('true cells are supported from as many on as half of which would show', () => {
  const supported = Array.from({ length: 40 }, (_, many) => {
    const found = evidence((p) => (p % 3 > 0 || p < 3 * many ? truth[p] : ''));
    assert.ok(!found.isDoubtful, `${many}: ${codes(found).join()}`);
    return found.isSupported;
  });
  const first = supported.indexOf(true);
  // Each cell of four values is at most four times as likely as a drawn one, and half of them are to reach 20 times.
  assert.ok(first >= 4 && first <= 8, `${first}`);
  assert.ok(supported.slice(first).every(Boolean), supported.join());
});

test('two fifths of the cells that the export shows support them all, and as few drawn cells hardly ever', () => {
  const random = linear(5);
  const below = (count: number) => Math.floor(random() * count);
  const tried = Array.from({ length: 80 }, () => {
    const many = 8 + below(60);
    const noise = 0.4 + 0.5 * random();
    const own = kinds.map((each) => materials[random() < noise ? below(4) : each]);
    const gaps = own.map((text, p) => (p < many ? '' : text));
    const found = (later: (product: number) => string) => {
      const pair = pairOf(
        { kind, own: gaps },
        { kind, own: own.map((text, p) => (p < many ? later(p) : text)) },
      );
      const compared = compareAttributes(pair, 1)[indexOf(pair, 'own')];
      return evidenceOf(pair, compared, 1, new ProductContext(pair));
    };
    return { honest: found((p) => own[p]), drawn: found(() => materials[below(4)]) };
  });
  const isShown = ({ bounds, isSupported }: ReturnType<typeof evidence>) => {
    assert.ok(isSupported || bounds.low < MIN_SHOWN_SHARE, `${bounds.low}`);
    return bounds.low >= MIN_SHOWN_SHARE;
  };
  assert.ok(tried.filter(({ honest }) => isShown(honest)).length >= 10);
  assert.ok(tried.filter(({ drawn }) => isShown(drawn)).length <= 2);
});

test('cleared cells, placeholders and dropped products are reasons, but no doubts', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), (count) => {
      const cleared = evidence((p) => (p % 3 === 1 && p < 3 * count ? '' : truth[p]));
      assert.deepEqual(codes(cleared), ['cells_cleared']);
      assert.match(cleared.reasons[0].message, new RegExp(`^${count} cells? `));
      assert.ok(!cleared.isDoubtful);
      const placeholders = evidence((p) => (p % 3 === 0 && p < 3 * count ? 'n/a' : truth[p]));
      assert.ok(codes(placeholders).includes('placeholders') && !placeholders.isDoubtful);
    }),
    { numRuns: 20 },
  );
  const dropped = evidence(
    filled((p) => truth[p]),
    (p) => p % 6 !== 0,
  );
  assert.ok(codes(dropped).includes('products_dropped') && !dropped.isDoubtful, codes(dropped).join());
});
