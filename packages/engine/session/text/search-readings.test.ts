import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { replay } from '../profile/fold.ts';
import type { Signal } from '../types.ts';
import { asLastRead, readAgain } from './search-readings.ts';
import { searchSignal } from './search-signal.ts';
import { vocabularyOf } from './vocabulary.ts';

const vocabulary = vocabularyOf([
  { attribute: 'colour', value: 'Navy Blue' },
  { attribute: 'type', value: 'Boots', role: 'category' },
]);

const words = fc
  .array(fc.constantFrom('navy', 'blue', 'boots', 'not', 'without', 'under 50', 'été'), { maxLength: 6 })
  .map((list) => list.join(' '));
/** A signal, and whether the catalogue is in memory when it arrives. */
const arrival = fc.record({
  type: fc.constantFrom('search', 'search', 'category_view', 'product_view'),
  value: words,
  warm: fc.boolean(),
});

const signalOf = (
  { type, value, warm }: { type: string; value: string; warm: boolean },
  at: number,
): Signal =>
  type === 'search'
    ? searchSignal({ type, value, at }, warm ? vocabulary : undefined)
    : { type, value: value || 'boots', at };

test('searches that are read again leave the profile of a catalogue that was always in memory', () => {
  fc.assert(
    fc.property(
      fc.array(arrival, { minLength: 1, maxLength: 8 }),
      fc.array(arrival, { maxLength: 4 }),
      (first, then) => {
        const log: Signal[] = [];
        for (const arrivals of [first, then]) {
          for (const each of arrivals) log.push(signalOf(each, log.length * 1_000));
          const again = readAgain(log, vocabulary);
          if (again !== undefined) log.push(again);
          assert.equal(readAgain(log, vocabulary), undefined);
        }
        // The same arrivals at the same times, the catalogue in memory throughout.
        const warm = log
          .filter(({ type }) => type !== 'reading')
          .map(({ data, ...signal }) => (data === undefined ? signal : searchSignal(signal, vocabulary)));
        assert.deepEqual(replay(log), { ...replay(warm)!, sequence: log.length });
      },
    ),
  );
});

test('a log up to a signal folds to what was known then', () => {
  const log = [searchSignal({ type: 'search', value: 'navy blue boots', at: 0 }, undefined)];
  const again = readAgain(log, vocabulary)!;
  assert.equal(replay(log)?.unread, 1);
  assert.deepEqual(replay(log)?.interests.category, []);
  assert.equal(replay([...log, again])?.unread, undefined);
  assert.deepEqual(
    replay([...log, again])?.interests.category.map(({ name }) => name),
    ['boots'],
  );
});

test('a caller cannot send a reading: without data it is a signal of an unknown type', () => {
  const log: Signal[] = [{ type: 'reading', value: '{}', at: 0 }];
  assert.equal(asLastRead(log), log);
  assert.equal(replay(log)?.received, 1);
});
