import type { UnfiledSession } from './journal.ts';

/**
 * Sessions to be taken in the order of their key: a binary heap. Sorting tens of thousands at once would hold up the
 * writer for as many microseconds; a heap is made with two comparisons a session, and the rest is done as they are
 * taken.
 */
export class FilingOrder {
  readonly #heap: UnfiledSession[];

  constructor(sessions: Iterable<UnfiledSession>) {
    this.#heap = [...sessions];
    for (let at = (this.#heap.length >> 1) - 1; at >= 0; at--) this.#sink(at, this.#heap[at]);
  }

  /** Takes the first one that is left. */
  take(): UnfiledSession | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (last !== undefined && this.#heap.length > 0) this.#sink(0, last);
    return first;
  }

  /**
   * Puts a session in the place of the one at an index, or further down, so that none is behind one that it comes
   * before.
   */
  #sink(index: number, session: UnfiledSession): void {
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

function comesBefore(a: UnfiledSession, b: UnfiledSession): boolean {
  if (a.organizationId !== b.organizationId) return a.organizationId < b.organizationId;
  return a.sessionId < b.sessionId;
}
