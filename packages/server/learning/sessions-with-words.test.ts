import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrainingSession } from '@decidable/engine/ranking';
import { JsonList, readJsonList } from '../json/json-list.ts';
import type { OrganizationId, SessionId } from '../storage/ports.ts';
import { SessionsWithWords } from './sessions-with-words.ts';

/** A session of so many steps that ended at a time. */
const session = (name: string, endedAt: number, steps: number) => ({
  sessionId: name as SessionId,
  visits: [{ steps: Array.from({ length: steps }, (_, k) => ({ item: name, at: endedAt - steps + 1 + k })) }],
});

test('the sessions that ended last are kept, until they make up the steps that are wanted; the others are written', async () => {
  const others = new JsonList<TrainingSession>();
  const worded = new SessionsWithWords(others, 10, 'org' as OrganizationId);
  // 37 is no divisor of 60, so that each comes once, in no order.
  for (let k = 0; k < 60; k++) await worded.add(session(`s${(k * 37) % 60}`, 1_000 * ((k * 37) % 60), 3));
  assert.ok(others.length >= 60 - 7, `${others.length} written before the last has come`);
  assert.deepEqual(await worded.latest(), ['s59', 's58', 's57', 's56']);
  const written = readJsonList<TrainingSession>(others.buffers()).map(({ steps }) => steps[0].item);
  assert.deepEqual(new Set(written), new Set(Array.from({ length: 56 }, (_, k) => `s${k}`)));
  assert.equal(written.length, 56);
});

test('all are kept where they are few', async () => {
  const others = new JsonList<TrainingSession>();
  const worded = new SessionsWithWords(others, 10, 'org' as OrganizationId);
  for (const [name, at] of [
    ['a', 1_000],
    ['b', 2_000],
    ['c', 3_000],
  ] as const)
    await worded.add(session(name, at, 3));
  assert.deepEqual(await worded.latest(), ['c', 'b', 'a']);
  assert.equal(others.length, 0);
});
