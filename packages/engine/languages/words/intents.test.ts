import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { LANGUAGES } from '../index.ts';
import data from './intents.json' with { type: 'json' };
import schema from './intents.schema.json' with { type: 'json' };
import { type IntentWord, intentWordsOf } from './intents.ts';

/** What asks for different lists: a phrase says one of them. */
const APART: readonly IntentWord[] = [
  'cheap',
  'cheapest',
  'bestRated',
  'new',
  'newest',
  'sale',
  'women',
  'men',
  'or',
];

test('the words of intent are of their schema and of every language, and no phrase says two things', () => {
  const ajv = new Ajv2020({ unicodeRegExp: true });
  assert.ok(ajv.validate(schema, data), ajv.errorsText());
  const { $schema, ...byLanguage } = data;
  assert.deepEqual(Object.keys(byLanguage).sort(), LANGUAGES.map(({ code }) => code).sort());
  for (const { code } of LANGUAGES) {
    const all = APART.flatMap((word) => intentWordsOf(code)[word] ?? []);
    assert.deepEqual(
      all.filter((phrase, k) => all.indexOf(phrase) !== k),
      [],
      code,
    );
  }
});
