import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warmUpRankings } from './warm-up.ts';

test('the rankings before the first request vary one list, and weigh all that a session can say of products in another', () => {
  const [unknown, known] = warmUpRankings();
  assert.ok(unknown!.explanation.diversity! > 0);
  assert.equal(known!.explanation.personalised, true);
  const factors = new Set(
    known!.items.flatMap(({ scoreBreakdown }) => scoreBreakdown.map(({ factor }) => factor)),
  );
  for (const factor of ['category', 'brand', 'attribute', 'price', 'keyword'] as const)
    assert.ok(factors.has(factor), `${factor} of ${[...factors]}`);
});
