import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { LANGUAGES } from './index.ts';

const folder = new URL('./packs/', import.meta.url);
const read = (file: string) => JSON.parse(readFileSync(new URL(file, folder), 'utf8'));

test('every file of words is of the schema, and of a language that is listed', () => {
  const ajv = new Ajv2020({ unicodeRegExp: true, formats: { regex: isExpression } });
  const isPack = ajv.compile(read('language-pack.schema.json'));
  const files = readdirSync(folder).filter((file) => /^[a-z]{3}\.json$/.test(file));
  for (const file of files) assert.ok(isPack(read(file)), `${file}: ${ajv.errorsText(isPack.errors)}`);
  assert.deepEqual(files.map((file) => file.slice(0, 3)).sort(), LANGUAGES.map(({ code }) => code).sort());
});

/** Phrases become parts of expressions, without groups of their own. */
function isExpression(phrases: string): boolean {
  return new RegExp(`${phrases}|`, 'u').exec('')!.length === 1;
}
