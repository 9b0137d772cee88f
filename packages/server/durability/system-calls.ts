/** Options of strace for a trace that `fsyncsOfTheLog` and `loggedAt` can read. */
export const TRACED = [
  ...['-f', '-y', '-s', '1000000'],
  ...['-e', 'trace=pwrite64,fsync,fdatasync,write,writev,sendto,sendmsg'],
];

/** A call of the trace, with the numbers of the lines at which it began and ended. */
export interface SystemCall {
  readonly name: string;
  /** Its arguments as they are in the trace. */
  readonly args: string;
  readonly result: number;
  readonly began: number;
  readonly ended: number;
}

const WHOLE = /^(\d+) +(\w+)\((.*)\) += (-?\d+)/s;
const BEGUN = /^(\d+) +(\w+)\((.*) <unfinished \.\.\.>$/s;
const RESUMED = /^(\d+) +<\.\.\. (\w+) resumed>(.*)\) += (-?\d+)/s;

/** The calls of a trace that succeeded, or never ended, in the order of their beginning. */
export function callsOf(lines: readonly string[]): SystemCall[] {
  const calls: SystemCall[] = [];
  const running = new Map<string, { name: string; args: string; began: number; at: number }>();
  for (const [number, line] of lines.entries()) {
    const whole = WHOLE.exec(line);
    if (whole !== null) {
      const [, , name = '', args = '', result] = whole;
      calls.push({ name, args, result: Number(result), began: number, ended: number });
      continue;
    }
    const begun = BEGUN.exec(line);
    if (begun !== null) {
      const [, thread = '', name = '', args = ''] = begun;
      running.set(thread, { name, args, began: number, at: calls.length });
      // Until its end is found it counts as one that the end of the trace cut off.
      calls.push({ name, args, result: 0, began: number, ended: Number.POSITIVE_INFINITY });
      continue;
    }
    const resumed = RESUMED.exec(line);
    const before = resumed && running.get(resumed[1] ?? '');
    if (resumed === null || before == null) continue;
    const { name, args, began, at } = before;
    calls[at] = { name, args: args + resumed[3], result: Number(resumed[4]), began, ended: number };
  }
  return calls.filter(({ result }) => result >= 0);
}

/** The bytes of all strings in the arguments of a call. */
export function bytesIn(args: string): Buffer {
  const pieces = [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, digits = '']) =>
    Buffer.from(digits.replaceAll('\\x', ''), 'hex'),
  );
  return Buffer.concat(pieces);
}

/** The path of the file descriptor that is a call's first argument. */
export function pathOf(args: string): string | undefined {
  const text = /^\d+<([^>]*)>/.exec(args)?.[1];
  return text?.startsWith('\\x') ? Buffer.from(text.replaceAll('\\x', ''), 'hex').toString() : text;
}

/**
 * The lines of a trace at which each successful fsync of the store's write-ahead log began and ended; calls of other
 * threads stand in between.
 */
export const fsyncsOfTheLog = (trace: readonly string[]): SystemCall[] =>
  callsOf(trace).filter(
    ({ name, args, ended }) =>
      /^f(data)?sync$/.test(name) && pathOf(args)?.endsWith('-wal') && Number.isFinite(ended),
  );

/** The first line of a trace in which an id is written to the log; -1 if there is none. */
export function loggedAt(trace: readonly string[], id: string): number {
  const whole = new RegExp(`${id}(?![0-9])`);
  return trace.findIndex((line) => /pwrite64\(\d+<[^>]*-wal>/.test(line) && whole.test(line));
}
