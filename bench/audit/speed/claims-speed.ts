import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MANY_CLAIMS } from './limit-claims.ts';

/** One cold run, exports read and verified; CPU time includes other threads of the process. */
export interface ClaimsSpeed {
  readonly name: string;
  readonly products: number;
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
  readonly peakMegabytes: number;
}

const CHILD = fileURLToPath(new URL('./claims-child.ts', import.meta.url));

/** Times verifying many claims at the limits of what may be sent. */
export function claimsSpeeds(): ClaimsSpeed[] {
  return Object.keys(MANY_CLAIMS).map((name) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [CHILD, name], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name}: ${stderr}`);
    return { name, ...(JSON.parse(stdout) as Omit<ClaimsSpeed, 'name'>) };
  });
}

export function claimsTable(speeds: readonly ClaimsSpeed[]): string {
  const lines = speeds.map(({ name, products, milliseconds, cpuMilliseconds, peakMegabytes }) =>
    [
      name.padEnd(34),
      `${products}`.padStart(9),
      `${Math.round(milliseconds)}`.padStart(9),
      `${Math.round(cpuMilliseconds)}`.padStart(9),
      `${Math.round(peakMegabytes)}`.padStart(9),
    ].join(''),
  );
  const header = [
    'verifying many claims'.padEnd(34),
    ...['products', 'ms', 'CPU ms', 'MB'].map((name) => name.padStart(9)),
  ];
  return `${[header.join(''), ...lines].join('\n')}\n`;
}
