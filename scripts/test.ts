import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';

/*
 * All tests, two jobs at a time. Engine, contract and exports are pure, so their tests share one process per job: starting
 * one for each of their 250 files would take longer than many of them. All other tests have a process a file. Those that
 * wait most of their time, for outages to pass and pages to leave, are a third job beside the others.
 */

const root = join(import.meta.dirname, '..');
const JOBS_AT_ONCE = 2;

const node = `"${process.execPath}" --test`;
const shared = `${node} --test-isolation=none`;
const checks = ['npm run -s lint', 'npm run -s types'];
const pure = [
  `${shared} "packages/engine/ranking/**/*.test.ts"`,
  `${shared} "packages/engine/!(ranking)/**/*.test.ts" "packages/engine/*.test.ts" "packages/{contract,exports}/**/*.test.ts"`,
];
/** Of their minutes processors work for a third or less. */
const WAITING = [
  'packages/server/durability/cluster/cluster-ledger.test.ts',
  'packages/server/availability/store-outage.test.ts',
  'packages/sdk/browser/visits.test.ts',
];
const isolatedFiles = globSync(
  ['lint/*.test.ts', 'packages/!(engine|contract|exports)/**/*.test.ts', 'bench/**/*.test.ts'],
  { cwd: root, exclude: ['**/node_modules/**', ...WAITING] },
);
const isolated = `${node} --test-concurrency=${JOBS_AT_ONCE} ${isolatedFiles.sort().join(' ')}`;
const waiting = `${node} --test-concurrency=1 ${WAITING.join(' ')}`;

// Processes and workers find each other's modules compiled and without types.
const env = { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') };

const failed: string[] = [];

/** Runs a command; its output is shown at once, or in one piece when it ends, so that jobs do not mix theirs. */
async function run(command: string, output: 'at once' | 'at the end'): Promise<void> {
  const started = performance.now();
  const child = spawn(command, {
    cwd: root,
    env,
    shell: true,
    stdio: output === 'at once' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.on('error', reject);
  child.on('close', resolve);
  const status = await promise;
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(
    `${Buffer.concat(chunks)}\n${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s: ${command.slice(0, 200)}\n\n`,
  );
  if (status !== 0) failed.push(command);
}

const queue = [...pure, ...(process.argv.includes('--no-checks') ? [] : checks)];
const ofThose = run(waiting, 'at the end');
await Promise.all(
  Array.from({ length: JOBS_AT_ONCE }, async () => {
    for (let command = queue.shift(); command; command = queue.shift()) await run(command, 'at the end');
  }),
);
await run(isolated, 'at once');
await ofThose;

if (failed.length > 0) {
  console.error(`Failed:\n${failed.map((command) => command.slice(0, 200)).join('\n')}`);
  process.exitCode = 1;
}
