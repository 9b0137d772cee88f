import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { append, emptyLog, reserve } from './click-log.ts';

const sessions = fc.array(fc.array(fc.nat(200), { maxLength: 12 }), { maxLength: 60 });

/** The clicks on an item along its chain, newest first. */
function chainOf(log: ReturnType<typeof emptyLog>, item: number): number[] {
  const clicks: number[] = [];
  for (let click = log.newest[item] ?? -1; click >= 0; click = log.previous[click]) clicks.push(click);
  return clicks;
}

test('each item is chained through all its clicks, newest first, and counted by click and by session', () => {
  fc.assert(
    fc.property(sessions, (given) => {
      const log = emptyLog();
      for (const [at, items] of given.entries()) append(log, items, at);
      const kept = given.filter((items) => items.length > 0);
      const all = kept.flat();
      assert.deepEqual([...log.items.subarray(0, log.clicks)], all);
      assert.equal(log.sessions, kept.length);
      for (const item of new Set(all)) {
        const clicks = all.flatMap((other, click) => (other === item ? click : [])).reverse();
        assert.deepEqual(chainOf(log, item), clicks);
        assert.equal(log.count[item], clicks.length);
        assert.equal(log.sessionCount[item], kept.filter((items) => items.includes(item)).length);
      }
    }),
  );
});

test('sessions are adjacent, each with its end', () => {
  const log = emptyLog();
  append(log, [3, 4], 10);
  append(log, [], 20);
  append(log, [4], 30);
  assert.deepEqual([...log.start.subarray(0, 3)], [0, 2, 3]);
  assert.deepEqual([...log.session.subarray(0, 3)], [0, 0, 1]);
  assert.deepEqual([...log.endedAt.subarray(0, 2)], [10, 30]);
});

test('reserving room changes nothing', () => {
  const [plain, roomy] = [emptyLog(), emptyLog()];
  reserve(roomy, 1_000, 100);
  for (const log of [plain, roomy]) for (let s = 0; s < 40; s++) append(log, [s, s + 1, s], s);
  for (const part of ['items', 'session', 'previous'] as const)
    assert.deepEqual(roomy[part].subarray(0, 120), plain[part].subarray(0, 120), part);
});
