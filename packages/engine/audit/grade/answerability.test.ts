import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { answerability, gradeOf } from './answerability.ts';

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

test('a higher answerability never gets a worse grade', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (a, b) => {
        assert.ok(gradeOf(Math.max(a, b)) <= gradeOf(Math.min(a, b)));
      },
    ),
  );
  assert.deepEqual([1, 0.9, 0.899, 0.5, 0.249].map(gradeOf), ['A', 'A', 'B', 'C', 'E']);
});
