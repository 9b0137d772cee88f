import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyModel } from '../learning/empty-model.ts';
import { update } from '../model/model.ts';
import { rank } from '../rank.ts';
import { rankProducts } from '../rerank.ts';
import { NOON, session, shopOf, sumOf } from '../testing/shops.ts';
import type { RankedItem } from '../types.ts';

const index = shopOf(60);
/** A history of visits along the catalogue, every other one backwards. */
const model = emptyModel();
update(
  model,
  Array.from({ length: 200 }, (_, s) => {
    const walk = [0, 1, 2, 3].map((k) => `p${(s % 50) + (s % 2 === 0 ? k : 3 - k)}`);
    return { steps: walk.map((item, k) => ({ item, at: NOON - 1e9 + s * 60_000 + k * 1000 })) };
  }),
);
model.measured = model.log.clicks;

/** The scores of the expert for a session that viewed these products. */
function scoresFor(items: readonly RankedItem[]): (product: number) => number {
  for (const { score, scoreBreakdown } of items) assert.ok(Math.abs(sumOf(scoreBreakdown) - score) < 1e-12);
  const scoreOf = new Map(
    items.map(({ id, scoreBreakdown }) => [
      id,
      scoreBreakdown.find(({ factor }) => factor === 'catalogue')?.value ?? 0,
    ]),
  );
  return (product) => scoreOf.get(`p${product}`)!;
}
const viewed = (...products: readonly number[]) => session(...products.map((k) => `product_view:p${k}`));
const ranked = (...products: readonly number[]) =>
  scoresFor(rank({ profile: viewed(...products), index, model, now: NOON + 9e6, limit: 60 }).items);

test('a session along the catalogue continues in the same direction', () => {
  const on = ranked(29, 30);
  assert.ok(on(31) > 3 * on(29), `${on(31)} ahead, ${on(29)} behind`);
  const back = ranked(31, 30);
  assert.ok(back(29) > 3 * back(31), `${back(29)} ahead, ${back(31)} behind`);
});

test('a repeated view keeps the direction, and a single product has none', () => {
  assert.equal(viewed(29, 30, 30).products.length, 3);
  const again = ranked(29, 30, 30);
  assert.ok(again(31) > 2 * again(29), `${again(31)} ahead, ${again(29)} behind`);
  const alone = ranked(30);
  assert.ok(Math.abs(alone(31) - alone(29)) < 0.05, `${alone(31)} and ${alone(29)}`);
});

test('a candidate list uses catalogue rows, also without the last product in it', () => {
  const listed = (...products: readonly number[]) =>
    scoresFor(
      rankProducts({
        index,
        model,
        profile: viewed(...products),
        now: NOON + 9e6,
        products: [{ id: 'p45' }, { id: 'p31' }, { id: 'p29' }],
      }).items,
    );
  assert.ok(listed(29, 30)(31) > 3 * listed(29, 30)(29));
  assert.ok(listed(31, 30)(29) > 3 * listed(31, 30)(31));
});

test('after one distant product the session is expected back where it was', () => {
  const away = emptyModel();
  update(
    away,
    Array.from({ length: 200 }, (_, s) => ({
      steps: [s % 20, 30 + (s % 20), (s % 20) + 1].map((k, at) => ({
        item: `p${k}`,
        at: NOON - 1e9 + s * 60_000 + at * 1000,
      })),
    })),
  );
  away.measured = away.log.clicks;
  const { items } = rank({ profile: viewed(5, 35), index, model: away, now: NOON + 9e6, limit: 60 });
  const scoreOf = scoresFor(items);
  assert.ok(scoreOf(6) > 0.9, `${scoreOf(6)}`);
  assert.equal(scoreOf(36), 0);
});

test("the session's own step length counts", () => {
  const striding = ranked(18, 21, 24, 27, 30);
  const others = ranked(2, 50, 9, 27, 30);
  assert.ok(
    striding(33) > others(33) + 0.05,
    `${striding(33)} after such strides, ${others(33)} after others`,
  );
  assert.ok(striding(33) > 2 * striding(32), `${striding(33)} three on, ${striding(32)} two on`);
});

test('a product outside of the catalogue gives no direction', () => {
  const after = (id: string) =>
    scoresFor(
      rank({
        profile: session('product_view:p29', `product_view:${id}`, 'product_view:p30'),
        index,
        model: known,
        now: NOON + 9e6,
        limit: 60,
      }).items,
    );
  const known = structuredClone(model);
  update(known, [{ steps: [{ item: 'sold-out', at: NOON - 1e8 }] }]);
  assert.ok(after('p28')(31) < after('p29')(31));
  const scoreOf = after('sold-out');
  assert.ok(scoreOf(31) < 2 * scoreOf(29), `${scoreOf(31)} ahead, ${scoreOf(29)} behind`);
});
