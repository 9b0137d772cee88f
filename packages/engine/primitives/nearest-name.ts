const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '');

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours. */
function distance(a: string, b: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + changed);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, before[j - 2] + 1);
      }
      next.push(best);
    }
    [before, row] = [row, next];
  }
  return row[b.length];
}

/**
 * The candidate that a name is probably a misspelling of: equal but for case and separators, or at most a
 * fifth of its letters (and at least one) away.
 */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const written = plain(name);
  if (written.length > 64) return undefined;
  let found: string | undefined;
  let least = Math.max(1, Math.floor(written.length / 5)) + 1;
  for (const candidate of candidates) {
    const meant = plain(candidate);
    // A name of two letters, such as "id", is recognised only by its case and separators.
    if (meant.length < 3 && meant !== written) continue;
    if (Math.abs(meant.length - written.length) >= least) continue;
    const away = distance(written, meant);
    if (away < least) [found, least] = [candidate, away];
  }
  return found;
}
