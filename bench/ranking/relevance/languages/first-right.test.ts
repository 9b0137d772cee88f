import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decidable } from '../decidable.ts';
import { miniSearch } from '../libraries.ts';
import { answersOf } from './first-right.ts';

test('nine of ten searches in fourteen languages have the right product first, far more than by a text engine', async () => {
  const rightOf = async (engine: (typeof decidable)[number]): Promise<number> =>
    (await answersOf(engine)).filter(({ first, meant }) => first === meant).length;
  const answers = await answersOf(miniSearch);
  assert.equal(answers.length, 14 * 12);
  const ours = await rightOf(decidable.find(({ name }) => name === '/catalog/ranked with a query')!);
  assert.ok(ours >= 0.9 * answers.length, `${ours}`);
  assert.ok(ours > 1.5 * (await rightOf(miniSearch)));
});
