import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { NamedInterest } from '../types.ts';
import { reinforce, strength } from './decay.ts';
import { reinforced, reinforcedAll, withLast } from './interest-list.ts';

const MOST = 5;
const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', '__proto__');
const added = fc.record({ name, at: fc.nat(3_600_000) });

/** A list that was made by adding to it, one step a name. */
const listOf = (names: readonly { name: string; at: number }[]): readonly NamedInterest[] =>
  names.reduce<readonly NamedInterest[]>(
    (list, { name, at }, i) => reinforced(list, name, 1, at, i + 1, MOST, false),
    [],
  );

test('a list holds each name once, the latest last, and forgets the one that is worth least', () => {
  fc.assert(
    fc.property(fc.array(added), added, (before, { name, at }) => {
      const list = listOf(before);
      const step = before.length + 1;
      const next = reinforced(list, name, 1, at, step, MOST, false);
      assert.equal(next.at(-1)?.name, name);
      assert.equal(new Set(next.map((interest) => interest.name)).size, next.length);
      const others = list.filter((interest) => interest.name !== name);
      if (others.length < MOST) assert.deepEqual(next.slice(0, -1), others);
      else {
        const worth = others.map((interest) => strength(interest, at, step));
        const least = worth.indexOf(Math.min(...worth));
        assert.deepEqual(next.slice(0, -1), others.toSpliced(least, 1));
      }
    }),
  );
});

/** What adding to a list makes of it, in plain words. */
function plainly(list: readonly NamedInterest[], name: string, at: number, step: number): NamedInterest[] {
  const known = list.find((interest) => interest.name === name);
  const latest = { name, short: 1, long: 1, at, step };
  if (known !== undefined) reinforce(Object.assign(latest, known), 1, at, step);
  const others = list.filter((interest) => interest !== known);
  if (others.length === MOST) {
    const worth = others.map((interest) => strength(interest, at, step));
    others.splice(worth.indexOf(Math.min(...worth)), 1);
  }
  return [...others, latest];
}

/** A list of which nothing can be changed. */
const frozen = (list: readonly NamedInterest[]): readonly NamedInterest[] =>
  Object.freeze(list.map((interest) => Object.freeze(interest)));

test('a list says the same whether it is copied or changes in place', () => {
  fc.assert(
    fc.property(fc.array(added, { maxLength: 40 }), (all) => {
      let copied = frozen([]);
      let own: readonly NamedInterest[] = [];
      let expected: readonly NamedInterest[] = [];
      all.forEach(({ name, at }, i) => {
        copied = frozen(reinforced(copied, name, 1, at, i + 1, MOST, false));
        own = reinforced(own, name, 1, at, i + 1, MOST, true);
        expected = plainly(expected, name, at, i + 1);
        assert.deepEqual(copied, expected);
        assert.deepEqual(own, expected);
      });
    }),
    { numRuns: 1_000 },
  );
});

test('adding many names at once is adding one after the other', () => {
  fc.assert(
    fc.property(
      fc.array(added),
      fc.array(name, { maxLength: 2 * MOST }),
      fc.nat(3_600_000),
      (before, names, at) => {
        const list = listOf(before);
        const step = before.length + 1;
        const one = names
          .slice(-MOST)
          .reduce((known, each) => reinforced(known, each, 1, at, step, MOST, false), list);
        assert.deepEqual(reinforcedAll(list, names, 1, at, step, MOST), one);
      },
    ),
  );
});

test('a list that is not owned is copied; one that is says the same, in place where it does not grow', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9)), fc.nat(9), fc.nat(20), (list, last, place) => {
      const frozen = Object.freeze(list.slice());
      const gone = place < list.length ? place : -1;
      const kept = list.filter((_, i) => i !== gone);
      assert.deepEqual(withLast(frozen, gone, last, false), [...kept, last]);
      assert.deepEqual(frozen, list);
      const own = list.slice();
      const changed = withLast(own, gone, last, true);
      assert.deepEqual(changed, [...kept, last]);
      assert.equal(changed === own, gone >= 0);
    }),
  );
});
