import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageOf, problemOf } from './field-messages.ts';
import { compileSchema } from './fields.ts';

const where = { whole: 'The body', of: 'the body of /things' };

function message(schema: object, body: unknown): string {
  const validate = compileSchema(schema, false);
  assert.equal(validate(body), false);
  return messageOf(problemOf(validate.errors!), where);
}
const field = (schema: object) => ({ type: 'object', properties: { a: schema } });

for (const [schema, body, expected] of [
  [{ type: 'object' }, [], 'The body must be a JSON object, not a list.'],
  [
    { type: 'object', required: ['name'] },
    { nmae: 1 },
    'name is required: add it to the body of /things. You sent "nmae": did you mean name?',
  ],
  [field({ type: 'object', required: ['b', 'c'] }), { a: {} }, 'a.b, a.c are required: add them to a.'],
  [field({ type: 'string' }), { a: 1 }, 'a must be text, not a number. Put it in quotes.'],
  [
    field({ type: 'string' }),
    { a: null },
    'a must be text, not null. Leave an optional field out where there is no value.',
  ],
  [field({ type: 'integer' }), { a: 1.5 }, 'a must be a whole number: leave out the fraction.'],
  [field({ type: 'number' }), { a: '1' }, 'a must be a number, not text. Send it without quotes.'],
  [
    field({ type: 'string', maxLength: 2 }),
    { a: '👟👟👟' },
    'a is 3 characters long; at most 2 are allowed. Shorten it.',
  ],
  [
    field({ type: 'array', items: { type: 'string' } }),
    { a: ['x', 2] },
    'a[1] must be text, not a number. Put it in quotes.',
  ],
  [
    field({ enum: ['mobile', 'desktop'] }),
    { a: 'mobil' },
    'a must be one of mobile, desktop. Did you mean mobile?',
  ],
  [field({ exclusiveMinimum: 0 }), { a: 0 }, 'a is 0; it must be more than 0.'],
  [
    field({ anyOf: [{ type: 'string' }, { type: 'number' }] }),
    { a: true },
    'a must be text or a number, not true or false.',
  ],
  [
    field({ anyOf: [{ type: 'string', minLength: 1 }, { type: 'number' }] }),
    { a: '' },
    'a must not be empty.',
  ],
  [
    field({ type: 'array', minItems: 1 }),
    { a: [] },
    'a must have 1 or more entries, not 0. Fill it, or leave out what it belongs to.',
  ],
  [field({ pattern: '^x' }), { a: 'y' }, 'a cannot be accepted: it must match pattern "^x".'],
] as const) {
  test(expected, () => assert.equal(message(schema, body), expected));
}
