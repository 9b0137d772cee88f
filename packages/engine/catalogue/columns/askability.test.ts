import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ColumnSummary, meanWords, notQuestionReason } from './askability.ts';
import type { Concept } from './header-names.ts';

function summary(values: readonly string[], more: Partial<ColumnSummary> = {}): ColumnSummary {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const distinct = [...counts.keys()];
  return {
    name: 'column',
    concepts: new Set<Concept>(),
    kind: 'category',
    hasUnit: false,
    products: values.length,
    recorded: values.length,
    valueCounts: [...counts.values()],
    numbers: more.kind === 'number' ? distinct.map(Number) : [],
    texts: distinct.length,
    sample: distinct,
    words: meanWords(distinct),
    ...more,
  };
}
const each = (count: number, value: (i: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => value(i));
const named = (...concepts: readonly Concept[]) => ({ concepts: new Set(concepts) });

test('words that recur are a question', () => {
  assert.equal(notQuestionReason(summary(each(40, (i) => `kind ${i % 5}`))), undefined);
});

test('values of which, beyond chance, most stand beside one product name it', () => {
  assert.equal(notQuestionReason(summary(each(40, (i) => `name ${i}`))), 'identifier');
  assert.equal(notQuestionReason(summary(each(6, (i) => `name ${i % 4}`))), undefined);
});

test('what shoppers ask in any shop is a question, unless nearly every product has an answer of its own', () => {
  const mixed = [...each(60, (i) => `shade ${i}`), ...each(20, (i) => `plain ${i % 2}`)];
  assert.equal(notQuestionReason(summary(mixed)), 'identifier');
  assert.equal(notQuestionReason(summary(mixed, named('fact'))), undefined);
  assert.equal(
    notQuestionReason(
      summary(
        each(80, (i) => `shade ${i}`),
        named('fact'),
      ),
    ),
    'identifier',
  );
});

test('a measure with gaps is no constant, since those without it hardly measure the same', () => {
  const one = each(20, () => '1');
  const number = { ...named('measure'), kind: 'number' } as const;
  assert.equal(notQuestionReason(summary(one, number)), 'constant');
  assert.equal(notQuestionReason(summary(one, { ...number, products: 21 })), undefined);
  assert.equal(notQuestionReason(summary(one, { products: 21 })), 'constant');
});

test('brands with one product each are a question, unless most brands are like that', () => {
  const authors = [...each(45, (i) => `once ${i}`), ...each(55, (i) => `often ${i % 10}`)];
  assert.equal(notQuestionReason(summary(authors, named('brand'))), undefined);
  assert.equal(notQuestionReason(summary(authors)), 'identifier');
});

test('a column with one value is constant, from five products on that are half of all', () => {
  const alike = (count: number, products: number) =>
    notQuestionReason(
      summary(
        each(count, () => 'wool'),
        { products },
      ),
    );
  assert.equal(alike(5, 10), 'constant');
  assert.equal(alike(5, 11), undefined);
  assert.equal(alike(4, 8), undefined);
  assert.equal(alike(4, 4), 'constant');
});

test('a fact that is recorded where it holds is no constant, but where all have it', () => {
  for (const [name, text] of [
    ['vegan', 'yes'],
    ['vegan', 'x'],
    ['Vegan', 'vegan'],
  ]) {
    const said = each(60, () => text);
    assert.equal(notQuestionReason(summary(said, { name, products: 100 })), undefined);
    assert.equal(notQuestionReason(summary(said, { name })), 'constant');
  }
});

test('links, hashes, markup and long texts are none', () => {
  assert.equal(notQuestionReason(summary(each(40, (i) => `https://x.example/${i % 9}`))), 'identifier');
  assert.equal(notQuestionReason(summary(each(40, (i) => `a1b2c3d4e5f6a7b8c9d0${i % 9}x`))), 'identifier');
  assert.equal(notQuestionReason(summary(each(40, (i) => `<p>kind ${i % 5}</p>`))), 'text');
  assert.equal(
    notQuestionReason(summary(each(40, (i) => `text ${i} says a great deal of the thing`))),
    'text',
  );
});

test('values of more than five words are text where each stands for few products, and answers where they recur', () => {
  const sentence = (i: number) => `Made of ${i} oak boards from our own forest`;
  assert.equal(notQuestionReason(summary(each(5, sentence), { products: 400 })), 'text');
  assert.equal(
    notQuestionReason(
      summary(
        each(90, (i) => sentence(i % 45)),
        { products: 400 },
      ),
    ),
    'text',
  );
  assert.equal(notQuestionReason(summary(each(90, (i) => sentence(i % 9)))), undefined);
  assert.equal(
    notQuestionReason(summary(each(90, (i) => `100 - ${i % 45} V / 50 - 60 Hz (+/- 2 Hz)`))),
    undefined,
  );
});

test('integers that chance would have repeated are names, unless they measure something', () => {
  const numbers = each(200, (i) => String(1000 + i));
  assert.equal(notQuestionReason(summary(numbers, { kind: 'number' })), 'identifier');
  assert.equal(notQuestionReason(summary(numbers, { kind: 'number', ...named('measure') })), undefined);
  assert.equal(notQuestionReason(summary(numbers, { kind: 'number', hasUnit: true })), undefined);
  assert.equal(
    notQuestionReason(
      summary(
        each(200, (i) => String(i * 5000)),
        { kind: 'number' },
      ),
    ),
    undefined,
  );
});

test('an operational name outweighs all values, an empty column has its name only', () => {
  assert.equal(notQuestionReason(summary(['a', 'b', 'a', 'b'], named('operational'))), 'operational');
  assert.equal(notQuestionReason(summary([], { products: 9, ...named('title') })), 'identifier');
  assert.equal(notQuestionReason(summary([], { products: 9 })), undefined);
});

test('the kinds of rows of a shop system are operational', () => {
  assert.equal(notQuestionReason(summary(each(40, (i) => ['simple', 'variable'][i % 2]))), 'operational');
  assert.equal(notQuestionReason(summary(each(40, (i) => ['external', 'virtual'][i % 2]))), undefined);
});
