import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { interpretTogether, readTable } from '../../catalogue/index.ts';
import { csvOf, linear } from '../exports.fixture.ts';
import { type VerifyResult, verify } from '../index.ts';

type Columns = Readonly<Record<string, readonly string[]>>;
const PRODUCTS = 240;

const exportOf = (columns: Columns) =>
  readTable(
    csvOf({
      names: ['id', ...Object.keys(columns)],
      rows: Array.from({ length: PRODUCTS }, (_, product) => [
        `p${product}`,
        ...Object.values(columns).map((texts) => texts[product]),
      ]),
    }),
  );

function claimsOf(before: Columns, after: Columns, claimed: readonly string[]) {
  const result: VerifyResult = verify(...interpretTogether(exportOf(before), exportOf(after)), {
    repairs: claimed.map((attribute) => ({ attribute })),
  });
  return result.claims!;
}

/** 240 shoes: the sole follows from the kind but for a few, the fit from nothing. */
function shoes(seed: number) {
  const random = linear(seed);
  const kinds = Array.from({ length: PRODUCTS }, () => Math.floor(random() * 4));
  const soles = kinds.map((kind) => (random() < 0.1 ? Math.floor(random() * 4) : kind));
  const said = (words: readonly string[], of: readonly number[]) => of.map((at) => words[at]);
  return {
    kind: said(['boot', 'sandal', 'sneaker', 'clog'], kinds),
    sole: said(['rubber', 'cork', 'foam', 'wood'], soles),
    walk: said(['grip', 'light', 'soft', 'stiff'], soles),
  };
}
const emptied = (texts: readonly string[], isGap: (product: number) => boolean) =>
  texts.map((text, product) => (isGap(product) ? '' : text));
const seeds = fc.integer({ min: 1, max: 1_000_000 });
const isGap = (product: number) => product % 5 < 3;

test('of two columns that say the same the claim that comes first gains, whichever that is', () => {
  fc.assert(
    fc.property(seeds, fc.boolean(), (seed, turned) => {
      const after = shoes(seed);
      const before = { ...after, sole: emptied(after.sole, isGap), walk: emptied(after.walk, isGap) };
      const order = turned ? ['walk', 'sole'] : ['sole', 'walk'];
      const [first, second] = claimsOf(before, after, order);
      const [alone] = claimsOf(before, after, [order[0]]);
      assert.ok(first.bitsGained > 0.3);
      assert.equal(first.bitsGained, alone.bitsGained);
      assert.ok(second.bitsGained < 1e-9, `${second.bitsGained}`);
      assert.deepEqual(
        second.reasons.map(({ code }) => code),
        ['recoding'],
      );
    }),
    { numRuns: 12 },
  );
});

test('a recoding of a full column gains nothing, and is named as one', () => {
  const { kind, sole, walk } = shoes(1);
  for (const before of [
    { kind, sole },
    { kind, sole, walk: emptied(walk, isGap) },
  ]) {
    const [claim] = claimsOf(before, { kind, sole, walk }, ['walk']);
    assert.ok(claim.bitsGained < 1e-9, `${claim.verdict} ${claim.bitsGained}`);
    assert.ok(claim.reasons.some(({ code, message }) => code === 'recoding' && message.includes('"sole"')));
  }
});

test('where the other column is empty a recoding gains what it says there', () => {
  const { kind, sole, walk } = shoes(2);
  const before = { kind, sole: emptied(sole, (p) => p % 5 < 2), walk: emptied(walk, (p) => p % 5 < 3) };
  const [whole] = claimsOf({ kind, walk: before.walk }, { kind, walk }, ['walk']);
  const [rest] = claimsOf(before, { ...before, walk }, ['walk']);
  assert.ok(rest.bitsGained > 0.3 && rest.bitsGained < whole.bitsGained, `${rest.bitsGained}`);
});

test('independent claims gain together what each gains alone, and no claim gains more beside others', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const random = linear(seed + 1);
      const { kind, sole } = shoes(seed);
      const shade = kind.map((own) =>
        random() < 0.3 ? `${own} dark` : `${own} ${random() < 0.5 ? 'a' : 'b'}`,
      );
      const after = { kind, sole, shade };
      const before = { kind, sole: emptied(sole, isGap), shade: emptied(shade, isGap) };
      const together = claimsOf(before, after, ['sole', 'shade']);
      together.forEach((claim, at) => {
        const [alone] = claimsOf(before, after, [['sole', 'shade'][at]]);
        assert.ok(claim.bitsGained >= 0 && claim.bitsGained <= alone.bitsGained + 1e-9);
      });
      const colour = Array.from(
        { length: PRODUCTS },
        () => ['red', 'blue', 'green'][Math.floor(random() * 3)],
      );
      const [, free] = claimsOf({ ...before, colour: emptied(colour, isGap) }, { ...after, colour }, [
        'sole',
        'colour',
      ]);
      const [own] = claimsOf({ ...before, colour: emptied(colour, isGap) }, { ...after, colour }, ['colour']);
      assert.ok(Math.abs(free.bitsGained - own.bitsGained) < 0.1, `${free.bitsGained} of ${own.bitsGained}`);
    }),
    { numRuns: 8 },
  );
});

test('a false repair of a recoding gains no more than the true one, whatever ranges its numbers would cut', () => {
  const random = linear(3);
  const models = Array.from({ length: PRODUCTS }, () => Math.floor(random() * 9));
  const model = models.map((own) => `model ${own}`);
  const height = models.map((own) => `${10 + 10 * own}`);
  const isFalse = (product: number) => isGap(product) && product % 2 === 0;
  const gained = (truth: readonly string[], untrue: (product: number) => string) => {
    const filled = truth.map((own, at) => (isFalse(at) ? untrue(at) : own));
    const [claim] = claimsOf({ model, own: emptied(truth, isGap) }, { model, own: filled }, ['own']);
    return claim.bitsGained;
  };
  const turned = models.map((own) => `${own} turned`);
  assert.ok(gained(turned, (at) => turned[(at * 7) % PRODUCTS]) < 1e-9);
  assert.ok(gained(height, (at) => `${(at * 37) % 101}.5`) < 1e-9);
});

test('of several columns that say the same the fullest tells what a claim adds, whatever it is called', () => {
  const { kind, sole, walk } = shoes(4);
  const steps = emptied(
    walk.map((own) => `a ${own} step`),
    isGap,
  );
  for (const others of [
    { a: sole, b: steps },
    { a: steps, b: sole },
  ]) {
    const full = { kind, ...others, walk };
    const [claim] = claimsOf({ ...full, walk: emptied(walk, isGap) }, full, ['walk']);
    assert.ok(claim.bitsGained < 1e-9, `${claim.bitsGained}`);
  }
});
