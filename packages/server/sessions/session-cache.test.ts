import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyProfile, type FoldedProfile, foldOnto } from '@decidable/engine/session';
import fc from 'fast-check';
import type { OrganizationId, SessionId } from '../storage/ports.ts';
import { LEAST_BYTES, SessionCache } from './session-cache.ts';

const ORG = 'org' as OrganizationId;
const open = (cache: SessionCache, n: number, now: number) =>
  cache.open(ORG, `session-${n}` as SessionId, now);
const find = (cache: SessionCache, n: number, now: number) =>
  cache.find(ORG, `session-${n}` as SessionId, now);
const HOUR = 60 * 60_000;

const set = (cache: SessionCache, n: number, profile: FoldedProfile, now: number) => {
  open(cache, n, now).profile = profile;
};
const get = (cache: SessionCache, n: number, now: number) => find(cache, n, now)?.profile;

test('what was set is found until it is given up, and there are never more than the capacity', () => {
  const act = fc.tuple(fc.constantFrom('get', 'set'), fc.nat(9));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.array(act, { maxLength: 200 }), (capacity, acts) => {
      const cache = new SessionCache(capacity * LEAST_BYTES);
      const latest = new Map<number, FoldedProfile>();
      acts.forEach(([what, n], now) => {
        if (what === 'set') {
          const profile = emptyProfile(now);
          set(cache, n, profile, now);
          latest.set(n, profile);
          assert.equal(get(cache, n, now), profile);
        } else {
          const found = get(cache, n, now);
          if (found !== undefined) assert.equal(found, latest.get(n));
          else if (latest.size <= capacity) assert.ok(!latest.has(n));
        }
        assert.ok(cache.size <= capacity);
      });
    }),
    { numRuns: 1_000 },
  );
});

test('the sessions of an organization are forgotten, those in use lose their profiles only', () => {
  const cache = new SessionCache(100 * LEAST_BYTES);
  for (const n of [0, 1, 2]) set(cache, n, emptyProfile(n), 0);
  cache.open('other' as OrganizationId, 'session-0' as SessionId, 0).profile = emptyProfile(0);
  open(cache, 1, 0).inFlight = 1;
  cache.forget(ORG);
  assert.equal(find(cache, 0, 0), undefined);
  assert.equal(find(cache, 1, 0)?.profile, undefined);
  assert.equal(find(cache, 1, 0)?.inFlight, 1);
  assert.equal(cache.size, 2);
  assert.equal(cache.bytes, 2 * LEAST_BYTES);
  assert.ok(cache.find('other' as OrganizationId, 'session-0' as SessionId, 0)?.profile);
  cache.forget();
  assert.equal(cache.size, 1);
});

test('sessions in use stay while others come and go', () => {
  const cache = new SessionCache(100 * LEAST_BYTES);
  for (let n = 0; n < 10; n++) set(cache, n, emptyProfile(n), 0);
  for (let n = 10; n < 2_000; n++) {
    set(cache, n, emptyProfile(n), n);
    for (let used = 0; used < 10; used++) assert.equal(get(cache, used, n)?.openedAt, used);
  }
  assert.equal(cache.size, 100);
});

test('the one that was set first is given up first when none was used since', () => {
  const cache = new SessionCache(3 * LEAST_BYTES);
  for (let n = 0; n < 4; n++) set(cache, n, emptyProfile(n), n);
  assert.deepEqual(
    [0, 1, 2, 3].map((n) => get(cache, n, 4)?.openedAt),
    [undefined, 1, 2, 3],
  );
});

test('a session that nobody asked for during an hour is not there', () => {
  const cache = new SessionCache(3 * LEAST_BYTES);
  set(cache, 0, emptyProfile(0), 0);
  assert.ok(get(cache, 0, HOUR));
  assert.ok(get(cache, 0, 2 * HOUR));
  assert.equal(get(cache, 0, 3 * HOUR + 1), undefined);
});

test('a session that is being written is not given up, however many others come', () => {
  const cache = new SessionCache(3 * LEAST_BYTES);
  const written = open(cache, 0, 0);
  written.inFlight = 1;
  for (let n = 1; n < 500; n++) open(cache, n, n);
  assert.equal(open(cache, 0, 500), written);
  assert.equal(cache.size, 3);
  written.inFlight = 0;
  for (let n = 500; n < 510; n++) open(cache, n, n);
  assert.equal(find(cache, 0, 510), undefined);
});

test('there are more than the capacity while all are being written, and no more soon after', () => {
  const cache = new SessionCache(300 * LEAST_BYTES);
  const all = Array.from({ length: 1_000 }, (_, n) => {
    const session = open(cache, n, n);
    session.inFlight = 1;
    return session;
  });
  assert.equal(cache.size, 1_000);
  for (const session of all) session.inFlight = 0;
  for (let n = 1_000; n < 1_020; n++) open(cache, n, n);
  assert.equal(cache.size, 300);
});

test('a session of one organization is not that of another with the same name', () => {
  const cache = new SessionCache(2 * LEAST_BYTES);
  const name = 'session-0' as SessionId;
  const own = cache.open(ORG, name, 0);
  const other = cache.open('other' as OrganizationId, name, 0);
  assert.notEqual(own, other);
  assert.equal(cache.find(ORG, name, 1), own);
  assert.equal(cache.size, 2);
  cache.open(ORG, 'session-1' as SessionId, 2);
  assert.equal(cache.find('other' as OrganizationId, name, 3), undefined);
  assert.equal(cache.find(ORG, name, 3), own);
});

test('sessions take no more memory than they may, however long what they name is', () => {
  const memory = 1_000_000;
  const cache = new SessionCache(memory);
  const kept = (length: number): number => {
    for (let n = 0; n < 2_000; n++) {
      const session = open(cache, n, n);
      session.profile ??= emptyProfile(n);
      const signals = [0, 1, 2, 3].map((k) => ({
        type: 'product_view',
        value: `${length}-${n}-${k}`.padEnd(length, 'x'),
        at: n + k,
      }));
      session.weighedAt = 0;
      foldOnto(session.profile, signals);
      cache.weigh(session);
      assert.ok(cache.bytes <= memory);
    }
    return cache.size;
  };
  const short = kept(20);
  assert.ok(short > 500, `${short} sessions`);
  assert.ok(kept(500) < short / 2);
});

test('a profile is weighed again once it has doubled, or has had some more signals', () => {
  const cache = new SessionCache(1_000_000);
  const session = open(cache, 0, 0);
  session.profile = emptyProfile(0);
  const afterSignals = (count: number): number => {
    const signals = Array.from({ length: count }, (_, k) => ({
      type: 'product_view',
      value: `${session.profile!.sequence + k}`.padEnd(200, 'x'),
      at: k,
    }));
    foldOnto(session.profile!, signals);
    cache.weigh(session);
    return cache.bytes;
  };
  const first = afterSignals(1);
  assert.ok(first > LEAST_BYTES);
  const two = afterSignals(1);
  assert.ok(two > first + 200);
  assert.equal(afterSignals(1), two, 'three are not twice two');
  const twenty = afterSignals(17);
  assert.ok(twenty > two + 18 * 200);
  assert.equal(afterSignals(15), twenty);
  assert.ok(afterSignals(1) > twenty + 16 * 200);
});

test('a profile that was erased and begins anew is weighed at its first signal', () => {
  const cache = new SessionCache(1_000 * LEAST_BYTES);
  const session = open(cache, 0, 0);
  const after = (count: number): FoldedProfile => {
    const profile = emptyProfile(0);
    foldOnto(
      profile,
      Array.from({ length: count }, (_, n) => ({ type: 'product_view', value: `a product ${n}`, at: n })),
    );
    return profile;
  };
  session.profile = after(400);
  cache.weigh(session);
  const long = session.bytes;
  session.profile = after(1);
  cache.weigh(session);
  assert.ok(session.bytes < long / 4, `${session.bytes} of ${long}`);
  assert.equal(cache.bytes, session.bytes);
});
