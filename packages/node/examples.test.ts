import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { basePath } from '@decidable/contract';
import { importCatalogue } from '@decidable/server/shops';
import { RunningService } from '../server/testing/running-service.ts';
import { SIXTY_PRODUCTS } from '../server/testing/service-under-test.ts';

const run = promisify(execFile);
let running: RunningService;
let folder: string;

before(async () => {
  running = await RunningService.start();
  const file = { name: 'shop.csv', bytes: new TextEncoder().encode(SIXTY_PRODUCTS) };
  await importCatalogue(running.service.storage, running.key.organizationId, file, {}, Date.now());
  folder = await mkdtemp(join(tmpdir(), 'decidable-examples-'));
});
after(async () => {
  await running.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the examples of a page, each as a program of its own, and answers what they print. */
async function printed(
  page: string,
): Promise<readonly { readonly stdout: string; readonly stderr: string }[]> {
  const text = await readFile(new URL(page, import.meta.url), 'utf8');
  const environment = {
    ...process.env,
    DECIDABLE_ENDPOINT: running.url(basePath),
    DECIDABLE_KEY: running.key.value,
    DECIDABLE_ORGANIZATION: running.key.organizationId,
  };
  const examples = [...text.matchAll(/```js\n([\s\S]*?)```/g)].map(([, example = '']) => example);
  return Promise.all(
    examples.map(async (example, n) => {
      const file = join(folder, `${page.replace(/\W/g, '-')}-${n}.mjs`);
      const client = JSON.stringify(new URL('index.ts', import.meta.url).href);
      await writeFile(file, example.replace("'@decidable/node'", client));
      return run(process.execPath, [file], { env: environment });
    }),
  );
}

test('the example of the README ranks', async () => {
  const [first] = await printed('README.md');
  assert.match(first!.stdout, /^1 p\d+ The shopper asked for the category Boots/i);
});

test('the examples of the guide do what it says', async () => {
  const [ranking, context, grading, failure] = await printed('../../docs/guides/node-client.md');
  assert.match(ranking!.stdout, /^1 p\d+ .+(\n[2-5] p\d+ .+){4}\n$/);
  assert.equal(context!.stdout, 'mobile\n');
  assert.match(grading!.stdout, /^colour: missing for 2 products$/m);
  assert.match(grading!.stdout, /^kept: true$/m);
  assert.equal(failure!.stdout, 'sku-1 sku-2\n');
  // Refused, or not in time on a busy machine.
  assert.match(
    failure!.stderr,
    /^(BAD_REQUEST \S+ catalogRanked: .*sessionId|catalogRanked: No answer within)/,
  );
});
