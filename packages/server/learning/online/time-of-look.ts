/**
 * The time while a look goes on, which may train for minutes: `now` at its start, and what has passed since; whole ms.
 *
 * @param now ms since the epoch
 */
export function timeOfLook(now: number): () => number {
  const began = performance.now();
  return () => now + Math.round(performance.now() - began);
}
