import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Random } from '../../primitives/random.ts';
import { indexOf, pairOf } from '../pairs.fixture.ts';
import { AssociationTest, NO_ASSOCIATION } from './association.ts';
import { ProductContext } from './product-features.ts';

const PRODUCTS = 200;

/** Learns from the first products, and judges the others, which are filled by `fill`. */
function association(
  seed: number,
  own: (kind: number, random: Random) => string,
  fill: (truth: string, random: Random) => string,
) {
  const random = new Random(seed);
  const kinds = Array.from({ length: PRODUCTS }, () => random.below(4));
  const truth = kinds.map((kind) => own(kind, random));
  const kind = kinds.map((each) => `kind ${each}`);
  const filled = truth.map((text, product) => (product % 3 === 0 ? fill(text, random) : text));
  const before = { kind, own: truth.map((text, product) => (product % 3 === 0 ? '' : text)) };
  const pair = pairOf(before, { kind, own: filled });
  const index = indexOf(pair, 'own');
  const { cell } = pair.attributes[index].before;
  const products = [...cell.keys()];
  const test_ = new AssociationTest(pair, index, 1, new ProductContext(pair));
  return test_.between(
    products.filter((product) => cell[product] >= 0),
    products.filter((product) => cell[product] < 0),
  );
}

const materials = ['oak', 'steel', 'glass', 'cork'];
const seeds = fc.integer({ min: 1, max: 1e6 });

test('true values of a column that another one tells are much likelier chosen than drawn', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const found = association(
        seed,
        (kind) => materials[kind],
        (text) => text,
      );
      assert.ok(found.ratio > 20 && found.expected > 20, JSON.stringify(found));
      assert.deepEqual(found.sources, ['"kind"']);
      assert.ok(found.share.share > 0.9);
    }),
    { numRuns: 15 },
  );
});

test('values drawn without regard to the product are likelier drawn, and hardly any is associated', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const found = association(
        seed,
        (kind) => materials[kind],
        (_, random) => materials[random.below(4)],
      );
      assert.ok(found.ratio < 0 && found.expected > 20, JSON.stringify(found));
      assert.ok(found.share.share < 0.6 && found.share.evidence > 4);
    }),
    { numRuns: 15 },
  );
});

test('a column that nothing tells is hardly ever held against its new values', () => {
  let judged = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const draw = (_: unknown, random: Random) => materials[random.below(4)];
    if (association(seed, draw, draw) !== NO_ASSOCIATION) judged++;
  }
  assert.ok(judged <= 4, `${judged} of 40`);
});
