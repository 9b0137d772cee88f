/** Longest time slice of a long task on the serving thread; ms. Set by hand. */
const SLICE = 4;

/** Tasks that have yielded, in the order in which they resume. */
const yielded: (() => void)[] = [];

/** Resumes one task in each turn of the event loop, so that no two slices add up to a long turn. */
function resume(): void {
  yielded.shift()!();
  if (yielded.length > 0) setImmediate(resume);
}

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    yielded.push(resolve);
    if (yielded.length === 1) setImmediate(resume);
  });

/**
 * Yields to the event loop when a task has run for a slice.
 *
 * @example
 * const pace = new Pace();
 * for (const chunk of chunks) {
 *   parse(chunk);
 *   await pace.rest();
 * }
 */
export class Pace {
  #since = performance.now();

  /** @param slice ms after which it yields: fewer before a step that cannot be interrupted */
  async rest(slice = SLICE): Promise<void> {
    if (performance.now() - this.#since < slice) return;
    await nextTurn();
    this.#since = performance.now();
  }
}

/** Runs a generator to its end, and yields to the event loop after each slice. */
export async function inTurns<T>(steps: Generator<void, T>): Promise<T> {
  let since = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - since < SLICE) continue;
    await nextTurn();
    since = performance.now();
  }
}
