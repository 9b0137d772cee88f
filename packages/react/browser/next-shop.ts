import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildSdk } from '../../sdk/build.ts';
import { buildReact } from '../build.ts';

const example = fileURLToPath(new URL('../../../examples/next', import.meta.url));
const command = join(example, 'node_modules/next/dist/bin/next');

/** The reason for skipping tests of the example, or undefined. It has a lock file of its own: Next.js is 340 MB. */
export const skipNext =
  !existsSync(command) && !process.env.CI && 'Next.js is not installed: npm ci --prefix examples/next';

export interface NextShop {
  /** Its origin. */
  readonly address: string;
  close(): Promise<void>;
}

/** The packages as they are published, in the place where npm has put those of the checkout. */
async function placePackages(): Promise<void> {
  const builds = { react: buildReact, sdk: buildSdk };
  for (const [name, build] of Object.entries(builds)) {
    const place = join(example, 'node_modules/@decidable', name);
    await rm(place, { recursive: true, force: true });
    await mkdir(place, { recursive: true });
    await copyFile(
      fileURLToPath(new URL(`../../${name}/package.json`, import.meta.url)),
      join(place, 'package.json'),
    );
    await build(join(place, 'dist'));
  }
}

/** Resolves when the server says where it listens. Its output is read to the end, or a full pipe would block it. */
const addressOf = (server: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    for (const stream of [server.stdout!, server.stderr!]) {
      stream.on('data', (chunk) => {
        said += String(chunk);
        const address = /http:\/\/localhost:\d+/.exec(said)?.[0];
        if (address && /Ready/.test(said)) resolve(address);
      });
    }
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`The shop ended before it listened: ${said}`)));
  });

/** Builds the example shop by Next.js, and serves it. `settings` are its public variables, which the build writes in. */
export async function startNextShop(settings: Readonly<Record<string, string>>): Promise<NextShop> {
  await placePackages();
  const env = { ...process.env, ...settings, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
  // What was built for another test would be taken for what is asked for now.
  await rm(join(example, '.next'), { recursive: true, force: true });
  await promisify(execFile)(process.execPath, [command, 'build'], { cwd: example, env }).catch((error) => {
    throw new Error(`Next.js does not build the shop: ${error.stdout}${error.stderr}`);
  });
  const server = spawn(process.execPath, [command, 'start', '--port', '0'], { cwd: example, env });
  return {
    address: await addressOf(server),
    async close() {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    },
  };
}
