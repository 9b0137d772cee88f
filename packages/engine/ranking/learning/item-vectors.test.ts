import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { modelOf, visitTo } from '../testing/expert-probe.ts';
import { randomOf } from '../testing/shops.ts';
import { learnItemVectors } from './item-vectors.ts';

/** Items of one group are viewed together, but the pair a0, a1 never is. */
function twoGroups(visits: number): ReturnType<typeof modelOf> {
  const random = randomOf(5);
  const among = (count: number): number => Math.floor(random() * count);
  return modelOf(
    ...Array.from({ length: visits }, () => {
      const group = random() < 0.5 ? 'a' : 'b';
      const items = Array.from({ length: 4 }, () => `${group}${among(12)}`);
      const excluded = group === 'a' && items.includes('a0') ? 'a1' : '';
      return visitTo(...items.map((item) => (item === excluded ? 'a7' : item)));
    }),
  );
}

describe('vectors of items', () => {
  const { log, numbers, vocabulary } = twoGroups(600);
  const all = { clicks: log.clicks, items: vocabulary.length };
  const learned = learnItemVectors(log, vocabulary.length, all)!.full;

  test('are alike for items that never met, where what is viewed around them is the same', () => {
    const shared = vocabulary.filter((_, item) => {
      const sessions = (of: number): Set<number> => {
        const all = new Set<number>();
        for (let click = 0; click < log.clicks; click++) {
          if (log.items[click] === of) all.add(log.session[click]);
        }
        return all;
      };
      return [...sessions(item)].some((one) => sessions(numbers.get('a0')!).has(one));
    });
    assert.ok(!shared.includes('a1'));
    const of = (id: string): Float32Array =>
      learned.vectors.subarray(
        numbers.get(id)! * learned.dimensions,
        (numbers.get(id)! + 1) * learned.dimensions,
      );
    const likeness = (a: string, b: string): number => {
      const product = (x: Float32Array, y: Float32Array): number => x.reduce((s, v, k) => s + v * y[k], 0);
      return product(of(a), of(b)) / Math.sqrt(product(of(a), of(a)) * product(of(b), of(b)));
    };
    for (const other of ['b0', 'b1', 'b2', 'b3']) assert.ok(likeness('a0', 'a1') > likeness('a0', other));
  });

  test('are the same for the same log', () => {
    assert.deepEqual(learnItemVectors(log, vocabulary.length, all)!.full, learned);
  });

  test('of earlier sessions know nothing of the latest', () => {
    const half = log.start[300];
    const items = 1 + Math.max(...log.items.subarray(0, half));
    const { before, full } = learnItemVectors(log, vocabulary.length, { clicks: half, items })!;
    const other = twoGroups(600);
    // The latest sessions are replaced by one item again and again.
    other.log.items.fill(0, half, other.log.clicks);
    const changed = learnItemVectors(other.log, vocabulary.length, { clicks: half, items })!;
    assert.deepEqual(changed.before, before);
    assert.notDeepEqual(changed.full, full);
    assert.equal(before.bias.length, items);
  });

  test('are not learned from fewer than 500 moves', () => {
    const items = (moves: number): string[] => Array.from({ length: moves + 1 }, (_, k) => `p${k % 9}`);
    const fifty = Array.from({ length: 49 }, () => visitTo(...items(10)));
    const few = modelOf(...fifty, visitTo(...items(9))).log;
    const enough = modelOf(...fifty, visitTo(...items(10))).log;
    assert.equal(learnItemVectors(few, 9, { clicks: few.clicks, items: 9 }), undefined);
    assert.ok(learnItemVectors(enough, 9, { clicks: enough.clicks, items: 9 }) !== undefined);
  });
});
