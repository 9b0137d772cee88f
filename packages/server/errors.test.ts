import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvalidInput, NotFound, Overloaded, SessionContended } from './errors.ts';
import { refusalOf } from './http/errors/refusal-of.ts';

test('an error of the domain is answered with its own message, and with when to come back', () => {
  const answers = [
    new InvalidInput('This is wrong.'),
    new NotFound('There is none.'),
    new Overloaded('Too many wait.', 3),
    new SessionContended(),
  ].map((error) => {
    const { code, message, headers } = refusalOf(error);
    return [code, message === error.message, headers['retry-after']];
  });
  assert.deepEqual(answers, [
    ['BAD_REQUEST', true, undefined],
    ['NOT_FOUND', true, undefined],
    ['SERVICE_UNAVAILABLE', true, '3'],
    ['SERVICE_UNAVAILABLE', true, '1'],
  ]);
});
