import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FACTORS, type RankedItem } from '@decidable/engine/ranking';
import fc from 'fast-check';
import { piece, told } from '../json/json-writer.ts';
import { listJson } from './ranked-list.ts';
import { whyOf } from './reason-text.ts';

type List = ReturnType<typeof listJson>;
const run = (list: List): Buffer => {
  for (;;) {
    const step = list.next();
    if (step.done) return step.value;
  }
};
const written = (...list: Parameters<typeof listJson>): Buffer => run(listJson(...list));

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('a"b', '\ud83d', '__proto__', 'é\u0000'),
);
const share = fc.double({ min: 0, max: 1, noNaN: true });
const item: fc.Arbitrary<RankedItem> = fc.record(
  {
    id: text,
    rank: fc.integer({ min: 1, max: 10_000 }),
    score: share,
    scoreBreakdown: fc.array(
      fc.record({
        factor: fc.constantFrom(...FACTORS),
        signal: text,
        // Most products of a list have the same weights.
        weight: fc.oneof(share, fc.constantFrom(0, 0.25, 0.123456789012)),
        value: share,
        contribution: share,
      }),
      { maxLength: 4 },
    ),
    available: fc.constant(false as const),
    aside: fc.constantFrom('dismissed', 'bought', 'removed'),
  },
  { requiredKeys: ['id', 'rank', 'score', 'scoreBreakdown'] },
);

test('a list is written as JSON.stringify writes its items', () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 5 }), (items) => {
      const expected = items.map(({ id, rank, score, scoreBreakdown, ...last }) => ({
        id,
        rank,
        score: told(score),
        scoreBreakdown: scoreBreakdown.map(({ factor, signal, weight, value, contribution }) => ({
          factor,
          signal,
          weight: told(weight),
          value: told(value),
          contribution: told(contribution),
        })),
        why: whyOf({ score, scoreBreakdown, ...last }),
        ...(last.available === false && { available: false }),
        more: rank,
      }));
      const json = written(items, {
        more: ({ rank }, out) => {
          out.piece(piece(',"more":')).number(rank);
        },
      });
      assert.deepEqual(json, Buffer.from(JSON.stringify(expected)));
    }),
  );
});

test('a list that could not be written leaves nothing in the next one', () => {
  const items = [{ id: 'a', rank: 1, score: 0.5, scoreBreakdown: [] }];
  const alone = written(items);
  assert.throws(
    () =>
      written(items, {
        more: () => {
          throw new Error('no more');
        },
      }),
    /no more/,
  );
  assert.deepEqual(written(items), alone);
});

test('a breakdown of more factors than are remembered is written as well', () => {
  const scoreBreakdown = Array.from({ length: 40 }, (_, k) => ({
    factor: FACTORS[k % FACTORS.length]!,
    signal: `s${k}`,
    weight: (k % 3) / 8,
    value: 0.5,
    contribution: (k % 3) / 16,
  }));
  const items = [1, 2].map((rank) => ({ id: `p${rank}`, rank, score: 0.25, scoreBreakdown }));
  const expected = items.map((each) => ({ ...each, why: whyOf(each) }));
  assert.equal(written(items).toString(), JSON.stringify(expected));
});

test('long lists that are written in turns are as those that are written alone', () => {
  const listOf = (salt: number) =>
    Array.from({ length: 350 }, (_, k) => ({
      id: `p${salt}-${k}`,
      rank: k + 1,
      score: 1 / (k + salt),
      scoreBreakdown: FACTORS.map((factor) => ({
        factor,
        signal: `s${k}`,
        weight: salt / 8,
        value: 0.5,
        contribution: salt / 16,
      })),
    }));
  const lists = [1, 2].map(listOf);
  const open = lists.map((items) => listJson(items));
  for (let step = 0; step < 3; step++) for (const list of open) assert.equal(list.next().done, false);
  assert.deepEqual(
    open.map(run),
    lists.map((items) => written(items)),
  );
});
