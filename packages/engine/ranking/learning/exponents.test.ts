import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyModel } from '../model.ts';
import { rank } from '../rank.ts';
import { NOON, randomOf, session, shopOf } from '../testing.ts';
import type { TrainingSession } from '../visits.ts';
import { train } from './train.ts';

/** Shoppers who stay with a colour whatever the thing, or with the thing whatever its colour. */
function visits(stay: 'type' | 'colour'): TrainingSession[] {
  const random = randomOf(4);
  const typeOf = (i: number): number => i % 4;
  const colourOf = (i: number): number => Math.floor(i / 5) % 5;
  return Array.from({ length: 150 }, (_, s) => {
    const first = Math.floor(random() * 400);
    const alike = Array.from({ length: 400 }, (_, i) => i).filter((i) =>
      stay === 'type' ? typeOf(i) === typeOf(first) : colourOf(i) === colourOf(first),
    );
    return {
      steps: Array.from({ length: 4 }, (_, k) => ({
        item: `p${k === 0 ? first : alike[Math.floor(random() * alike.length)]}`,
        at: NOON + s * 60_000 + k * 1000,
      })),
    };
  });
}

test('an attribute counts for as much as it decided where shoppers went', () => {
  const index = shopOf(400);
  const byType = train(visits('type'), { index }).parameters.exponents;
  const byColour = train(visits('colour'), { index }).parameters.exponents;
  assert.ok(byColour.colour! > byType.colour! + 0.2, `${byColour.colour} and ${byType.colour}`);
  const { items } = rank({
    index,
    model: train(visits('colour'), { index }),
    now: NOON,
    limit: 40,
    profile: session('product_view:p0'),
  });
  const red = items.filter(({ id }) => Math.floor(Number(id.slice(1)) / 5) % 5 === 0).length;
  assert.ok(red > 30, `${red} of 40 are red`);
});

test('without history attributes count as shipped', () => {
  assert.deepEqual(emptyModel().parameters.exponents, {});
});
