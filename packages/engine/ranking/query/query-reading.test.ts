import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { emptyModel } from '../learning/empty-model.ts';
import { rank } from '../rank.ts';
import { NOON, titledShop } from '../testing/shops.ts';

const FILLERS = Array.from({ length: 30 }, (_, k) => `Oak table ${String.fromCharCode(97 + (k % 26))}x`);
const index = titledShop([
  'Box stored in a barn',
  'Lamp shaped like a moon',
  'Glass bowl 129',
  'Storage box 1290',
  'Ceiling lights',
  'Coffee mug',
  'Monitor 1080p',
  ...FILLERS,
]);
const asked = (query: string) => {
  const ranking = rank({ profile: undefined, index, model: emptyModel(), now: NOON, limit: 5, query });
  const told = ranking.items.flatMap(({ scoreBreakdown }) =>
    scoreBreakdown.flatMap(({ factor, signal }) =>
      factor === 'keyword' ? signal.slice('search:'.length) : [],
    ),
  );
  return { ...ranking, told: told.filter((each) => each !== '') };
};

describe('how a search was read', () => {
  test('names each correction, in the place of the word that was typed', () => {
    assert.deepEqual(asked(' Cofee mug ').query, {
      typed: 'Cofee mug',
      read: 'coffee mug',
      corrected: [{ typed: 'Cofee', read: 'coffee' }],
    });
    assert.deepEqual(asked('ceilng lights').query?.corrected, [{ typed: 'ceilng', read: 'ceiling' }]);
  });

  test('says what was typed where nothing is corrected', () => {
    for (const query of ['coffee mug', 'mugs', 'oak'])
      assert.deepEqual(asked(query).query, { typed: query, read: query });
  });

  test('takes no word for one whose stem alone is near', () => {
    for (const query of ['stove', 'shades']) {
      assert.deepEqual([asked(query).matched, asked(query).told], [0, []], query);
    }
  });

  test('completes no number to another one, but to a word', () => {
    for (const query of ['12', 'size 12', '10'])
      assert.deepEqual([asked(query).matched, asked(query).told], [0, []], query);
    assert.deepEqual(asked('1080').told, ['1080p']);
  });
});

test('what is told of a match was typed, or is a correction that is named', () => {
  const typed = fc.stringMatching(/^[a-z]{3,9}$|^\d{1,4}$/);
  const slip = fc
    .tuple(fc.constantFrom('coffee', 'ceiling', 'stored', 'shaped', 'lights'), fc.nat(), typed)
    .map(
      ([word, at, other]) =>
        word.slice(0, 1 + (at % (word.length - 1))) + other[0] + word.slice(2 + (at % (word.length - 1))),
    );
  fc.assert(
    fc.property(fc.oneof(typed, slip), (word) => {
      const { told, query } = asked(word);
      const corrected = new Set(query?.corrected?.map(({ read }) => read));
      for (const each of new Set(told)) {
        const goesOn = each.startsWith(word) && !(/\d$/.test(word) && /^\d/.test(each.slice(word.length)));
        const isForm = each.slice(0, 3) === word.slice(0, 3) && each.length <= word.length;
        assert.ok(
          corrected.size > 0 || goesOn || isForm || each.split(' ').length > 1,
          `${word} is told as ${each}`,
        );
      }
    }),
    { numRuns: 150 },
  );
});
