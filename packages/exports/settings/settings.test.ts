import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHOSEN_KINDS, ROLES } from '@decidable/engine/catalogue';
import schema from './decidable.schema.json' with { type: 'json' };
import { InvalidSettings, readSettings } from './settings.ts';

const ALL = {
  header: false,
  id: 'SKU',
  ignore: ['Cost'],
  roles: { price: 'RRP', brand: null },
  kinds: { Range: 'category' },
  applies: { neckline: ['Tops', 'Dresses'] },
  applicable: ['material'],
  emptyMeansNo: ['vegan'],
  emptyMeansUnknown: ['waterproof'],
};

test('every setting is read', () => {
  const { settings, warnings } = readSettings(`\ufeff${JSON.stringify({ $schema: 'x', ...ALL })}`);
  assert.deepEqual([settings, warnings], [ALL, []]);
  assert.deepEqual(readSettings('{}').settings, {});
  assert.deepEqual(readSettings('{"applies":{"a":"Tops"}}').settings, { applies: { a: ['Tops'] } });
});

test('a setting that is not known is told with the nearest, and the others are read', () => {
  const { settings, warnings } = readSettings('{"ignroe":["a"],"colour":1,"id":"x"}');
  assert.deepEqual(settings, { id: 'x' });
  assert.match(warnings[0], /"ignroe"; is "ignore" meant/);
  assert.match(warnings[1], /"colour"; the settings: header, id, ignore, roles/);
});

test('a value that cannot be used is an error that names its field', () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['[1]', /are an object/],
    ['{"id":\n1,}', /^Line 2, column 3: this is not JSON/],
    ['{"header":"no"}', /^"header" must be true or false/],
    ['{"id":3}', /^"id" must be a text, not 3/],
    ['{"id":" "}', /^"id" must be a text/],
    ['{"ignore":"Cost"}', /^"ignore" must be a list of texts/],
    ['{"ignore":["a",2]}', /^"ignore\[1\]" must be a text, not 2/],
    ['{"roles":["price"]}', /^"roles" must be an object/],
    ['{"roles":{"prise":"RRP"}}', /^"roles": there is no "prise"; is "price" meant/],
    ['{"roles":{"price":2}}', /^"roles\.price" must be a text/],
    ['{"kinds":{"Range":"catgory"}}', /^"kinds\.Range": there is no "catgory"; is "category" meant/],
    ['{"applies":{"a":[]}}', /^"applies\.a" must name at least one category/],
    ['{"applicable":{}}', /^"applicable" must be a list/],
    ['{"emptyMeansNo":"vegan"}', /^"emptyMeansNo" must be a list of texts/],
  ];
  for (const [text, message] of cases) {
    assert.throws(
      () => readSettings(text),
      (error) => error instanceof InvalidSettings && message.test(error.message),
      text,
    );
  }
});

test('the schema describes the settings that are read', () => {
  const { properties } = schema;
  assert.deepEqual(Object.keys(properties).slice(1), Object.keys(ALL));
  assert.deepEqual(Object.keys(properties.roles.properties), [...ROLES]);
  assert.deepEqual(properties.kinds.additionalProperties.enum, [...CHOSEN_KINDS]);
});
