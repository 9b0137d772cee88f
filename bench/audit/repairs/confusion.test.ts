import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { triedRepairs } from './confusion.ts';
import { isAboveHonest } from './confusion-table.ts';

const example = (file: string) =>
  fileURLToPath(new URL(`../../../examples/catalogues/${file}`, import.meta.url));

test('honest repairs of a real catalogue are accepted, cheats are caught, and no cheat gains more', () => {
  const tried = triedRepairs([example('craft-beers.csv')], { columns: 4, products: 1_000 });
  const hidden = tried.filter(({ hiding }) => hiding !== 'one value');
  const wrong = hidden.filter(({ isRight }) => isRight === false);
  assert.ok(hidden.length > 80, `${hidden.length}`);
  assert.ok(wrong.length <= 0.02 * hidden.length, JSON.stringify(wrong));
  assert.deepEqual(hidden.filter(isAboveHonest), []);
});
