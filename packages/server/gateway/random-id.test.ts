import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { randomId } from './random-id.ts';

describe('a random id', () => {
  const ids = Array.from({ length: 1_000 }, randomId);

  it('is a UUID of version 4', () => {
    for (const id of ids) {
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });

  it('is like no other', () => assert.equal(new Set(ids).size, ids.length));

  it('is random in every digit that is not fixed', () => {
    for (let place = 0; place < 36; place++) {
      const seen = new Set(ids.map((id) => id[place])).size;
      assert.equal(seen, [8, 13, 14, 18, 23].includes(place) ? 1 : place === 19 ? 4 : 16, `place ${place}`);
    }
  });
});
