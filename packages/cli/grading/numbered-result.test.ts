import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit } from '@decidable/engine/audit';
import { interpret, readTable } from '@decidable/engine/catalogue';
import { numbered, withIds } from './numbered-result.ts';

test('a result is the same after it went to another thread as numbers, and each id goes once', () => {
  const rows = Array.from({ length: 60 }, (_, at) => [
    `p${at}`,
    at % 3 === 0 ? '' : 'red',
    at % 2 === 0 ? '' : 'oak',
  ]);
  const csv = [['id', 'colour', 'wood'], ...rows].map((row) => row.join(',')).join('\n');
  const result = audit(interpret(readTable(csv)));
  const told = structuredClone(numbered(result));
  assert.deepEqual(withIds(told), result);
  assert.equal(new Set(told.ids).size, told.ids.length);
});
