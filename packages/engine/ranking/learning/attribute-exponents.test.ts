import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { sessionStateOf } from '../intent/session-state.ts';
import { bind } from '../model/bound-model.ts';
import type { TrainingSession } from '../model/training-session.ts';
import { rank } from '../rank.ts';
import { catalogueOf, NOON, randomOf, session, shopOf } from '../testing/shops.ts';
import { AttributeExponents } from './attribute-exponents.ts';
import { emptyModel } from './empty-model.ts';
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

test('an attribute counts as much as it decided the moves of shoppers', () => {
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

test('returns to seen products are no evidence about attributes', () => {
  const index = shopOf(400);
  const profile = session('product_view:p0', 'product_view:p21');
  const state = sessionStateOf(bind(index, emptyModel()), profile, [], NOON);
  const exponents = new AttributeExponents();
  exponents.add(state, index.ids.find('p0')!);
  exponents.add(state, index.ids.find('p21')!);
  assert.deepEqual(exponents.fit().exponents, {});
  exponents.add(state, index.ids.find('p42')!);
  assert.ok('colour' in exponents.fit().exponents);
});

test('without history attributes have the default exponents', () => {
  assert.deepEqual(emptyModel().parameters.exponents, {});
});

test('the name of an attribute does not matter, even that of the price', () => {
  /** Ranks by a history of shoppers who stay with a tier, whatever it costs. */
  const ranked = (tier: string): string => {
    const rows = Array.from({ length: 400 }, (_, i) => ({
      id: `p${i}`,
      [tier]: ['basic', 'better', 'best', 'rare', 'old'][Math.floor(i / 5) % 5],
      rrp: 10 + ((i * 37) % 190),
    }));
    const index = buildIndex(catalogueOf(rows), { price: 'rrp' });
    const model = train(visits('colour'), { index });
    const { items } = rank({ index, model, now: NOON, limit: 400, profile: session('product_view:p0') });
    return JSON.stringify(items).replaceAll(`"${tier}=`, '"tier=');
  };
  assert.equal(ranked('price'), ranked('prico'));
});
