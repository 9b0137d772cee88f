import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { describe, test } from 'node:test';
import type { LanguagePack } from './language-pack.ts';

/** A made-up language, as its file would hold it. */
const PACK = `{
  words: {
    stem: (word) => word.replace(/(ok|ek)$/, ''),
    stopWords: ['zu', 'blit', 'ommo', 'parra'],
  },
  negation: { negators: ['nubo'] },
  limits: { atMost: 'sholo' },
  money: { only: 'dukati' },
  answers: { yes: ['yubo'], no: ['nabo'] },
  availability: { available: 'hier', unavailable: 'futsch' },
  headers: {
    title: { qualified: 'titulok' },
    price: { words: 'pretsu' },
    availability: { words: 'hieroj' },
  },
} satisfies PackData`;

/** Marks modules that are loaded once more for this test, so that tests in the same process keep the real registry. */
const MARK = '?new-language';
const isHere = (url = '') => url === import.meta.url || url.endsWith(MARK);

// The registry with one more entry, as for a new language.
const hooks = registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    if (!resolved.url.startsWith('file:') || !isHere(context.parentURL)) return resolved;
    return { ...resolved, url: resolved.url + MARK };
  },
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith(`/languages/index.ts${MARK}`)) return loaded;
    const source = String(loaded.source).replace('= {\n  eng,', `= {\n  eng,\n  qaa: ${PACK},`);
    assert.ok(source.includes('qaa'), 'the registry has no place for another entry');
    return { ...loaded, source };
  },
});
const { LANGUAGES } = await import('./index.ts');
const { conceptsOf } = await import('../catalogue/columns/header-names.ts');
const { isAvailable } = await import('../catalogue/availability.ts');
const { isAffirmed, isDenied } = await import('../catalogue/columns/type-inference.ts');
const { readSearch, textTerms } = await import('../session/text/keywords.ts');
const { vocabularyOf } = await import('../session/text/vocabulary.ts');
const { shopLanguage } = await import('../session/text/shop-language.ts');
const { stem } = await import('../session/text/stemming.ts');
const { candidateRoles } = await import('../ranking/candidates/candidate-roles.ts');
hooks.deregister();

describe('a language that is added to the registry', () => {
  const texts = Array.from({ length: 30 }, (_, k) => `Bontok zu blit ommo parra ${k}`);
  const shop = shopLanguage(texts);
  const vocabulary = vocabularyOf([{ attribute: 'kind', value: 'Bontok' }], shop);

  test('is recognised in the texts of a shop by its stop words', () => {
    assert.equal(shop.language, 'qaa');
  });

  test('has its stop words dropped and its endings taken off', () => {
    assert.equal(stem('bontok', 'qaa'), 'bont');
    assert.deepEqual(
      textTerms('Bontek zu blit', shop).map((term) => term.stem),
      ['bont'],
    );
    assert.deepEqual(readSearch('bontek ommo parra', vocabulary).keywords.matched, [
      { keyword: 'bontek', attribute: 'kind', value: 'Bontok' },
    ]);
  });

  test('has its negators and its prices read in searches', () => {
    const read = readSearch('bontok nubo ledrek sholo 50 dukati', vocabulary).keywords;
    assert.deepEqual(read.stems, ['bont']);
    assert.deepEqual(read.negated, ['ledr']);
    assert.deepEqual(read.priceRange, { max: 50 });
  });

  test('has its columns recognised, in catalogues and in lists', () => {
    assert.deepEqual([...conceptsOf('Titulok')], ['title']);
    assert.deepEqual([...conceptsOf('Pretsu')], ['price']);
    const sent = new Map([['pretsu', { name: 'Pretsu', cells: [[0, 50]] as [number, number][] }]]);
    assert.equal(candidateRoles({}, sent).next().value?.price, 'Pretsu');
  });

  test('has its answers and its claims of availability read', () => {
    assert.equal(isAffirmed('yubo'), true);
    assert.equal(isDenied('nabo'), true);
    assert.equal(isAvailable(['hier']), true);
    for (const text of ['futsch', 'nubo hier', 'hier: nabo', '0 hier']) {
      assert.equal(isAvailable([text]), false, text);
    }
  });
});

test('every pack has a code of its own', () => {
  const codes = LANGUAGES.map(({ code }: LanguagePack) => code);
  assert.equal(new Set(codes).size, codes.length);
  for (const code of codes) assert.match(code, /^[a-z]{3}$/);
});
