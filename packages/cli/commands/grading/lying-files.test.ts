import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type LyingFile, lyingFiles } from '@decidable/exports/testing/lying';
import { decidable } from '../../testing/command.ts';

/** Of what a file costs: twice the second a megabyte that is promised, and a start. */
const secondsFor = (bytes: number) => 2 + (2 * bytes) / 1e6;
/** Above what a small honest file takes. Rows of one letter are the worst: an array for each two bytes. */
const megabytesFor = (bytes: number) => 300 + (10 * bytes) / 1e6;

/** Has the command say at its end what it has used, as the kernel counts it. */
const METER = `data:text/javascript,${encodeURIComponent(`
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    process.stderr.write(\`used \${(userCPUTime + systemCPUTime) / 1e6} \${maxRSS / 1e3}\\n\`);
  });
`)}`;

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decidable-lying-'));
});
after(() => rm(folder, { recursive: true }));

async function audit({ name, bytes }: LyingFile) {
  const path = join(folder, name);
  await writeFile(path, bytes);
  const { code, signal, stderr } = await decidable(['audit', path, '--json'], { node: ['--import', METER] });
  await rm(path);
  const [, seconds, megabytes] = /used (\S+) (\S+)/.exec(stderr) ?? [];
  return { code, signal, stderr, seconds: Number(seconds), megabytes: Number(megabytes) };
}

test('each lying file is graded or refused within its bytes', async () => {
  const honest = await audit({
    name: 'honest.csv',
    bytes: new TextEncoder().encode('id,colour\n1,red\n2,blue\n'),
  });
  assert.equal(honest.code, 0, honest.stderr);
  const faults: string[] = [];
  const waiting = lyingFiles();
  const next = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const { code, signal, stderr, ...used } = await audit(file);
      const { name, bytes, refused } = file;
      const isExpected = refused === undefined ? code === 0 : code === 2 && refused.test(stderr);
      if (!isExpected) faults.push(`${name}: ${signal ?? code}, ${stderr}`);
      const seconds = used.seconds - honest.seconds;
      const megabytes = used.megabytes - honest.megabytes;
      if (seconds > secondsFor(bytes.length)) faults.push(`${name}: ${seconds.toFixed(1)} s`);
      if (megabytes > megabytesFor(bytes.length)) faults.push(`${name}: ${megabytes.toFixed(0)} MB`);
    }
  };
  await Promise.all([next(), next()]);
  assert.deepEqual(faults, []);
});
