import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LONGEST_SYNONYM, MOST_SYNONYMS, type SynonymRule } from '@decidable/engine/ranking';
import fc from 'fast-check';
import {
  LONGEST_PHRASE,
  MOST_FILE_BYTES,
  MOST_RULES,
  readSynonymFile,
  SynonymFileError,
  writeSynonyms,
} from './synonym-file.ts';

const read = (text: string) => readSynonymFile(new TextEncoder().encode(text));
const refused = (text: string, message: RegExp) =>
  assert.throws(
    () => read(text),
    (error) => error instanceof SynonymFileError && message.test(error.message),
  );

/** Distinct words. */
const words = (count: number) => Array.from({ length: count }, (_, k) => `word${k}`);

describe('a file of synonyms', () => {
  it('has a rule a line, two-way or one-way, with comments, quotes and empty cells of spreadsheets', () => {
    assert.deepEqual(
      read('# ours\r\nlaptop, notebook\n"mobile  phone",smartphone,,\n\n,,\ntv=>television , "telly"\n'),
      [
        { words: ['laptop', 'notebook'] },
        { words: ['mobile phone', 'smartphone'] },
        { words: ['tv'], finds: ['television', 'telly'] },
      ],
    );
  });

  it('is refused with the line and the fault', () => {
    refused('a1, b1\nlaptop\n', /^Line 2 has one word only/);
    refused('\n\nlaptop,,notebook', /^Line 3 has an empty word/);
    refused('tv =>', /^Line 1 has an empty word/);
    refused('=> tv', /^Line 1 has an empty word/);
    refused('a => b => c', /^Line 1 has more than one =>/);
    refused('laptop, Laptop', /^Line 1 has "Laptop" twice/);
    refused('laptop, !!', /^Line 1 has "!!", which holds no word/);
    refused('# nothing\n', /no rules/);
    assert.throws(() => readSynonymFile(Uint8Array.of(0xff, 0xfe, 0x41)), /not UTF-8/);
  });

  it('is bounded in its phrases, words, rules and bytes', () => {
    read(`tv, ${'x'.repeat(LONGEST_PHRASE)}`);
    refused(`tv, ${'x'.repeat(LONGEST_PHRASE + 1)}`, /more than 60 characters/);
    read(`tv, ${words(LONGEST_SYNONYM).join(' ')}`);
    refused(`tv, ${words(LONGEST_SYNONYM + 1).join(' ')}`, /of more than 4 words/);
    read(words(MOST_SYNONYMS).join(','));
    refused(words(MOST_SYNONYMS + 1).join(','), /more than 20 words/);
    const rules = words(MOST_RULES).map((word) => `${word} => tv`);
    assert.equal(read(rules.join('\n')).length, MOST_RULES);
    refused([...rules, 'radio => tv'].join('\n'), /^Line 5001 is rule 5001; a shop has at most 5000/);
    const rule = 'tv => television\n#';
    assert.equal(read(rule.padEnd(MOST_FILE_BYTES, 'x')).length, 1);
    refused(rule.padEnd(MOST_FILE_BYTES + 1, 'x'), /over 1 MB/);
  });

  it('is what an export of its rules is', () => {
    const word = fc
      .stringMatching(/^[a-zé]{2,8}( [a-z]{3,8})?$/)
      .filter((text) => !/\b(?:no|not)\b/.test(text));
    const list = (minLength: number) => fc.uniqueArray(word, { minLength, maxLength: 5 });
    const rule: fc.Arbitrary<SynonymRule> = fc.oneof(
      list(2).map((both) => ({ words: both })),
      fc.record({ words: list(1), finds: list(1) }, { noNullPrototype: true }),
    );
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 10 }), (rules) => {
        let known: readonly SynonymRule[];
        try {
          known = read(writeSynonyms(rules));
        } catch (error) {
          // A phrase of stop words alone.
          assert.match(String(error), /holds no word/);
          return;
        }
        assert.deepEqual(known, rules);
      }),
    );
  });
});
