import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** What a process has used, as the kernel counts it (Linux). */
export interface ProcessUse {
  /** Seconds of processor time, of all its threads. */
  readonly seconds: number;
  /** Megabytes that it holds, and held at most since `forgetPeak`. */
  readonly held: number;
  readonly peak: number;
}

/** Ticks of a second in /proc; 100 on every platform that Node.js runs on. */
const TICKS = 100;

export function useOf(pid: number): ProcessUse {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1e3;
  return { seconds: (user + system) / TICKS, held: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}

/** Has the peak of a process count from now on. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** The processes that this one has started and that still run. */
export function ownProcesses(): number[] {
  return readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}
