import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sessionStateOf } from '../intent/session-state.ts';
import { bind } from '../model/bound-model.ts';
import { modelOf, visitTo } from '../testing/expert-probe.ts';
import { session, shopOf } from '../testing/shops.ts';
import { FEATURES } from './gate-features.ts';
import { Mixture } from './mixture.ts';

type Name = (typeof FEATURES)[number];

const index = shopOf(60);
const often = Array.from({ length: 8 }, () => visitTo('p1', 'p2', 'p3'));
const model = modelOf(...often, visitTo('p1', 'p9'));

/** The gate features of a session that viewed these products, by name. */
function after(...ids: readonly string[]): (name: Name) => number {
  const profile = session(...ids.map((id) => `product_view:${id}`));
  const mixture = new Mixture(sessionStateOf(bind(index, model), profile, [], profile.lastSeenAt));
  const values = [...mixture.features];
  mixture.close();
  return (name) => values[FEATURES.indexOf(name)];
}

describe('the gate features of a session', () => {
  test('are finite, and one is always 1', () => {
    for (const ids of [[], ['p1'], ['p40', 'p40'], ['p1', 'p2', 'p3', 'p1']]) {
      const value = after(...ids);
      assert.equal(value('always'), 1);
      for (const name of FEATURES) assert.ok(Number.isFinite(value(name)), `${name} after ${ids}`);
    }
  });

  test('count products, and recognise repetitions', () => {
    assert.equal(after('p1')('one product so far'), 1);
    assert.equal(after('p1', 'p2')('one product so far'), 0);
    assert.ok(after('p1', 'p2', 'p3')('products so far') > after('p1', 'p2')('products so far'));
    const repeats = [
      'same product again',
      'product seen earlier in the session',
      'other products repeat',
    ] as const;
    const repeatsAfter = (...ids: readonly string[]) => repeats.filter((name) => after(...ids)(name) === 1);
    assert.deepEqual(repeatsAfter('p1', 'p2'), []);
    assert.deepEqual(repeatsAfter('p1', 'p2', 'p2'), [repeats[0]]);
    assert.deepEqual(repeatsAfter('p1', 'p2', 'p1'), [repeats[1]]);
    assert.deepEqual(repeatsAfter('p1', 'p1', 'p2'), [repeats[2]]);
  });

  test('measure how well the history knows the last products', () => {
    const [known, unknown] = [after('p1'), after('p40')];
    assert.ok(known('clicks on the last product') > unknown('clicks on the last product'));
    assert.deepEqual(
      [known, unknown].map((value) => value('last product hardly known')),
      [0, 1],
    );
    assert.ok(known('followers of the last product') > 0 && unknown('followers of the last product') === 0);
    assert.equal(after('p1', 'p2')('last two never seen in this order'), 0);
    assert.equal(after('p2', 'p1')('last two never seen in this order'), 1);
    assert.equal(after('p1')('last two never seen in this order'), 0, 'there are no two');
    assert.ok(after('p1', 'p2', 'p3')('similar sessions') > after('p40')('similar sessions'));
  });

  test('measure how concentrated the followers are', () => {
    // p3 always followed p2; p2 mostly followed p1.
    assert.equal(after('p2')('surest follower of the last product'), 1);
    const mostly = after('p1')('surest follower of the last product');
    assert.ok(mostly > 0.8 && mostly < 1, `${mostly}`);
  });

  test('measure the chance of a revisit, and the habits of the session', () => {
    assert.equal(after('p1')('chance of going back'), 0);
    assert.ok(after('p1', 'p2')('chance of going back') > 0);
    assert.ok(after('p1', 'p1', 'p2')('products looked at once more') > 0);
    assert.ok(after('p1', 'p2', 'p1')('steps back') > after('p1', 'p2')('steps back'));
  });
});
