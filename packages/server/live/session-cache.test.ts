import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyProfile, type Profile } from '@decidable/engine/session';
import fc from 'fast-check';
import type { OrganizationId, SessionId } from '../storage/ports.ts';
import { SessionCache, sessionKey } from './session-cache.ts';

const keyOf = (n: number) => sessionKey('org' as OrganizationId, `session-${n}` as SessionId);
const HOUR = 60 * 60_000;

test('what was set is found until it is forgotten or given up, and there are never more than the capacity', () => {
  const act = fc.tuple(fc.constantFrom('get', 'set', 'forget'), fc.nat(9));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.array(act, { maxLength: 200 }), (capacity, acts) => {
      const cache = new SessionCache(capacity);
      const latest = new Map<number, Profile>();
      acts.forEach(([what, n], now) => {
        if (what === 'set') {
          const profile = emptyProfile(now);
          cache.set(keyOf(n), profile, now);
          latest.set(n, profile);
          assert.equal(cache.get(keyOf(n), now), profile);
        } else if (what === 'get') {
          const found = cache.get(keyOf(n), now);
          if (found !== undefined) assert.equal(found, latest.get(n));
          else if (latest.size <= capacity) assert.ok(!latest.has(n));
        } else {
          cache.forget(keyOf(n));
          latest.delete(n);
          assert.equal(cache.get(keyOf(n), now), undefined);
        }
        assert.ok(cache.size <= capacity);
      });
    }),
  );
});

test('sessions in use stay while others come and go', () => {
  const cache = new SessionCache(100);
  for (let n = 0; n < 10; n++) cache.set(keyOf(n), emptyProfile(n), 0);
  for (let n = 10; n < 2_000; n++) {
    cache.set(keyOf(n), emptyProfile(n), n);
    for (let used = 0; used < 10; used++) assert.equal(cache.get(keyOf(used), n)?.openedAt, used);
  }
  assert.equal(cache.size, 100);
});

test('the one that was set first is given up first when none was used since', () => {
  const cache = new SessionCache(3);
  for (let n = 0; n < 4; n++) cache.set(keyOf(n), emptyProfile(n), n);
  assert.deepEqual(
    [0, 1, 2, 3].map((n) => cache.get(keyOf(n), 4)?.openedAt),
    [undefined, 1, 2, 3],
  );
});

test('a session that nobody asked for during an hour is not there', () => {
  const cache = new SessionCache(3);
  cache.set(keyOf(0), emptyProfile(0), 0);
  assert.ok(cache.get(keyOf(0), HOUR));
  assert.ok(cache.get(keyOf(0), 2 * HOUR));
  assert.equal(cache.get(keyOf(0), 3 * HOUR + 1), undefined);
  assert.equal(cache.size, 0);
});
