import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type LyingFile, lyingFiles } from '@decidable/exports/testing/lying';
import { decidable } from '../../testing/command.ts';

/** How many times the processor time of an honest CSV of as many bytes. Times that grow beyond the bytes pass it many times. */
const MAX_TIMES_HONEST = 7;
/** Megabytes beyond those that the command takes for two products. */
const MAX_MEMORY = 300;
/** Seconds of processor time after which the kernel ends the command: a file that has no end would hold the test. */
const LAST_SECONDS = 120;

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

/** Has the command say at its end what it has used, as the kernel counts it. */
const METER = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  // What resourceUsage() says of memory begins with that of the process which started this one.
  const peak = () => process.platform === 'linux'
    ? Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])
    : process.resourceUsage().maxRSS;
  if (isMainThread) process.on('exit', () => {
    const { userCPUTime, systemCPUTime } = process.resourceUsage();
    process.stderr.write(\`used \${(userCPUTime + systemCPUTime) / 1e6} \${peak() / 1e3}\\n\`);
  });
`)}`;
const BOUNDED = existsSync('/bin/sh') ? ['/bin/sh', '-c', `ulimit -t ${LAST_SECONDS}; exec "$0" "$@"`] : [];

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decidable-lying-'));
});
after(() => rm(folder, { recursive: true }));

async function audit({ name, bytes }: LyingFile) {
  const path = join(folder, name);
  await writeFile(path, bytes);
  const { code, signal, stderr } = await decidable(['audit', path, '--json'], {
    node: ['--import', METER],
    before: BOUNDED,
  });
  await rm(path);
  const [, seconds, megabytes] = /used (\S+) (\S+)/.exec(stderr) ?? [];
  return { code, signal, stderr, seconds: Number(seconds), megabytes: Number(megabytes) };
}

/** What honest files cost on this machine, two at a time as the lying ones. */
async function honestCosts() {
  const [few, many] = await Promise.all([audit(FEW), audit(MANY)]);
  assert.deepEqual([few.code, many.code], [0, 0], few.stderr + many.stderr);
  const secondsOf = (bytes: number) =>
    few.seconds + (Math.max(0, many.seconds - few.seconds) * bytes) / MANY.bytes.length;
  return { secondsOf, megabytes: few.megabytes };
}

test('each lying file is graded or refused at a few times the time of honest bytes, and within 300 MB', async () => {
  const honest = await honestCosts();
  const faults: string[] = [];
  const waiting = lyingFiles();
  const next = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const { code, signal, stderr, seconds, megabytes } = await audit(file);
      const { name, bytes, refused } = file;
      const isExpected = refused === undefined ? code === 0 : code === 2 && refused.test(stderr);
      if (!isExpected) faults.push(`${name}: ${signal ?? code}, ${stderr}`);
      const times = seconds / honest.secondsOf(bytes.length);
      const more = megabytes - honest.megabytes;
      // A cost that is not known is a fault as well.
      if (!(times <= MAX_TIMES_HONEST)) faults.push(`${name}: ${seconds} s, ${times} times honest bytes`);
      if (!(more <= MAX_MEMORY)) faults.push(`${name}: ${more} MB beyond ${honest.megabytes} MB`);
    }
  };
  await Promise.all([next(), next()]);
  assert.deepEqual(faults, []);
});
