import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FACTORS, type RankedItem } from '@decidable/engine/ranking';
import fc from 'fast-check';
import { piece, told } from '../json/json-writer.ts';
import { listJson } from './ranked-list.ts';
import { whyOf } from './reason-text.ts';

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
      const written = listJson(items, {
        more: ({ rank }, out) => {
          out.piece(piece(',"more":')).number(rank);
        },
      });
      assert.deepEqual(written, Buffer.from(JSON.stringify(expected)));
    }),
  );
});

test('a list that could not be written leaves nothing in the next one', () => {
  const items = [{ id: 'a', rank: 1, score: 0.5, scoreBreakdown: [] }];
  const alone = listJson(items);
  assert.throws(
    () =>
      listJson(items, {
        more: () => {
          throw new Error('no more');
        },
      }),
    /no more/,
  );
  assert.deepEqual(listJson(items), alone);
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
  assert.equal(listJson(items).toString(), JSON.stringify(expected));
});
