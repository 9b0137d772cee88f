import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { rank } from '../rank.ts';
import { catalogueOf, NOON, ROLES, type Row } from '../testing/shops.ts';
import { placesIn } from './searched-words.ts';

const ROWS: readonly Row[] = [
  { id: 'p1', title: 'Running shoes, red', type: 'Shoes' },
  { id: 'p2', title: 'Rain jacket (KX-200B) for runners', type: 'Jackets' },
  { id: 'p3', title: 'Sofa “Oslo”', type: 'Sofas' },
  { id: 'p5', title: 'C++ primer in C', type: 'Books' },
  { id: 'p4', title: 'Café crème cup', type: 'Cups' },
];
const index = buildIndex(catalogueOf(ROWS, { title: 'text' }), ROLES);

/** The parts of a text in which a search stands. */
function marked(text: string, query: string): readonly string[] {
  const { searched } = rank({ index, model: emptyModel(), now: NOON, limit: 1, profile: undefined, query });
  return placesIn(text, searched!).map(({ start, end }) => text.slice(start, end));
}

describe('a search stands in a text', () => {
  const cases: readonly (readonly [query: string, text: string, marked: readonly string[]])[] = [
    ['red shoe', 'Running shoes, red', ['shoes', 'red']],
    ['jackte', 'Rain jacket for runners', ['jacket']],
    ['couch', 'Sofa “Oslo”', ['Sofa']],
    ['cafe', 'Café crème cup', ['Café']],
    ['jack', 'Rain jacket', ['jacket']],
    ['kx200b', 'Rain jacket (KX-200B) for runners', ['KX-200B']],
    ['kx200b', 'Jacket KX 200B, 1 kx', ['KX 200B']],
    ['200b', 'Jacket KX-200B, 1200bar', ['200B']],
    ['c++', 'C++ primer in C', ['C++']],
    ['zebra', 'Rain jacket', []],
  ];
  for (const [query, text, expected] of cases) {
    test(`for "${query}" at ${expected.join(' and ') || 'no place'}`, () => {
      assert.deepEqual(marked(text, query), expected);
    });
  }
});

test('places are within their text, ascending, and apart, whatever the text is', () => {
  const { searched } = rank({
    index,
    model: emptyModel(),
    now: NOON,
    limit: 1,
    profile: undefined,
    query: 'red kx200b',
  });
  const word = fc.oneof(
    fc.constantFrom('red', 'RED', '(KX-200B),', 'kx200b', 'réd'),
    fc.string({ unit: 'grapheme' }),
  );
  fc.assert(
    fc.property(fc.array(word), fc.constantFrom(' ', ', ', ''), (words, between) => {
      const text = words.join(between);
      let end = -1;
      for (const place of placesIn(text, searched!)) {
        assert.ok(place.start > end && place.end > place.start && place.end <= text.length);
        assert.match(text.slice(place.start, place.end).normalize('NFKD'), /r.*e.*d|kx.?200b/iu);
        end = place.end;
      }
      if (between === ' ' && words.includes('red')) assert.notEqual(end, -1);
    }),
  );
});
