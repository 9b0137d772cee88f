/**
 * Runs a generator to its end and returns its result. Generators of the engine yield every few milliseconds at most, so
 * that a server can handle other requests between two steps; callers without other work use this function.
 */
export function runToEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
