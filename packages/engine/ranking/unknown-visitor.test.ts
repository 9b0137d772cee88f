import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptyProfile } from '../session/profile/fold.ts';
import { readProfile } from '../session/profile/read-profile.ts';
import { train } from './learning/train.ts';
import { update } from './model/model.ts';
import { rank } from './rank.ts';
import { NOON, session, shopOf } from './testing/shops.ts';

const visits = Array.from({ length: 30 }, (_, s) => ({
  steps: [0, 1, 2].map((k) => ({ item: `p${(s * 7 + k * 4) % 60}`, at: NOON - 1e8 + s * 60_000 + k })),
}));
const index = shopOf(60);
const model = train(visits, { index });
const request = { index, model, now: NOON, limit: 10, profile: undefined };

/** The same ranking for a catalogue that no list is kept of. */
const afresh = (asked: Parameters<typeof rank>[0]) => rank({ ...asked, index: { ...index } });

describe('a list of a visitor of whom nothing is known', () => {
  test('is kept, and is the one that would be computed: of any length and page, varied or not, with or without breakdowns', () => {
    const forms = [
      {},
      { limit: 3 },
      { offset: 10 },
      { diversity: 0 },
      { diversity: 1 },
      { explain: false },
      { offset: 1_000 },
    ];
    for (const form of forms) {
      const asked = { ...request, ...form };
      const first = rank(asked);
      assert.deepEqual(first, afresh(asked));
      const again = rank({ ...asked, now: NOON + 1e9 });
      assert.equal(again.items, first.items);
      assert.deepEqual(again, first);
    }
  });

  test('is that of every session without signals, each with its own reason', () => {
    const shared = rank(request);
    const opened = rank({ ...request, profile: readProfile(emptyProfile(NOON)) });
    assert.equal(opened.items, shared.items);
    assert.equal(shared.explanation.reason, 'session_not_found');
    assert.equal(opened.explanation.reason, 'no_signals');
  });

  test('is of nobody who gave a signal, and of no search, filter or category', () => {
    const shared = rank(request).items;
    for (const known of [
      { profile: session('product_view:p5') },
      { profile: session(`dismiss:${shared[0].id}`) },
      { query: 'boots' },
      { category: 'boots' },
      { filters: { type: 'boots' } },
    ]) {
      const asked = { ...request, ...known };
      const ranking = rank(asked);
      assert.notDeepEqual(ranking.items, shared);
      assert.deepEqual(ranking, afresh(asked));
    }
  });

  test('ends with the model that it is of', () => {
    const young = train(visits, { index });
    const before = rank({ ...request, model: young });
    for (let s = 0; s < 20; s++) update(young, [{ steps: [{ item: 'p59', at: NOON + s }] }]);
    const after = rank({ ...request, model: young });
    assert.notDeepEqual(after.items, before.items);
    assert.deepEqual(after, afresh({ ...request, model: young }));
  });

  test('makes room for others: only the lists that were asked for last are kept', () => {
    const first = rank({ ...request, limit: 60 }).items;
    assert.equal(rank({ ...request, limit: 60 }).items, first);
    for (let offset = 0; offset < 12; offset++) rank({ ...request, limit: 60, offset });
    assert.notEqual(rank({ ...request, limit: 60 }).items, first);
  });
});
