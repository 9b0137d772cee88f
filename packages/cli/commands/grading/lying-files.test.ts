import assert from 'node:assert/strict';
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type LyingFile, lyingFiles } from '@decidable/exports/testing/lying';
import type { Ended } from '../../testing/commands.child.ts';

/** How many times the processor time of as many honest bytes, of a megabyte at least. Times that grow beyond the bytes pass it. */
const MAX_TIMES_HONEST = 7;
/** Megabytes beyond those that the process takes for two products. */
const MAX_MEMORY = 300;
/** Megabytes after which a new process takes over: what one file leaves would hide what the next one takes. */
const MOST_LEFT = 150;
/** Seconds of processor time after which the kernel ends the process: a file that has no end would hold the test. */
const LAST_SECONDS = 300;

const textBytes = (text: string) => new TextEncoder().encode(text);
const FEW: LyingFile = { name: 'few.csv', bytes: textBytes('id,colour\n1,red\n2,blue\n') };
const PRODUCTS = Array.from(
  { length: 20_000 },
  (_, at) =>
    `${at},Shirt ${at} of linen with long sleeves,shirts,red,${at % 97}.50,${at % 41},Light for warm days`,
);
const MANY: LyingFile = {
  name: 'many.csv',
  bytes: textBytes(`id,title,category,colour,price,stock,description\n${PRODUCTS.join('\n')}\n`),
};

let folder: string;
let child: ChildProcess;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decidable-lying-'));
  child = started();
});
after(async () => {
  child.kill();
  await rm(folder, { recursive: true });
});

function started(): ChildProcess {
  const module = new URL('../../testing/commands.child.ts', import.meta.url);
  const options: ForkOptions = { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] };
  if (!existsSync('/bin/sh')) return fork(module, options);
  const bounded = `ulimit -t ${LAST_SECONDS}; exec "${process.execPath}" "$@"`;
  return fork(module, { ...options, execPath: '/bin/sh', execArgv: ['-c', bounded, 'sh'] });
}

function renew(): void {
  child.kill();
  child = started();
}

/** Grades a file. A process that ends by it is followed by another. */
async function audit({ name, bytes }: LyingFile): Promise<Ended> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  const left = new AbortController();
  const { signal } = left;
  const died = once(child, 'exit', { signal }).then(([code, by]) => {
    renew();
    return [{ code: -1, stderr: `It ended by ${by ?? code}.`, seconds: Number.NaN, peak: Number.NaN }];
  });
  try {
    child.send(['audit', path, '--json']);
    return (await Promise.race([once(child, 'message', { signal }), died]))[0];
  } finally {
    left.abort();
    await Promise.allSettled([died, rm(path)]);
  }
}

test('each lying file is graded or refused at a few times the time of honest bytes, and within 300 MB', async () => {
  const few = await audit(FEW);
  const many = await audit(MANY);
  assert.deepEqual([few.code, many.code], [0, 0], few.stderr + many.stderr);
  const faults: string[] = [];
  for (const file of lyingFiles()) {
    const { code, stderr, seconds, peak } = await audit(file);
    const { name, bytes, refused } = file;
    const isExpected = refused === undefined ? code === 0 : code === 2 && refused.test(stderr);
    if (!isExpected) faults.push(`${name}: ${code}, ${stderr}`);
    const times = (seconds * MANY.bytes.length) / many.seconds / Math.max(1e6, bytes.length);
    const more = peak - few.peak;
    // A cost that is not known is a fault as well.
    if (!(times <= MAX_TIMES_HONEST)) faults.push(`${name}: ${seconds} s, ${times} times honest bytes`);
    if (!(more <= MAX_MEMORY)) faults.push(`${name}: ${more} MB beyond ${few.peak} MB`);
    if (more > MOST_LEFT) renew();
  }
  assert.deepEqual(faults, []);
});
