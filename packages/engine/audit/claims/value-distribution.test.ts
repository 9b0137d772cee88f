import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { interpret, readTable } from '../../catalogue/index.ts';
import {
  constantLogLikelihood,
  endingsOf,
  ratioAgainstUniform,
  ratioAgainstUniformDigits,
} from './value-distribution.ts';

const counts = (recorded: readonly number[], fresh: readonly number[]) => ({
  recorded: new Map(recorded.map((count, kind) => [kind, count])),
  fresh: new Map(fresh.flatMap((count, kind): [number, number][] => (count === 0 ? [] : [[kind, count]]))),
});

const attributeOf = (texts: readonly string[]) => {
  const rows = texts.map((text, i) => `p${i},"${text}"`).join('\n');
  return interpret(readTable(`id,own\n${rows}\n`)).attributes[0];
};
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

test('values that are spread evenly where the recorded ones are not have been drawn', () => {
  assert.ok(ratioAgainstUniform(counts([90, 5, 5], [14, 13, 13]), 3) < -5);
  assert.ok(ratioAgainstUniform(counts([90, 5, 5], [36, 2, 2]), 3) > 5);
  assert.ok(ratioAgainstUniform(counts([11, 1], [4, 4]), 2) < -2, 'even of twelve recorded and eight new');
});

test('values of a whole group that was missing follow a law of their own', () => {
  assert.ok(ratioAgainstUniform(counts([90, 5, 5], [0, 1, 39]), 3) > 5);
});

test('where what is recorded is spread evenly, that new values are too says nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 1, max: 40 }), (kinds, each) => {
      const even = Array<number>(kinds).fill(each);
      assert.ok(ratioAgainstUniform(counts(even, even), kinds) > -1);
    }),
  );
});

test('nothing recorded is contradicted by nothing', () => {
  assert.ok(ratioAgainstUniform(counts([], [3, 4]), 2) > -1);
  assert.ok(ratioAgainstUniformDigits(counts([], [3, 4])) > -1);
});

test('prices end as prices do, invented ones in any digit; measures that end in any digit do as well', () => {
  const cents = (i: number) => `${(i * 37 + ((i * i) % 7)) % 100}`.padStart(2, '0');
  const prices = range(0, 20).map((i) => `${10 + ((i * 7) % 90)}.99`);
  const invented = range(20, 32).map((i) => `${10 + ((i * 13) % 90)}.${cents(i)}`);
  const shop = attributeOf([...prices, ...invented]);
  assert.equal(shop.kind, 'number');
  assert.ok(ratioAgainstUniformDigits(endingsOf(shop, range(0, 20), range(20, 32))) < -3);
  const measured = attributeOf(range(0, 60).map((i) => `${10 + ((i * 7) % 90)}.${cents(i)}`));
  assert.ok(ratioAgainstUniformDigits(endingsOf(measured, range(0, 40), range(40, 60))) > -1);
});

test('that cells are all alike is likelier the more the recorded ones are', () => {
  const mixed = constantLogLikelihood(
    new Map([
      [0, 6],
      [1, 6],
    ]),
    0,
    8,
  );
  const alike = constantLogLikelihood(
    new Map([
      [0, 11],
      [1, 1],
    ]),
    0,
    8,
  );
  assert.ok(Math.exp(mixed) < 0.03 && Math.exp(alike) > 0.4, `${mixed} ${alike}`);
  assert.ok(
    constantLogLikelihood(
      new Map([
        [0, 6],
        [1, 6],
      ]),
      7,
      8,
    ) < mixed,
    'a value never recorded',
  );
});
