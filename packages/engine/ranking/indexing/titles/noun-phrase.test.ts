import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShopLanguage } from '../../../session/text/shop-language.ts';
import { nounPhraseOf } from './noun-phrase.ts';

/** The words of the phrase, each with its kind where that is no noun, and what ends it. */
function phraseIn(title: string, language: ShopLanguage['language'] = 'eng'): string {
  const { stems, kinds, end } = nounPhraseOf(title, { language, negators: [] });
  return `${stems.map((stem, at) => (kinds[at] === 'noun' ? stem : `${stem}:${kinds[at]}`)).join(' ')} | ${end}`;
}

test('a phrase ends at a mark, or behind a noun at a stop word or a purpose', () => {
  assert.equal(phraseIn('Desk lamp, black'), 'desk lamp | mark');
  assert.equal(phraseIn('The lamp of the desk'), 'the:stop word lamp | stop word');
  assert.equal(phraseIn('Lamp for desks'), 'lamp | purpose');
  assert.equal(phraseIn('Hülle für Kamera', 'deu'), 'hull | purpose');
  assert.equal(phraseIn('Case for camera', 'deu'), 'cas | purpose', 'titles of all shops may be English');
  assert.equal(phraseIn(''), ' | mark');
});

test('measures end no phrase', () => {
  assert.equal(
    phraseIn('Vent 24 in. x 24 in. drop ceiling'),
    'vent 24:measure in:measure x:measure 24:measure in:measure drop ceil | mark',
  );
  assert.equal(phraseIn('Running shoe No. 101'), 'run shoe no:measure 101:measure | mark');
  assert.equal(phraseIn('Shoe no laces'), 'shoe no lace | mark');
  assert.equal(phraseIn('Vent in white'), 'vent | stop word', 'no inches without a number');
});
