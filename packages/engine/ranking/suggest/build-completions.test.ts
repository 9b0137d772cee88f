import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { textAt } from '../indexing/packed-strings.ts';
import { catalogueOf, ROLES, type Row } from '../testing/shops.ts';
import { buildCompletions } from './build-completions.ts';
import { type CompletionType, typeOf } from './completions.ts';

/** The texts of a type, with the number of their products. */
function textsOf(rows: readonly Row[], type: CompletionType): Record<string, number> {
  const catalogue = catalogueOf(rows, { title: 'text' });
  const completions = buildCompletions(catalogue, buildIndex(catalogue, ROLES));
  const { texts, types, start } = completions;
  return Object.fromEntries(
    Array.from(types, (_, n) => n)
      .filter((n) => typeOf(completions, n) === type)
      .map((n) => [textAt(texts, n), start[n + 1] - start[n]]),
  );
}

const rows = Array.from({ length: 40 }, (_, i) => ({
  id: `p${i}`,
  title: `Thing number ${'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN'[i]}${i}`,
  type: i % 4 === 0 ? 'bags > backpacks' : i % 4 === 1 ? 'Bags > Backpack' : 'Hats',
  brand: i < 20 ? 'Ala' : 'Bero',
  colour: ['Red', 'Blue', 'red', 'Black'][i % 4],
  code: `X(${i % 5})`,
}));

test('categories that differ in case or plural are one, and the steps of a path are categories, too', () => {
  assert.deepEqual(textsOf(rows, 'category'), { bags: 20, backpacks: 20, Hats: 20 });
});

test('a brand or a value is combined with a category where several products have both', () => {
  const phrases = textsOf(rows, 'phrase');
  assert.equal(phrases['Ala Hats'], 10);
  assert.equal(phrases['Black Hats'], 10);
  assert.ok(!Object.keys(phrases).some((text) => text.includes('(')), 'no codes');
  const few = rows.map((row, i) => (i === 2 ? { ...row, brand: 'Cima', colour: 'Green' } : row));
  assert.ok(!Object.keys(textsOf(few, 'phrase')).some((text) => /Cima|Green/.test(text)));
});

test('a value of nearly all products of a category, and a size, are not said in front of it', () => {
  const uniform = rows.map((row) => ({
    ...row,
    colour: 'Black',
    size: ['Small', 'Large'][Number(row.id.slice(1)) % 2],
  }));
  const phrases = Object.keys(textsOf(uniform, 'phrase'));
  assert.ok(!phrases.some((text) => /Black|Small|Large/.test(text)), phrases.join());
});

test('a value that repeats its category is not combined with it', () => {
  const ipas = rows.map((row, i) => ({
    ...row,
    type: i % 2 ? 'American IPA' : 'Stout',
    colour: i % 3 ? 'IPA' : 'Dark',
  }));
  const phrases = Object.keys(textsOf(ipas, 'phrase'));
  assert.ok(phrases.includes('Dark Stout'));
  assert.ok(!phrases.includes('IPA American IPA'));
});

test('titles that are bare names are completed with what says what the products are', () => {
  const kinds = ['Bookcase', 'Corner sofa', 'Armchair', 'TV bench'];
  const named = rows.map(({ id, type }, i) => ({
    id,
    title: `NAME${'abcdefghij'[i % 10]}`,
    type,
    kind: `${kinds[i % 4]}, ${i} cm wide`,
  }));
  const catalogue = catalogueOf(named, { title: 'text', kind: 'text' });
  const completions = buildCompletions(catalogue, buildIndex(catalogue, ROLES));
  const texts = Array.from(completions.types, (_, n) => textAt(completions.texts, n));
  assert.ok(texts.includes('NAMEb Corner sofa'), texts.join());
});
