/**
 * Runs the work of an effect once all effects of this rendering have run: those of a parent, which may call `init`, run
 * after those of its children. An effect that strict mode undoes at once does no work.
 *
 * @returns what ends it: from then on it is not current
 */
export function begin(work: (isCurrent: () => boolean) => Promise<void>): () => void {
  let current = true;
  queueMicrotask(() => {
    if (current) void work(() => current);
  });
  return () => {
    current = false;
  };
}
