import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { ANY_LANGUAGE } from '../../session/text/shop-language.ts';
import { readUsualNames } from '../../session/text/usual-names.ts';
import { LANGUAGES } from '../index.ts';
import data from './thesaurus.json' with { type: 'json' };
import schema from './thesaurus.schema.json' with { type: 'json' };

/** Words of the longest name that is read. */
const MAX_WORDS = 4;

test('the thesaurus is of its schema and of known languages, and each name is one that a search can have', () => {
  const ajv = new Ajv2020({ unicodeRegExp: true });
  assert.ok(ajv.validate(schema, data), ajv.errorsText());
  for (const code of Object.keys(data).filter((key) => key !== '$schema')) {
    assert.ok(
      LANGUAGES.some((pack) => pack.code === code),
      code,
    );
    for (const { text, stems } of runToEnd(
      readUsualNames({ ...ANY_LANGUAGE, language: code }),
    ).things.flat()) {
      assert.ok(stems.length > 0 && stems.length <= MAX_WORDS, `${text}: ${stems.join(' ')}`);
    }
  }
});
