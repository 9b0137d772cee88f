/**
 * The first `count` items of an order, in it: what sorting all and cutting off would give where no two items are
 * equal, at the price of one comparison for most items.
 */
export function firstBy<T>(items: Iterable<T>, count: number, compare: (a: T, b: T) => number): readonly T[] {
  if (count <= 0) return [];
  // A heap with the last of the chosen on top.
  const heap: T[] = [];
  for (const item of items) {
    if (heap.length < count) rise(heap, item, compare);
    else if (compare(item, heap[0]) < 0) sink(heap, item, compare);
  }
  return heap.sort(compare);
}

function rise<T>(heap: T[], item: T, compare: (a: T, b: T) => number): void {
  let at = heap.length;
  heap.push(item);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (compare(item, heap[parent]) <= 0) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = item;
}

/** Replaces the top by an item that comes before it. */
function sink<T>(heap: T[], item: T, compare: (a: T, b: T) => number): void {
  let at = 0;
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    if (child + 1 < heap.length && compare(heap[child + 1], heap[child]) > 0) child++;
    if (compare(heap[child], item) <= 0) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = item;
}
