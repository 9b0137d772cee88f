import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Milliseconds of one cold run in its own process, those of warm runs in the same, and its peak memory. */
export interface Speed {
  readonly file: string;
  readonly bytes: number;
  readonly products: number;
  readonly columns: number;
  /** Papa Parse alone. */
  readonly parse: number;
  readonly read: number;
  readonly interpret: number;
  readonly audit: number;
  /** Reading, interpreting and auditing, as a multiple of parsing alone. */
  readonly ratio: number;
  /** Likewise, once the code is compiled. */
  readonly warm: { readonly parse: number; readonly total: number; readonly ratio: number };
  readonly peakMegabytes: number;
}

const CHILD = fileURLToPath(new URL('./speed-child.ts', import.meta.url));

/** Times one file; the faster of `runs` processes, since other work on the machine can only slow them. */
export function speedOf(file: string, runs: number): Speed {
  const all = Array.from({ length: runs }, (): Speed => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [CHILD, file], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${file}: ${stderr}`);
    return JSON.parse(stdout) as Speed;
  });
  return all.reduce((best, next) => (total(next) < total(best) ? next : best));
}

function total({ read, interpret, audit }: Speed): number {
  return read + interpret + audit;
}
