import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { emptyProfile, foldAll } from '../profile/fold.ts';
import { keywordsOf, searchSignal } from './search-signal.ts';
import { vocabularyOf } from './vocabulary.ts';

const vocabulary = vocabularyOf([
  { attribute: 'colour', value: 'Navy Blue' },
  { attribute: 'type', value: 'Boots', role: 'category' },
]);

const query = fc
  .array(
    fc.oneof(
      fc.constantFrom('navy', 'blue', 'boots', 'not', 'without', 'under', '50', '€', 'sugar', 'free', '皮靴'),
      fc.constantFrom('waterproofleatherboots', '\ud800', '“”', 'Été'),
      fc.string({ maxLength: 6 }),
    ),
    { maxLength: 12 },
  )
  .map((words) => words.join(' '));

test('a search that was just read is folded to what its log folds to', () => {
  fc.assert(
    fc.property(fc.array(query, { maxLength: 5 }), (queries) => {
      const read = queries.map((value, k) =>
        searchSignal({ type: 'search', value, at: 1000 * k }, vocabulary),
      );
      const logged = read.map((signal) => ({ ...signal }));
      assert.deepEqual(read.map(keywordsOf), logged.map(keywordsOf));
      assert.deepEqual(foldAll(emptyProfile(0), read), foldAll(emptyProfile(0), logged));
    }),
  );
});
