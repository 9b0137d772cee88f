import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import data from './rules.json' with { type: 'json' };
import schema from './rules.schema.json' with { type: 'json' };
import { RULE_NAMES, RULES } from './rules.ts';

test('the rules are of their schema, and every page is the source of one', () => {
  const ajv = new Ajv2020({ unicodeRegExp: true });
  assert.ok(ajv.validate(schema, data), ajv.errorsText());
  assert.deepEqual(Object.keys(data.rules), RULE_NAMES);
  const used = new Set(Object.values(data.rules).flatMap(({ pages }) => pages));
  assert.deepEqual([...used].sort(), Object.keys(data.pages).sort());
});

test('each rule says what is wrong and what to do in one sentence each, and who says so', () => {
  for (const [name, { says, fix, pages }] of RULES) {
    assert.match(says, /^[A-Z][^.]*\.$/, name);
    assert.match(fix, /^[A-Z].*\.$/, name);
    assert.ok(pages.length > 0 && pages.every((page) => page?.address.startsWith('https://')), name);
  }
});
