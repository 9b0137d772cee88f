import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShopLanguage } from '../../../session/text/shop-language.ts';
import { nounPhraseOf, placeOf } from './noun-phrase.ts';

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

test('measures end no phrase, and neither do conjunctions', () => {
  assert.equal(
    phraseIn('Vent 24 in. x 24 in. drop ceiling'),
    'vent 24:measure in:measure x:measure 24:measure in:measure drop ceil | mark',
  );
  assert.equal(phraseIn('Running shoe No. 101'), 'run shoe no:measure 101:measure | mark');
  assert.equal(phraseIn('Shoe no laces'), 'shoe no lace | mark');
  assert.equal(phraseIn('Vent in white'), 'vent | stop word', 'no inches without a number');
  assert.equal(phraseIn('Flea and tick killer'), 'flea and:conjunction tick killer | mark');
  assert.equal(phraseIn('Salz und Pfeffer', 'deu').split(' ')[1], 'und:conjunction');
});

test('a noun is last, open before a measure or a conjunction, or before another noun', () => {
  const places = (title: string, values: readonly string[] = []) => {
    const phrase = nounPhraseOf(title, { language: 'eng', negators: [] });
    return phrase.stems.flatMap((stem, at) =>
      phrase.kinds[at] === 'noun' ? `${stem}: ${placeOf(phrase, at, (each) => values.includes(each))}` : [],
    );
  };
  assert.deepEqual(places('Desk lamp 40 W'), ['desk: before a noun', 'lamp: last']);
  assert.deepEqual(places('Philips 40 W lamp'), ['philip: open', 'lamp: last']);
  assert.deepEqual(places('Washer and dryer'), ['washer: open', 'dryer: last']);
  assert.deepEqual(places('Table and 4 black chairs', ['black'])[0], 'tabl: open');
  assert.deepEqual(places('Laptop and camera bag'), [
    'laptop: before a noun',
    'camera: before a noun',
    'bag: last',
  ]);
  assert.deepEqual(places('Lamp 40 W black', ['black']), ['lamp: last', 'black: last']);
  assert.deepEqual(
    places('256 GB SSD tower black PC', ['tower', 'black'])[0],
    'ssd: open',
    'own values with more behind them',
  );
});
