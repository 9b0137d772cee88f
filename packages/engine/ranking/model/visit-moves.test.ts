import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { InteractionKind } from '../../session/types.ts';
import { movesAmong } from './visit-moves.ts';

/** The moves among interactions such as `viewed a`. */
function movesIn(...touches: readonly string[]): string[] {
  const read = touches.map((text) => {
    const [touch, id] = text.split(' ') as [InteractionKind, string];
    return { touch, id };
  });
  const moves = movesAmong(read, ({ id }) => id);
  return touches.filter((_, k) => moves[k] === 1);
}

describe('an interaction', () => {
  test('that views a product is a move, also for the current product and a return', () => {
    const views = ['viewed a', 'viewed b', 'viewed b', 'viewed a'];
    assert.deepEqual(movesIn(...views), views);
  });

  test('without a kind is a view', () => {
    assert.deepEqual(
      [...movesAmong<{ id: string; touch?: InteractionKind }>([{ id: 'a' }, { id: 'b' }], ({ id }) => id)],
      [1, 1],
    );
  });

  test('other than a view of the current product is no move', () => {
    for (const touch of ['carted', 'wished', 'compared', 'bought', 'removed', 'dismissed']) {
      assert.deepEqual(movesIn('viewed a', `${touch} a`, 'viewed b'), ['viewed a', 'viewed b'], touch);
    }
    assert.deepEqual(movesIn('viewed a', 'wished a', 'compared a', 'carted a'), ['viewed a']);
  });

  test('keeps the current product: a view after it opens the product again', () => {
    assert.deepEqual(movesIn('viewed a', 'carted a', 'viewed a'), ['viewed a', 'viewed a']);
  });

  test('that picks another product from a list is a move to it', () => {
    for (const touch of ['carted', 'wished', 'compared']) {
      assert.deepEqual(movesIn('viewed a', `${touch} b`), ['viewed a', `${touch} b`], touch);
      assert.deepEqual(
        movesIn('viewed b', 'viewed a', `${touch} b`).at(-1),
        `${touch} b`,
        `${touch}, on the way back`,
      );
    }
    assert.deepEqual(movesIn('carted a', 'carted b'), ['carted a', 'carted b']);
  });

  test('that adds more of what is in the cart is no move', () => {
    assert.deepEqual(movesIn('viewed a', 'carted a', 'viewed b', 'carted a'), ['viewed a', 'viewed b']);
  });

  test('that buys a product of the session is no move, in whatever order the checkout lists the cart', () => {
    const shopping = ['viewed a', 'carted a', 'viewed b', 'carted b', 'viewed c'];
    assert.deepEqual(movesIn(...shopping, 'bought b', 'bought a', 'bought c'), [
      'viewed a',
      'viewed b',
      'viewed c',
    ]);
  });

  test('that buys a product new to the session is a move to it', () => {
    assert.deepEqual(movesIn('bought a', 'bought b', 'bought a'), ['bought a', 'bought b']);
  });

  test('that rejects a product is no move, and does not count as having met it', () => {
    assert.deepEqual(movesIn('removed a', 'dismissed b', 'bought a'), ['bought a']);
  });
});
