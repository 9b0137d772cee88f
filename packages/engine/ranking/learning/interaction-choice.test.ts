import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { bind } from '../model/bound-model.ts';
import { type Model, remember } from '../model/model.ts';
import { catalogueOf, NOON, randomOf } from '../testing/shops.ts';
import { emptyModel } from './empty-model.ts';
import { chooseInteraction } from './interaction-choice.ts';

/** A shop of three types on four pages each; `shade` depends on neither. */
const shop = (size: number) =>
  buildIndex(
    catalogueOf(
      Array.from({ length: size }, (_, i) => ({
        id: `p${i}`,
        type: `t${i % 3}`,
        page: `page ${Math.floor(i / 3) % 4}`,
        shade: `s${Math.floor(i / 5) % 4}`,
      })),
    ),
    {},
  );

/** Steps within a type, or to any type: there at its first page, or at any. */
function learned(dependent: boolean, size: number): Model {
  const model = emptyModel();
  const random = randomOf(7);
  for (let s = 0; s < 300; s++) {
    let at = Math.floor(random() * size);
    const items = Array.from({ length: 6 }, () => {
      const stays = random() < 0.7;
      const type = stays ? at % 3 : Math.floor(random() * 3);
      const page = !stays && dependent ? 0 : Math.floor(random() * 4);
      at = type + 3 * (page + 4 * Math.floor((random() * size) / 12));
      return `p${at}`;
    });
    remember(model, { steps: items.map((item, k) => ({ item, at: NOON + s * 60_000 + k * 1000 })) });
  }
  model.measured = model.log.clicks;
  return model;
}

test('two columns with dependent transitions are chosen', () => {
  const { columns, exponent } = chooseInteraction(bind(shop(120), learned(true, 120)))!;
  assert.deepEqual(columns, ['type', 'page']);
  assert.equal(exponent, 1);
});

test('no columns are chosen where transitions are independent', () => {
  assert.equal(chooseInteraction(bind(shop(120), learned(false, 120))), undefined);
});

test('no columns are chosen whose combinations have fewer than eight products each', () => {
  assert.equal(chooseInteraction(bind(shop(72), learned(true, 72))), undefined);
});

test('no columns are chosen without history', () => {
  assert.equal(chooseInteraction(bind(shop(120), emptyModel())), undefined);
});
