/**
 * What is worked out in steps, all at once. A step takes a few milliseconds at most, so that whoever serves requests
 * meanwhile can let them have their turn in between.
 */
export function runToEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
