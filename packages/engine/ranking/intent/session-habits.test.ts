import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyModel } from '../learning/empty-model.ts';
import { bind } from '../model/bound-model.ts';
import { NOON, session, shopOf } from '../testing/shops.ts';
import { habitsOf } from './session-habits.ts';
import { sessionStateOf } from './session-state.ts';

const bound = bind(shopOf(40), emptyModel());
const habits = (...ids: readonly string[]) =>
  habitsOf(sessionStateOf(bound, session(...ids.map((id) => `product_view:${id}`)), [], NOON + 9e4));

test('a session of one product has no habits', () => {
  const none = { stayed: 0, left: 0, back: 0 };
  assert.deepEqual(habits('p5'), none);
  assert.deepEqual(habits('p5', 'p5', 'p5'), none);
});

test('a shopper who viewed each product twice is expected to stay once, and then to leave', () => {
  const twice = ['p5', 'p5', 'p20', 'p20', 'p31', 'p31'];
  assert.deepEqual(habits(...twice, 'p9'), { stayed: 3, left: 0, back: 0 });
  assert.deepEqual(habits(...twice, 'p9', 'p9'), { stayed: 0, left: 3, back: 0 });
  assert.deepEqual(habits(...twice, 'p9', 'p9', 'p9'), { stayed: 0, left: 0, back: 0 });
  assert.deepEqual(habits('p5', 'p5', 'p20', 'p31'), { stayed: 1, left: 1, back: 0 });
});

test('returns are counted, and repeated views of one product are not returns', () => {
  assert.equal(habits('p5', 'p6', 'p5', 'p5', 'p7', 'p6').back, 2);
  assert.equal(habits('p5', 'p5', 'p6', 'p7').back, 0);
});
