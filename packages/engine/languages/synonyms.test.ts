import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANY_LANGUAGE } from '../session/text/shop-language.ts';
import { thingsIn } from '../session/text/usual-names.ts';
import { LANGUAGES } from './index.ts';

/** Words of the longest name that is read. */
const MAX_WORDS = 4;

for (const { code, synonyms } of LANGUAGES) {
  if (synonyms === undefined) continue;
  test(`each thing of the thesaurus of ${code} has several names, each one that a search can have`, () => {
    for (const thing of synonyms) {
      const names = thing.split('|');
      assert.ok(names.length > 1, thing);
      assert.equal(new Set(names).size, names.length, thing);
      for (const name of names) assert.match(name, /^[\p{L}\p{N}][\p{L}\p{N}\p{M} .'’&/+-]*$/u, thing);
    }
    for (const names of thingsIn({ ...ANY_LANGUAGE, language: code })) {
      for (const { text, stems } of names) {
        assert.ok(stems.length > 0 && stems.length <= MAX_WORDS, `${text}: ${stems.join(' ')}`);
      }
    }
    assert.equal(new Set(synonyms).size, synonyms.length, 'no thing twice');
  });
}
