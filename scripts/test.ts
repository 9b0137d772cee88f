import { spawn } from 'node:child_process';
import { join } from 'node:path';

/*
 * All tests, two jobs at a time. Engine, contract and exports are pure, so their tests share one process per job: starting
 * one for each of their 250 files would take longer than many of them. All other tests have a process a file.
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
const isolated = `${node} --test-concurrency=${JOBS_AT_ONCE} "lint/*.test.ts" "packages/!(engine|contract|exports)/**/*.test.ts" "bench/**/*.test.ts"`;

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
    `${Buffer.concat(chunks)}\n${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s: ${command}\n\n`,
  );
  if (status !== 0) failed.push(command);
}

const waiting = [...pure, ...(process.argv.includes('--no-checks') ? [] : checks)];
await Promise.all(
  Array.from({ length: JOBS_AT_ONCE }, async () => {
    for (let command = waiting.shift(); command; command = waiting.shift()) await run(command, 'at the end');
  }),
);
await run(isolated, 'at once');

if (failed.length > 0) {
  console.error(`Failed:\n${failed.join('\n')}`);
  process.exitCode = 1;
}
