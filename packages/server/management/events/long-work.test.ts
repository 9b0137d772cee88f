import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginWork } from './long-work.ts';

const read = async (events: AsyncIterable<unknown>) => {
  const told: unknown[] = [];
  try {
    for await (const event of events) told.push(event);
  } catch (error) {
    told.push(error);
  }
  return told;
};
const failure = new Error('The disk is full.');

test('steps and the end of long work are events', async () => {
  const unread: unknown[] = [];
  const events = beginWork(
    new AbortController().signal,
    (error) => unread.push(error),
    async (tell) => {
      tell({ stage: 'rows' });
      return { rows: 3 };
    },
  );
  assert.deepEqual(await read(events), [{ stage: 'rows' }, { done: true, rows: 3 }]);
  assert.deepEqual(unread, []);
});

test('a failure is told to whoever reads, and is reported where nobody does', async () => {
  for (const isRead of [true, false]) {
    const unread: unknown[] = [];
    const page = new AbortController();
    const disk = Promise.withResolvers<never>();
    const events = beginWork(
      page.signal,
      (error) => unread.push(error),
      () => disk.promise,
    );
    if (!isRead) page.abort();
    disk.reject(failure);
    assert.deepEqual(await read(events), isRead ? [failure] : []);
    assert.deepEqual(unread, isRead ? [] : [failure]);
  }
});
