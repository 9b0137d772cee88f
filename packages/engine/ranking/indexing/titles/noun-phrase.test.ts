import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShopLanguage } from '../../../session/text/shop-language.ts';
import { nounPhraseOf, placeOf } from './noun-phrase.ts';

/** The words of the phrase, each with its kind where that is no noun, and what ends it. */
function phraseIn(title: string, language: ShopLanguage['language'] = 'eng', brand = ''): string {
  const { stems, kinds, end } = nounPhraseOf(title, { language, negators: [] }, brand);
  return `${stems.map((stem, at) => (kinds[at] === 'noun' ? stem : `${stem}:${kinds[at]}`)).join(' ')} | ${end}`;
}

test('a phrase ends at a mark, or behind a noun at a stop word or a purpose', () => {
  assert.equal(phraseIn('Desk lamp, black'), 'desk lamp | mark');
  assert.equal(phraseIn('The lamp of the desk'), 'the:stop word lamp | stop word');
  assert.equal(phraseIn('Lamp for desks'), 'lamp | purpose');
  assert.equal(phraseIn('Hülle für Kamera', 'deu'), 'hull | purpose');
  assert.equal(phraseIn('Case for camera', 'deu'), 'cas | purpose', 'titles of all shops may be English');
  assert.equal(phraseIn('Rugged lamp, bed'), 'rug:participle lamp | mark');
  assert.equal(phraseIn('Bed shed'), 'bed shed | mark', 'these stems keep the ending');
  assert.equal(phraseIn('Rugged Lampe', 'deu').includes('participle'), false, 'an ending of English');
  assert.equal(phraseIn(''), ' | mark');
});

test('measures end no phrase, and neither do conjunctions', () => {
  assert.equal(
    phraseIn('Vent 24 in. x 24 in. drop ceiling'),
    'vent 24:measure in:measure x:measure 24:measure in:measure drop ceil | mark',
  );
  assert.equal(phraseIn('Vent in white'), 'vent | stop word', 'no inches without a number');
  assert.equal(phraseIn('Flea and tick killer'), 'flea and:conjunction tick killer | mark');
  assert.equal(phraseIn('Salz und Pfeffer', 'deu').split(' ')[1], 'und:conjunction');
});

test('words around a stop word that stand before a noun end no phrase', () => {
  assert.equal(phraseIn('Pop-up tent'), 'pop-up:phrasal tent | mark');
  assert.equal(phraseIn('Maker all-in-one printer'), 'maker all-in-one:phrasal printer | mark');
  assert.equal(phraseIn('Salt-and-pepper mill'), 'salt-and-pepper:phrasal mill | mark');
  assert.equal(phraseIn('Guitar pick-up'), 'guitar pick | stop word', 'nothing follows');
  assert.equal(phraseIn('Pick-up 12'), 'pick | stop word', 'no noun follows');
  assert.equal(phraseIn('HDMI-to-VGA-adapter black').startsWith('hdmi |'), true, 'four parts');
  assert.equal(phraseIn('Bag-for-men black'), 'bag | purpose', 'a purpose');
  assert.equal(phraseIn('laptop-bag-for-men-15'), 'laptop bag | purpose', 'a title with hyphens for spaces');
  assert.equal(phraseIn('Sofa-bed cover'), 'sofa bed cover | mark', 'no stop word');
  assert.equal(phraseIn('Sac-à-dos noir', 'fra').split(' ')[0], 'sac', 'where nouns stand first');
  assert.equal(phraseIn('Add-On SFP module', 'eng', 'Add-On'), 'sfp modul | mark', 'the maker');
});

test('what ends with a medium is that, whatever the work is called', () => {
  assert.equal(phraseIn('The Laptop [EP] - CD'), 'cd | mark');
  assert.equal(phraseIn('Tiger Film: Blu-ray Disc'), 'blu rai disc | mark');
  assert.equal(phraseIn('Das Zelt - DVD', 'deu'), 'dvd | mark', 'in shops of all languages');
  assert.equal(phraseIn('CD'), 'cd | mark');
  assert.equal(phraseIn('CD player'), 'cd player | mark');
  assert.equal(phraseIn('Player - CD and DVD'), 'player | mark', 'more than a medium');
});

test('what stands in brackets before all else, and the maker, are left out', () => {
  assert.equal(phraseIn('(New) [2 pcs] Lamp'), '2:measure pc | mark', 'the first brackets alone');
  assert.equal(phraseIn('[Pack of 3] USB cable'), 'usb cabl | mark');
  assert.equal(phraseIn('[Pack of 3]'), 'pack | stop word', 'there is nothing else');
  assert.equal(phraseIn('Case Logic camera case', 'eng', 'Case Logic'), 'camera case | mark');
  assert.equal(phraseIn('Canon - macro lens', 'eng', 'Canon'), 'macro len | mark');
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
  assert.deepEqual(places('Camera clip-on lamp'), ['camera: before a noun', 'lamp: last']);
  assert.deepEqual(
    places('256 GB SSD tower black PC', ['tower', 'black'])[0],
    'ssd: open',
    'own values with more behind them',
  );
});
