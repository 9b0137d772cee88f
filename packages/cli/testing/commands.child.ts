import { readFileSync, writeFileSync } from 'node:fs';

/** A command that has ended: what it said to people, and what it used. */
export interface Ended {
  readonly code: number;
  readonly stderr: string;
  /** Of processor time, of all threads. */
  readonly seconds: number;
  /** Megabytes that the process held at most meanwhile; 0 where it does not run on Linux. */
  readonly peak: number;
}

const isLinux = process.platform === 'linux';
const peak = (): number =>
  isLinux ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1e3 : 0;

let stderr = '';
process.stderr.write = (text) => {
  stderr += text;
  return true;
};
// Each run of the program adds its own.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);

/*
 * Runs the real program again and again, with the arguments that are sent: what one run leaves behind burdens the next one, and
 * none pays for the start of a process.
 */
let run = 0;
process.on('message', async (args: string[]) => {
  process.argv = [...process.argv.slice(0, 2), ...args];
  process.exitCode = 0;
  stderr = '';
  // The peak counts from now on.
  if (isLinux) writeFileSync('/proc/self/clear_refs', '5');
  const before = process.cpuUsage();
  await import(`../main.ts?run=${run++}`);
  const { user, system } = process.cpuUsage(before);
  const code = Number(process.exitCode);
  process.send!({ code, stderr, seconds: (user + system) / 1e6, peak: peak() } satisfies Ended);
});
