import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { endpoints } from './endpoints.ts';
import { sdkCalls } from './sdk-calls.ts';

test('the calls of the SDK are the endpoints that its source names', async () => {
  const folder = new URL('../sdk/src/', import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')));
  const named = Object.keys(endpoints).filter((path) => texts.some((text) => text.includes(`'${path}'`)));
  assert.deepEqual(new Set(named), new Set(sdkCalls));
});
