import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptyProfile, foldAll } from '../../session/profile/fold.ts';
import { readProfile } from '../../session/profile/read-profile.ts';
import type { Profile } from '../../session/types.ts';
import { buildIndex, type CatalogueIndex } from '../indexing/catalogue-index.ts';
import { EMPTY_PROFILE } from '../intent/empty-profile.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { rank } from '../rank.ts';
import { catalogueOf, NOON } from '../testing/shops.ts';
import { withoutChanceMatches } from './disambiguation.ts';
import { searchReader, withValues } from './parsed-query.ts';
import { searchTerms } from './words/search-terms.ts';
import { MAX_POSTINGS_CHECKED } from './words/words-together.ts';

const without = (index: CatalogueIndex, interests: Profile['interests']) =>
  withoutChanceMatches(
    index,
    interests,
    searchTerms(
      interests.keyword.map(({ name }) => ({ name, weight: 1, latest: true as const })),
      index.terms,
    ),
  );

const titles: readonly (readonly [title: string, series: string, type: string])[] = [
  ['Death Star', 'Wars', 'Space'],
  ['Star Fighter', 'Wars', 'Space'],
  ['Tahu', 'Stars', 'Robots'],
  ['Gresh', 'Stars', 'Robots'],
  ['Police Car', 'Patrol', 'City'],
  ['Police Station', 'Patrol', 'City'],
  ['Mater', 'Race', 'Cars'],
  ['Ivan', 'Race', 'Cars'],
  ['Fire Truck', 'Fire', 'City'],
  ['Fire Station', 'Fire', 'City'],
];
const rows = Array.from({ length: 60 }, (_, i) => {
  const [title, series, type] = titles[i] ?? [`Castle ${i}`, 'Knights', 'History'];
  return { id: title, title, series, type };
});
const plain = buildIndex(catalogueOf(rows, { title: 'text' }), { title: 'title', category: 'type' });
const index = withValues(
  plain,
  plain.columns.flatMap(({ name, labels }) =>
    labels.map((value) => ({
      attribute: name,
      value,
      ...(name === 'type' && { role: 'category' as const }),
    })),
  ),
);

/**
 * Ranks a session that searches and then filters; returns the ids, all signals of their breakdowns, and what of a search
 * they matched.
 */
function ranked(query: string, ...filters: readonly string[]): { ids: string[]; signals: Set<string> } {
  const signals = [
    { type: 'search', value: query, at: NOON },
    ...filters.map((value) => ({ type: 'attribute_filter', value, at: NOON + 1000 })),
  ];
  const profile = readProfile(foldAll(emptyProfile(NOON), signals), searchReader(index));
  const { items } = rank({ index, model: emptyModel(), profile, now: NOON + 2000, limit: 60 });
  return {
    ids: items.map(({ id }) => id),
    signals: new Set(
      items.flatMap(({ scoreBreakdown }) =>
        scoreBreakdown.flatMap(({ signal, matched }) => [signal, matched ?? '']),
      ),
    ),
  };
}

describe('a value that a part of a search matches', () => {
  test('does not count where other products match the whole search', () => {
    const star = ranked('death star');
    assert.equal(star.ids[0], 'Death Star');
    assert.ok(!star.signals.has('series=Stars'));
    const car = ranked('police car');
    assert.equal(car.ids[0], 'Police Car');
    assert.ok(!car.signals.has('type=Cars'));
    assert.ok(![...car.signals].some((signal) => signal.startsWith('category_view')), 'nobody sent one');
  });

  test('counts where a product that matches the whole search has it', () => {
    const { ids, signals } = ranked('fire truck');
    assert.deepEqual(ids.slice(0, 2), ['Fire Truck', 'Fire Station']);
    assert.ok(signals.has('series=Fire'));
  });

  test('counts where no product matches the whole search', () => {
    assert.ok(ranked('silver stars').signals.has('series=Stars'));
    assert.ok(ranked('stars station').signals.has('series=Stars'));
  });

  test('counts where it is also filtered for', () => {
    assert.ok(ranked('death star', 'series=Stars').signals.has('attribute_filter:series=Stars'));
  });

  test('counts where more products match than are looked at', () => {
    const isMeant = (matches: number): boolean => {
      const lamps = Array.from({ length: matches }, (_, i) => ({
        id: `${i}`,
        title: 'Red lamp',
        series: 'Plain',
      }));
      const chair = { id: 'chair', title: 'Blue chair', series: 'Red' };
      const shop = buildIndex(catalogueOf([...lamps, chair], { title: 'text' }), { title: 'title' });
      const named = { short: 1, long: 1, at: NOON, step: 1 };
      const { attribute } = without(shop, {
        ...EMPTY_PROFILE.interests,
        attribute: [{ ...named, name: 'series=red' }],
        keyword: ['red', 'lamp'].map((name) => ({ ...named, name })),
      });
      return attribute.length === 1;
    };
    assert.ok(!isMeant(MAX_POSTINGS_CHECKED - 1));
    assert.ok(isMeant(MAX_POSTINGS_CHECKED));
  });
});
