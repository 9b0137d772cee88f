import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languagesOfShelves, shelfVocabulary } from './shelf-vocabulary.ts';
import { SHELVES } from './shelves.ts';

const said = (language: string, text: string): readonly string[] =>
  shelfVocabulary(language)
    .in(text)
    .shelves.map((shelf) => SHELVES[shelf].id);

test('a title says what a thing is by its head, in the order of its language', () => {
  for (const [language, title, shelf] of [
    ['eng', 'Laptop bag for ThinkPad 15', 'laptop-bag'],
    ['eng', 'Hoodie with pocket and logo', 'sweater'],
    ['eng', "Women's leather ankle boots", 'boots'],
    ['eng', 'Leather sofa - 3 seats, chair not included', 'sofa'],
    ['deu', 'Lederschuhe schwarz', 'shoes'],
    ['deu', 'Häkelnadel mit Griff 1,50 mm', 'craft-supply'],
    ['deu', 'Handschuhe aus Wolle', 'gloves'],
    ['fra', 'Robe en lin', 'dress'],
    ['spa', 'Zapatos de piel para mujer', 'shoes'],
    ['ita', 'Scarpe da ginnastica', 'shoes'],
    ['pol', 'Buty sportowe męskie', 'shoes'],
    ['por', 'Cadeira de escritório', 'chair'],
    ['nld', 'Eettafel eiken 180 cm', 'table'],
    ['jpn', 'シーポート トートバッグ', 'bag'],
  ])
    assert.deepEqual(said(language, title), [shelf], title);
});

test('what a thing is for is not what it is, and a stem alone is no name', () => {
  assert.deepEqual(said('spa', 'Funda negra para portátil'), []);
  assert.deepEqual(said('eng', 'In ear'), []);
  assert.deepEqual(said('eng', 'Bedding'), ['bedding']);
  assert.deepEqual(said('deu', 'Kunststoff'), []);
  assert.deepEqual(said('fra', 'The best of'), []);
});

test('a name of several shelves says all of them', () => {
  assert.deepEqual(new Set(said('eng', 'Case')), new Set(['computer-case', 'phone-case']));
});

test('each shelf is found by its usual name in each of its languages', () => {
  for (const language of languagesOfShelves()) {
    SHELVES.forEach(({ id, names }) => {
      const [usual] = names[language] ?? [];
      if (usual !== undefined) assert.ok(said(language, usual).includes(id), `${language}: ${usual}`);
    });
  }
});
