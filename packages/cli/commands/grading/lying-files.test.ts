import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type LyingFile, lyingFiles } from '@decidable/exports/testing/lying';
import { decidable } from '../../testing/command.ts';

/** How often what an honest CSV of as many bytes costs. Costs of reading that grow beyond the bytes pass it many times. */
const MAX_TIMES_HONEST = 7;

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

/** What honest files of a length cost on this machine, two at a time as the lying ones. */
async function honestCosts() {
  const [few, many] = await Promise.all([audit(FEW), audit(MANY)]);
  assert.deepEqual([few.code, many.code], [0, 0], few.stderr + many.stderr);
  const costOf = (unit: 'seconds' | 'megabytes') => (bytes: number) =>
    few[unit] + (Math.max(0, many[unit] - few[unit]) * bytes) / MANY.bytes.length;
  return { seconds: costOf('seconds'), megabytes: costOf('megabytes') };
}

test('each lying file is graded or refused at a few times the cost of honest bytes', async () => {
  const honest = await honestCosts();
  const faults: string[] = [];
  const waiting = lyingFiles();
  const next = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const { code, signal, stderr, ...used } = await audit(file);
      const { name, bytes, refused } = file;
      const isExpected = refused === undefined ? code === 0 : code === 2 && refused.test(stderr);
      if (!isExpected) faults.push(`${name}: ${signal ?? code}, ${stderr}`);
      for (const unit of ['seconds', 'megabytes'] as const) {
        const times = used[unit] / honest[unit](bytes.length);
        // A cost that is not known is a fault as well.
        if (!(times <= MAX_TIMES_HONEST))
          faults.push(`${name}: ${used[unit]} ${unit}, ${times} times honest bytes`);
      }
    }
  };
  await Promise.all([next(), next()]);
  assert.deepEqual(faults, []);
});
