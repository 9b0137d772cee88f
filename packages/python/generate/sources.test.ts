import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readDescription } from './description.ts';
import { docstring, singular, snake } from './python-text.ts';
import { sourcesOf } from './sources.ts';

const folder = join(import.meta.dirname, '../src/decidable/generated');
const sources = sourcesOf(readDescription());

test('the generated files are what the description gives', () => {
  for (const [name, source] of Object.entries(sources))
    assert.equal(readFileSync(join(folder, name), 'utf8'), source, 'run "npm run python"');
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.py')),
    Object.keys(sources),
  );
});

test('every operation of the description has its method', () => {
  const operations = Object.values(readDescription().paths).map(({ post }) => snake(post.operationId));
  assert.equal(operations.length, 12);
  const methods = [...sources['operations.py']!.matchAll(/^ {4}def (\w+)\(/gm)].map(([, name]) => name);
  assert.deepEqual(methods, operations);
});

test('no name of the package stands for two things, nor for one of Python', () => {
  const names = ['records.py', 'requests.py', 'refusals.py'].flatMap((name) => [
    .../__all__ = \[([^\]]*)\]/.exec(sources[name]!)![1]!.matchAll(/"(\w+)"/g),
  ]);
  const exported = names.map(([, name]) => name!);
  assert.ok(exported.includes('CatalogRankedItem') && exported.includes('Signal'));
  assert.deepEqual(
    exported.filter((name, n) => exported.indexOf(name) !== n),
    [],
  );
  assert.deepEqual(
    exported.filter((name) => ['Warning', 'Exception', 'NotImplementedError'].includes(name)),
    [],
  );
});

test('a description that has more than the generator knows is refused, not passed over', () => {
  const changed = structuredClone(readDescription()) as unknown as {
    components: { schemas: Record<string, { properties: Record<string, unknown> }> };
  };
  changed.components.schemas.Factor!.properties.weight = { oneOf: [{ type: 'number' }] };
  assert.throws(
    () => sourcesOf(changed as never),
    /FactorWeight has a type that an answer has not had before/,
  );
  changed.components.schemas.Signal!.properties.value = { oneOf: [{ type: 'number' }] };
  changed.components.schemas.Factor!.properties.weight = { type: 'number' };
  assert.throws(
    () => sourcesOf(changed as never),
    /SignalValue has a type that a request has not had before/,
  );
});

test('names and texts are written as Python has them', () => {
  assert.deepEqual(['decisionId', 'from', 'not', 'id'].map(snake), ['decision_id', 'from_', 'not_', 'id']);
  assert.deepEqual(['Items', 'Facts', 'Bits', 'Queries', 'Class'].map(singular), [
    'Item',
    'Fact',
    'Bit',
    'Query',
    'Class',
  ]);
  assert.equal(docstring('It says """this\\that"', '  '), '  """It says \'\'\'this\\\\that" """\n');
  const long = docstring('word '.repeat(60).trim(), '    ');
  assert.ok(long.split('\n').every((line) => line.length <= 110) && long.endsWith('\n    """\n'));
});
