import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { ProxiedService } from './testing/proxied-service.ts';
import { pythonFor } from './testing/python.ts';

const { python, skip } = pythonFor();
let service: ProxiedService;

before(async () => {
  if (!skip) service = await ProxiedService.start();
});
after(() => service?.close());

/** Runs the examples of a page, each as a program of its own, and answers what they print. */
async function printed(page: string) {
  const text = await readFile(new URL(page, import.meta.url), 'utf8');
  const examples = [...text.matchAll(/```python\n([\s\S]*?)```/g)].map(([, example = '']) => example);
  const all: Awaited<ReturnType<typeof service.run>>[] = [];
  for (const example of examples) all.push(await service.run(python, '-c', example));
  return all;
}

test('the example of the README ranks', { skip }, async () => {
  const [first] = await printed('README.md');
  assert.match(first!.stdout, /^1 p\d+ The shopper asked for the category Boots/i);
});

test('the examples of the guide do what it says', { skip }, async () => {
  const examples = await printed('../../docs/guides/python-client.md');
  const [ranking, context, asyncio, grading, failure] = examples;
  assert.equal(examples.length, 5);
  assert.match(ranking!.stdout, /^1 p\d+ .+(\n[2-5] p\d+ .+){4}\n$/);
  assert.equal(context!.stdout, 'mobile\n');
  assert.equal(asyncio!.stdout, '[3, 3, 3]\n');
  assert.match(grading!.stdout, /^colour: missing for 2 products$/m);
  assert.match(grading!.stdout, /^kept: True$/m);
  assert.equal(failure!.stdout, 'sku-1 sku-2\n');
  // Refused, or not in time on a busy machine.
  assert.match(
    failure!.stderr,
    /^(BAD_REQUEST \S+ catalog_ranked: .*sessionId|catalog_ranked: No answer within)/,
  );
});
