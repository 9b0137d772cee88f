import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptyProfile, foldAll } from '../../session/profile/fold.ts';
import { readProfile } from '../../session/profile/read-profile.ts';
import { readerWith } from '../../session/text/keywords.ts';
import { vocabularyOf } from '../../session/text/vocabulary.ts';
import type { InterestKind, Profile } from '../../session/types.ts';
import { NOON, session } from '../testing/shops.ts';
import { SUPERSEDED_SHARE, weakenSuperseded } from './intent-shift.ts';

/** The weakened interests of a session, as shares of what they were. */
function weakenedShares({ interests }: Profile, newSearch = false): Record<string, number> {
  const weakened = weakenSuperseded(interests, newSearch);
  const shares: Record<string, number> = {};
  for (const kind of ['category', 'brand', 'attribute', 'keyword', 'negatedKeyword'] as InterestKind[]) {
    for (const [k, { name, short }] of interests[kind].entries()) {
      const share = weakened[kind][k].short / short;
      if (share !== 1) shares[`${kind} ${name}`] = share;
    }
  }
  return shares;
}

describe('an intent shift supersedes', () => {
  test('earlier searches, but not words that are stated again', () => {
    assert.deepEqual(weakenedShares(session('search:black boots', 'search:leather boots')), {
      'keyword black': SUPERSEDED_SHARE,
    });
    assert.deepEqual(weakenedShares(session('search:black boots'), true), {
      'keyword black': SUPERSEDED_SHARE,
      'keyword boot': SUPERSEDED_SHARE,
    });
  });

  test('the earlier category, unless the session returns to it', () => {
    assert.deepEqual(weakenedShares(session('category_view:boots', 'category_view:hats')), {
      'category boots': SUPERSEDED_SHARE,
    });
    assert.deepEqual(
      weakenedShares(session('category_view:boots', 'category_view:hats', 'category_view:boots')),
      {
        'category hats': SUPERSEDED_SHARE,
      },
    );
  });

  test('nothing where the session narrows its intent', () => {
    assert.deepEqual(weakenedShares(session('category_view:boots', 'search:leather')), {});
    assert.deepEqual(weakenedShares(session('search:leather', 'category_view:boots')), {});
    assert.deepEqual(
      weakenedShares(session('search:leather boots', 'attribute_filter:colour=red', 'brand_view:ala')),
      {},
    );
    assert.deepEqual(weakenedShares(session('search:leather boots', 'search:not red')), {});
    assert.deepEqual(
      weakenedShares(session('attribute_filter:colour=red', 'attribute_filter:colour=blue')),
      {},
    );
  });

  test('all of a search that named a category, once another one is viewed', () => {
    const vocabulary = vocabularyOf([
      { attribute: 'type', value: 'Boots', role: 'category' },
      { attribute: 'material', value: 'Leather' },
    ]);
    const value = 'leather boots';
    const after = (category: string) =>
      readProfile(
        foldAll(emptyProfile(NOON), [
          { type: 'search', value, at: NOON },
          { type: 'category_view', value: category, at: NOON },
        ]),
        readerWith(vocabulary),
      );
    assert.deepEqual(weakenedShares(after('boots')), {});
    assert.deepEqual(weakenedShares(after('hats')), {
      'category boots': SUPERSEDED_SHARE,
      'attribute material=leather': SUPERSEDED_SHARE,
      'keyword leather': SUPERSEDED_SHARE,
      'keyword boot': SUPERSEDED_SHARE,
    });
  });
});
