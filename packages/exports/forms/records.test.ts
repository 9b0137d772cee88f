import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CatalogueError } from '@decidable/engine/catalogue';
import { readExport } from '../index.ts';

test('records of which none has a field are refused, as one line each too; one with a field is read', async () => {
  const read = (text: string) => readExport(new TextEncoder().encode(text));
  for (const text of ['[{}]', '[{},{}]', '{"products":[{}]}', '{}\n{}\n'])
    await assert.rejects(
      read(text),
      (error) => error instanceof CatalogueError && error.code === 'no_records',
    );
  assert.deepEqual((await read('[{},{"sku":"a"}]')).rows.names, ['sku']);
});
