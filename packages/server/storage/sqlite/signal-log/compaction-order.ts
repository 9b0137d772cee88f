import type { TailSession } from './journal.ts';

/**
 * Takes sessions in the order of their key, from a binary heap. Sorting 32,768 sessions at once held up the writer for
 * 29 ms; a heap is built with two comparisons a session, and the rest is done as sessions are taken.
 */
export class CompactionOrder {
  readonly #heap: TailSession[];

  constructor(sessions: Iterable<TailSession>) {
    this.#heap = [...sessions];
    for (let at = (this.#heap.length >> 1) - 1; at >= 0; at--) this.#sink(at, this.#heap[at]);
  }

  /** Takes the first session that is left. */
  take(): TailSession | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (last !== undefined && this.#heap.length > 0) this.#sink(0, last);
    return first;
  }

  /** Puts a session at an index, or further down, so that no session is behind one that it comes before. */
  #sink(index: number, session: TailSession): void {
    const heap = this.#heap;
    let at = index;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && comesBefore(heap[child + 1], heap[child])) child++;
      if (!comesBefore(heap[child], session)) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = session;
  }
}

function comesBefore(a: TailSession, b: TailSession): boolean {
  if (a.organizationId !== b.organizationId) return a.organizationId < b.organizationId;
  return a.sessionId < b.sessionId;
}
