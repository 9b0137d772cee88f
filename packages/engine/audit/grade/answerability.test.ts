import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { answerability } from './answerability.ts';

test('answerability lies between 0 and 1, and is null where no question carries bits', () => {
  const questions = fc.array(
    fc
      .tuple(fc.double({ min: 0, max: 10, noNaN: true }), fc.double({ min: 0, max: 10, noNaN: true }))
      .map(([now, more]) => ({ now, certain: now + more })),
  );
  fc.assert(
    fc.property(questions, (asked) => {
      const share = answerability(asked);
      const certain = asked.reduce((sum, question) => sum + question.certain, 0);
      assert.equal(share === null, certain === 0);
      if (share !== null) assert.ok(share >= 0 && share <= 1);
    }),
  );
  assert.equal(
    answerability([
      { now: 1, certain: 2 },
      { now: 2, certain: 2 },
    ]),
    0.75,
  );
});
