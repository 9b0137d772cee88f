/** Options of strace for a trace that `fsyncsOfTheLog` and `linesOf` can read. */
export const TRACED = [
  ...['-f', '-y', '-s', '1000000'],
  ...['-e', 'trace=pwrite64,fsync,fdatasync,write,writev,sendto,sendmsg'],
];

/**
 * The lines of a trace at which each successful fsync of the store's write-ahead log began and ended; calls of other
 * threads stand in between.
 */
export function fsyncsOfTheLog(trace: readonly string[]): { began: number; ended: number }[] {
  const syncs: { began: number; ended: number }[] = [];
  const running = new Map<string, number>();
  for (const [number, line] of trace.entries()) {
    const thread = line.split(' ', 1)[0];
    if (/\bf(data)?sync\(\d+<[^>]*-wal>/.test(line)) {
      if (line.endsWith('<unfinished ...>')) running.set(thread, number);
      else if (/= 0$/.test(line)) syncs.push({ began: number, ended: number });
    } else if (/<\.\.\. f(data)?sync resumed>/.test(line) && running.has(thread)) {
      if (/= 0$/.test(line)) syncs.push({ began: running.get(thread)!, ended: number });
      running.delete(thread);
    }
  }
  return syncs;
}

/** The first line of a trace in which an id is written to the log; -1 if there is none. */
export function loggedAt(trace: readonly string[], id: string): number {
  const whole = new RegExp(`${id}(?![0-9])`);
  return trace.findIndex((line) => /pwrite64\(\d+<[^>]*-wal>/.test(line) && whole.test(line));
}
