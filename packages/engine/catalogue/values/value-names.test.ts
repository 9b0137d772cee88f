import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import data from './value-names.json' with { type: 'json' };
import schema from './value-names.schema.json' with { type: 'json' };
import { NAMED_VALUES, namesOfOthers, namesOfValue } from './value-names.ts';

test('the names of values are of their schema, and none means two values', () => {
  const ajv = new Ajv2020({ unicodeRegExp: true });
  assert.ok(ajv.validate(schema, data), ajv.errorsText());
  const all = NAMED_VALUES.flat().map((name) => name.toLowerCase());
  assert.deepEqual(
    all.filter((name, k) => all.indexOf(name) !== k),
    [],
  );
});

test('a value is known by each of its names, in any case', () => {
  for (const names of NAMED_VALUES) {
    for (const name of names) assert.equal(namesOfValue(` ${name.toUpperCase()}`), names);
  }
  assert.deepEqual(namesOfValue('4K TV'), []);
  assert.deepEqual(namesOfOthers('lr6'), [...namesOfValue('AAA'), ...namesOfValue('9V')]);
  assert.deepEqual(namesOfOthers('4K TV'), []);
});
