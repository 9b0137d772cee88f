import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CatalogueError } from '@decidable/engine/catalogue';
import { readExport } from '../index.ts';
import { deepestJson, EXPORT_LIMITS } from '../limits.ts';

test('records of which none has a field are refused, as one line each too; one with a field is read', async () => {
  const read = (text: string) => readExport(new TextEncoder().encode(text));
  for (const text of ['[{}]', '[{},{}]', '{"products":[{}]}', '{}\n{}\n'])
    await assert.rejects(
      read(text),
      (error) => error instanceof CatalogueError && error.code === 'no_records',
    );
  assert.deepEqual((await read('[{},{"sku":"a"}]')).rows.names, ['sku']);
});

test('the first line of JSON that is cut off is named: lines behind it are not nested in it', async () => {
  const lines = (count: number) => new TextEncoder().encode(`{"id":"1"}\n${'{"a":[\n'.repeat(count)}`);
  for (const count of [1, deepestJson(EXPORT_LIMITS) + 1])
    await assert.rejects(readExport(lines(count)), { code: 'broken_json', line: 2 });
});
