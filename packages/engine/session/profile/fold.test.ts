import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readerWith } from '../text/keywords.ts';
import { vocabularyOf } from '../text/vocabulary.ts';
import type { FoldedProfile, Profile, Signal } from '../types.ts';
import { strength } from './decay.ts';
import { PROFILE_BOUNDS } from './draft.ts';
import { CONTEXT_SIGNAL, emptyProfile, fold, foldAll, foldOnto, ownCopy, replay, VISIT_GAP } from './fold.ts';
import { readProfile } from './read-profile.ts';

const T0 = Date.UTC(2026, 0, 31, 12);
const signal = (type: string, value?: string, at = T0): Signal => ({
  type,
  ...(value === undefined ? {} : { value }),
  at,
});
const profileOf = (...signals: Signal[]): Profile => readProfile(replay(signals)!);
const interestIn = (profile: Profile, kind: 'category' | 'brand' | 'attribute' | 'keyword', name: string) => {
  const found = profile.interests[kind].find((interest) => interest.name === name);
  return found === undefined ? 0 : strength(found, profile.lastSeenAt, profile.step);
};

const someSignal: fc.Arbitrary<Signal> = fc
  .tuple(
    fc.oneof(
      fc.tuple(
        fc.constantFrom('category_view', 'brand_view'),
        fc.constantFrom('Boots', 'hats', '__proto__', '42'),
      ),
      fc.tuple(
        fc.constantFrom('product_view', 'cart_add', 'dismiss', 'compare', 'purchase', 'wishlist_add'),
        fc.constantFrom('a', 'b', 'c', 'constructor'),
      ),
      fc.tuple(fc.constant('attribute_filter'), fc.constantFrom('colour=red', 'colour!=red', 'x=y=z')),
      fc.tuple(fc.constant('search'), fc.constantFrom('red boots under £50', 'not leather', '')),
      fc.tuple(fc.constant('dwell'), fc.constantFrom('a:40', 'z:1')),
      fc.tuple(fc.constant('price_filter'), fc.constantFrom('0-50', '60-150')),
      fc.tuple(fc.constant('device'), fc.constantFrom('mobile', 'desktop')),
      fc.tuple(fc.constant('time_of_day'), fc.constantFrom('21:45+02:00', '08:00-01:00')),
      fc.tuple(fc.constantFrom('zoom', 'behavior', 'context'), fc.constantFrom('x', 'y')),
    ),
    fc.integer({ min: -86_400_000, max: 86_400_000 }),
  )
  .map(([[type, value], later]) => signal(type, value, T0 + later));

test('folding one by one, all at once, or on from a snapshot gives the same profile, bit for bit', () => {
  fc.assert(
    fc.property(fc.array(someSignal, { minLength: 1 }), fc.nat(), (signals, at) => {
      const cut = at % signals.length;
      const whole = replay(signals)!;
      const stepwise = signals.reduce(fold, emptyProfile(signals[0].at));
      const before = foldAll(emptyProfile(signals[0].at), signals.slice(0, cut));
      const resumed = foldAll(JSON.parse(JSON.stringify(before)) as FoldedProfile, signals.slice(cut));
      assert.equal(JSON.stringify(stepwise), JSON.stringify(whole));
      assert.equal(JSON.stringify(resumed), JSON.stringify(whole));
      assert.equal(whole.sequence, signals.length);
    }),
  );
});

test('a profile is never changed by folding on from it', () => {
  fc.assert(
    fc.property(fc.array(someSignal), someSignal, (signals, next) => {
      const profile = foldAll(emptyProfile(T0), signals);
      const before = JSON.stringify(profile);
      fold(profile, next);
      assert.equal(JSON.stringify(profile), before);
    }),
  );
});

test('folding onto a profile makes of it what folding makes, and leaves copies as they were', () => {
  fc.assert(
    fc.property(fc.array(someSignal), fc.array(someSignal), fc.array(someSignal), (first, second, third) => {
      const profile = ownCopy(foldAll(emptyProfile(T0), first));
      foldOnto(profile, second);
      const copy = ownCopy(profile);
      const then = JSON.stringify(foldAll(emptyProfile(T0), [...first, ...second]));
      foldOnto(profile, third);
      assert.equal(JSON.stringify(copy), then);
      foldOnto(copy, third);
      for (const each of [profile, copy]) {
        assert.equal(
          JSON.stringify(each),
          JSON.stringify(foldAll(emptyProfile(T0), [...first, ...second, ...third])),
        );
      }
    }),
    { numRuns: 300 },
  );
});

test('reading a profile changes nothing of it, and what is read is the same again', () => {
  const shop = vocabularyOf([
    { attribute: 'type', value: 'Boots', role: 'category' },
    { attribute: 'colour', value: 'Red' },
  ]);
  fc.assert(
    fc.property(fc.array(someSignal), (signals) => {
      const folded = foldAll(emptyProfile(T0), signals);
      const before = JSON.stringify(folded);
      const read = JSON.stringify(readProfile(folded, readerWith(shop)));
      assert.equal(JSON.stringify(folded), before);
      const stored = JSON.parse(before) as FoldedProfile;
      assert.equal(JSON.stringify(readProfile(stored, readerWith(shop))), read);
    }),
  );
});

test('of statements the latest are kept, as many as characters allow, and the last one however long', () => {
  const text = fc.oneof(fc.string({ maxLength: 20 }), fc.string({ minLength: 1500, maxLength: 5000 }));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 80 }), (texts) => {
      const { statements } = replay(texts.map((value, k) => signal('search', value, T0 + k)))!;
      const kept = statements.map(({ value }) => value);
      assert.deepEqual(kept, texts.slice(-kept.length));
      assert.ok(kept.length <= PROFILE_BOUNDS.statements);
      const characters = kept.join('').length;
      assert.ok(kept.length === 1 || characters <= PROFILE_BOUNDS.stated);
      if (kept.length === Math.min(texts.length, PROFILE_BOUNDS.statements)) return;
      assert.ok(characters + texts.at(-1 - kept.length)!.length > PROFILE_BOUNDS.stated);
    }),
  );
});

test('what was excluded stays excluded however much is stated later, until it is asked for', () => {
  const other = fc.oneof(
    fc.constantFrom('hats', 'boots').map((value) => signal('category_view', value)),
    fc.string({ minLength: 1, maxLength: 200 }).map((value) => signal('search', value)),
    fc.constantFrom('size=42', 'colour!=red').map((value) => signal('attribute_filter', value)),
  );
  const some = fc.array(other, { maxLength: 100, size: 'max' });
  const unwanted = (signals: readonly Signal[]) => {
    const profile = readProfile(replay(signals.map((one, k) => ({ ...one, at: T0 + k })))!);
    return profile.unwanted?.map(({ name }) => name).filter((name) => name.startsWith('brand=')) ?? [];
  };
  fc.assert(
    fc.property(some, some, some, (before, between, after) => {
      const excluded = [...before, signal('attribute_filter', 'brand!=acme'), ...between];
      assert.deepEqual(unwanted(excluded), ['brand=acme']);
      for (const [type, value] of [
        ['attribute_filter', 'brand=Acme'],
        ['brand_view', 'acme'],
      ])
        assert.deepEqual(unwanted([...excluded, signal(type, value), ...after]), []);
    }),
  );
});

test('of exclusions that other statements follow, the latest 32 are kept', () => {
  const exclusions = Array.from({ length: 40 }, (_, k) => signal('attribute_filter', `size!=${k}`, T0 + k));
  const others = Array.from({ length: 64 }, (_, k) => signal('category_view', 'hats', T0 + 40 + k));
  const { statements } = replay([...exclusions, ...others])!;
  assert.deepEqual(
    statements.slice(0, -64).map(({ value }) => value),
    exclusions.slice(-PROFILE_BOUNDS.unwanted).map(({ value }) => value),
  );
});

test('the order of signals matters, even within one instant', () => {
  const bootsLast = profileOf(signal('category_view', 'hats'), signal('category_view', 'boots'));
  const hatsLast = profileOf(signal('category_view', 'boots'), signal('category_view', 'hats'));
  assert.ok(interestIn(bootsLast, 'category', 'boots') > interestIn(bootsLast, 'category', 'hats'));
  assert.ok(interestIn(hatsLast, 'category', 'hats') > interestIn(hatsLast, 'category', 'boots'));
});

test('the same interest under another spelling is the same interest', () => {
  const profile = profileOf(signal('category_view', ' Boots '), signal('category_view', 'boots'));
  assert.deepEqual(
    profile.interests.category.map(({ name }) => name),
    ['boots'],
  );
  assert.ok(Math.abs(interestIn(profile, 'category', 'boots') - 1.9) < 1e-12);
});

test('automatic and unknown signals do not age what the shopper did', () => {
  const alone = profileOf(signal('category_view', 'boots'));
  const followed = profileOf(
    signal('category_view', 'boots'),
    signal('device', 'mobile'),
    signal('zoom', 'x'),
  );
  assert.equal(interestIn(followed, 'category', 'boots'), interestIn(alone, 'category', 'boots'));
  assert.equal(followed.step, 1);
  assert.equal(followed.received, 3);
  assert.equal(followed.context.device, 'mobile');
});

test('what a shopper signals of the circumstances wins over what requests show, in whatever order', () => {
  const request: Signal = {
    ...signal(CONTEXT_SIGNAL),
    data: JSON.stringify({ device: 'desktop', referrer: 'direct', timeOfDay: 'night' }),
  };
  const evening = signal('time_of_day', '21:45+02:00');
  for (const profile of [profileOf(request, evening), profileOf(evening, request)]) {
    assert.equal(profile.context.timeOfDay, 'evening');
    assert.equal(profile.context.device, 'desktop');
  }
});

test('a caller cannot forge what the service logs', () => {
  const profile = profileOf(signal('context', '{"device":"bot"}'), signal('behavior', 'vip'));
  assert.deepEqual(profile.context, {});
  assert.deepEqual(profile.behaviours, []);
  assert.equal(profile.step, 0);
});

test('a search leaves stems, negations and a price range', () => {
  const profile = profileOf(signal('search', 'red boots under £50 not leather'));
  assert.ok(interestIn(profile, 'keyword', 'boot') > 0);
  assert.deepEqual(
    profile.interests.negatedKeyword.map(({ name }) => name),
    ['leather'],
  );
  assert.equal(profile.priceFilter?.max, 50);
});

test('dwell is told of the latest touch of its product', () => {
  const profile = profileOf(
    signal('product_view', 'a'),
    signal('product_view', 'b'),
    signal('dwell', 'a:12'),
    signal('dwell', 'a:3'),
  );
  assert.deepEqual(
    profile.products.map(({ id, dwellSeconds }) => [id, dwellSeconds]),
    [
      ['a', 15],
      ['b', undefined],
    ],
  );
});

test('a dismissed product is asked for again by any interaction since, but by none from before that arrives late', () => {
  for (const type of ['product_view', 'compare', 'wishlist_add', 'cart_add', 'purchase']) {
    assert.deepEqual(profileOf(signal('dismiss', 'a'), signal(type, 'a')).dismissed, []);
    const late = profileOf(signal('dismiss', 'a', T0 + 2), signal(type, 'a', T0 + 1));
    assert.deepEqual(late.dismissed, ['a']);
  }
  assert.deepEqual(profileOf(signal('dismiss', 'a'), signal('dwell', 'a:60')).dismissed, ['a']);
});

test('what was bought is remembered beyond the latest interactions, until it is asked for again', () => {
  const others = Array.from({ length: 60 }, (_, k) => signal('product_view', `other${k}`, T0 + 1 + k));
  const bought = profileOf(signal('purchase', 'a'), ...others);
  assert.deepEqual(bought.bought, [{ id: 'a', at: T0, step: 1 }]);
  assert.equal(fold(bought, signal('product_view', 'a', T0 + 90)).bought, undefined);
  assert.equal(fold(bought, signal('product_view', 'a', T0 - 1)).bought?.length, 1);
  assert.equal(fold(bought, signal('cart_remove', 'a', T0 + 90)).bought?.length, 1);
  const many = Array.from({ length: 101 }, (_, k) => signal('purchase', `b${k}`, T0 + k));
  assert.deepEqual(
    profileOf(...many).bought?.map(({ id }) => id),
    Array.from({ length: 100 }, (_, k) => `b${k + 1}`),
  );
});

test('thirty minutes of silence end a visit', () => {
  const same = profileOf(signal('sort', 'newest'), signal('sort', 'newest', T0 + VISIT_GAP));
  const next = profileOf(signal('sort', 'newest'), signal('sort', 'newest', T0 + VISIT_GAP + 1));
  assert.equal(same.visits, 1);
  assert.equal(next.visits, 2);
});

test('a session of 10,000 signals that never names a thing twice stays small', () => {
  const types = ['category_view', 'brand_view', 'product_view', 'search', 'dismiss', 'sort'];
  const signals = Array.from({ length: 10_000 }, (_, i) =>
    signal(
      i % 7 === 6 ? 'attribute_filter' : types[i % 7],
      i % 7 === 6 ? `a${i}=b` : `name${i}`,
      T0 + i * 1000,
    ),
  );
  const folded = replay(signals)!;
  const profile = readProfile(folded);
  assert.equal(profile.sequence, 10_000);
  assert.equal(folded.statements.length, PROFILE_BOUNDS.statements);
  assert.ok(profile.evidence.length <= PROFILE_BOUNDS.evidence);
  assert.equal(profile.products.length, PROFILE_BOUNDS.products);
  assert.ok(JSON.stringify(folded).length < 64_000);
});

test('beyond the bound the weakest interest is forgotten, not the oldest', () => {
  const signals = [
    ...Array.from({ length: 8 }, () => signal('category_view', 'boots')),
    ...Array.from({ length: PROFILE_BOUNDS.category }, (_, i) => signal('category_view', `other${i}`)),
  ];
  const names = profileOf(...signals).interests.category.map(({ name }) => name);
  assert.ok(names.includes('other31'));
  assert.equal(names.length, PROFILE_BOUNDS.category);
  assert.ok(names.includes('boots'));
});

test('a phrase that names a category is interest in the category', () => {
  const shop = vocabularyOf([{ attribute: 'type', value: 'Hats', role: 'category' }]);
  const profile = readProfile(replay([signal('search', 'a red hat')])!, readerWith(shop));
  assert.ok(interestIn(profile, 'category', 'hats') > 0);
});

test('a search of more words than a profile holds leaves the last of them', () => {
  const words = Array.from({ length: 200 }, (_, i) => `word${i}`);
  const { keyword } = profileOf(
    signal('search', 'something else'),
    signal('search', words.join(' ')),
  ).interests;
  assert.deepEqual(
    keyword.map(({ name }) => name),
    words.slice(-PROFILE_BOUNDS.keyword),
  );
});

describe('signals that come late', () => {
  const viewed = (value: string, at: number): Signal => ({ type: 'product_view', value, at });
  const now = 1_000_000_000;

  test('are put where they happened, so that the last product is the one that was looked at last', () => {
    const profile = replay([
      viewed('b', now),
      viewed('d', now + 2),
      viewed('a', now - 60_000),
      viewed('c', now + 1),
    ])!;
    assert.deepEqual(
      profile.products.map(({ id }) => id),
      ['a', 'b', 'c', 'd'],
    );
    assert.equal(profile.lastSeenAt, now + 2);
  });

  test('of one time stay in the order in which they came', () => {
    const profile = replay(['a', 'b', 'c'].map((id) => viewed(id, now)))!;
    assert.deepEqual(
      profile.products.map(({ id }) => id),
      ['a', 'b', 'c'],
    );
  });

  test('are forgotten where they are older than all that is kept', () => {
    const kept = Array.from({ length: PROFILE_BOUNDS.products }, (_, i) => viewed(`p${i}`, now + i));
    const full = replay(kept)!;
    for (const late of [viewed('late', now - 1), { type: 'dwell', value: 'late:5', at: now - 1 }]) {
      assert.deepEqual(fold(full, late).products, full.products);
    }
  });

  test('do not set a price filter back', () => {
    const filter = (value: string, at: number): Signal => ({ type: 'price_filter', value, at });
    const profile = profileOf(filter('50-100', now), filter('10-20', now - 60_000));
    assert.deepEqual([profile.priceFilter?.min, profile.priceFilter?.max], [50, 100]);
  });
});
