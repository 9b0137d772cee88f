import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bind } from './binding.ts';
import { habitsOf } from './habits.ts';
import { emptyModel } from './model.ts';
import { sceneOf } from './scene.ts';
import { NOON, session, shopOf } from './testing.ts';

const binding = bind(shopOf(40), emptyModel());
const habits = (...ids: readonly string[]) =>
  habitsOf(sceneOf(binding, session(...ids.map((id) => `product_view:${id}`)), [], NOON + 9e4));

test('a session of one product has no habits', () => {
  const none = { stayed: 0, left: 0, along: 0, elsewhere: 0, back: 0 };
  assert.deepEqual(habits('p5'), none);
  assert.deepEqual(habits('p5', 'p5', 'p5'), none);
});

test('who looked twice at each product before is known to stay, once, and then to leave', () => {
  const twice = ['p5', 'p5', 'p20', 'p20', 'p31', 'p31'];
  assert.partialDeepStrictEqual(habits(...twice, 'p9'), { stayed: 3, left: 0 });
  assert.partialDeepStrictEqual(habits(...twice, 'p9', 'p9'), { stayed: 0, left: 3 });
  assert.partialDeepStrictEqual(habits(...twice, 'p9', 'p9', 'p9'), { stayed: 0, left: 0 });
  assert.partialDeepStrictEqual(habits('p5', 'p5', 'p20', 'p31'), { stayed: 1, left: 1 });
});

test('steps along the catalogue are told from others, and those back are counted of both', () => {
  assert.partialDeepStrictEqual(habits('p5', 'p6', 'p5', 'p7', 'p8', 'p30', 'p7'), {
    along: 3,
    elsewhere: 3,
    back: 2,
  });
});

test('what the catalogue does not hold is beside nothing', () => {
  const known = { ...emptyModel(), vocabulary: ['sold-out'], numbers: new Map([['sold-out', 0]]) };
  known.log.count = new Int32Array(1);
  const scene = sceneOf(
    bind(shopOf(40), known),
    session('product_view:p0', 'product_view:sold-out', 'product_view:p0'),
    [],
    NOON + 9e4,
  );
  assert.partialDeepStrictEqual(habitsOf(scene), { along: 0, elsewhere: 2, back: 1 });
});
