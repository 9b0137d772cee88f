import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { withTables } from './tables.ts';

test('the tables of the page are those of the figures (npm run bench:tables writes them)', () => {
  const page = readFileSync(new URL('../../docs/design/ranking.md', import.meta.url), 'utf8');
  assert.equal(withTables(page), page);
});
