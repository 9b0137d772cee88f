import type { Task } from '../predictor.ts';

/** For each item the sessions that hold it, the most recent first, at most `most`. */
export function sessionsOfItems({ items, train, endedAt }: Task, most: number): Int32Array[] {
  const lists: number[][] = Array.from({ length: items }, () => []);
  const recent = train.map((_, k) => k).sort((a, b) => endedAt[b] - endedAt[a] || b - a);
  for (const session of recent) {
    for (const item of new Set(train[session])) if (lists[item].length < most) lists[item].push(session);
  }
  return lists.map((list) => Int32Array.from(list));
}

/** Bytes of the sessions and of the lists. */
export function bytesOf({ train }: Task, lists: readonly Int32Array[]): number {
  return (
    train.reduce((sum, session) => sum + session.byteLength, 0) +
    lists.reduce((sum, list) => sum + list.byteLength, 0)
  );
}
