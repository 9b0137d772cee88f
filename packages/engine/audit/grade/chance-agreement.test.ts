import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chanceAgreement } from './chance-agreement.ts';

/** All ways to choose `size` of the products. */
function* groups(products: readonly number[], size: number): Generator<number[]> {
  if (size === 0) yield [];
  else
    for (let at = 0; at + size <= products.length; at++)
      for (const rest of groups(products.slice(at + 1), size - 1)) yield [products[at], ...rest];
}

test('the probability is what counting every possible group gives, or a bound above it', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      counts,
      fc.integer({ min: 1, max: 6 }),
      fc.constantFrom(0.6, 0.75, 0.95),
      (given, any, share) => {
        const products = given.flatMap((count, value) => Array<number>(count).fill(value));
        const size = Math.min(any, products.length);
        let agreeing = 0;
        let all = 0;
        for (const group of groups(products, size)) {
          all++;
          const most = Math.max(...given.map((_, value) => group.filter((own) => own === value).length));
          if (most >= share * size) agreeing++;
        }
        const chance = chanceAgreement(given, share)(size);
        assert.ok(chance >= agreeing / all - 1e-9 && chance <= 1, `${chance} for ${agreeing} of ${all}`);
        if (chance < 1) assert.ok(Math.abs(chance - agreeing / all) < 1e-6, `${chance}`);
      },
    ),
  );
});
