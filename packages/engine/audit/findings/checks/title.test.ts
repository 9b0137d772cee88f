import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueOf } from '../../exports.fixture.ts';
import { isInCapitals, MAX_TITLE, titleFaults, writesInCapitals } from './title.ts';

test('a title of 150 characters is taken, one of 151 is not, whatever a character is', () => {
  for (const letter of ['a', 'ä', '鞋', '𠮷']) {
    const title = `${letter.repeat(MAX_TITLE - 4)} und`;
    assert.deepEqual(titleFaults(title), [], letter);
    assert.deepEqual(titleFaults(`${title}s`), ['title-too-long'], letter);
  }
});

test('capitals are a fault where all words have them, and no brand, model or unit is', () => {
  for (const title of [
    'SOFT WINTER JACKET BLACK',
    'CHÂTEAU MARGAUX GRAND VIEUX VIN 750 ml',
    'ЗИМНЯЯ МУЖСКАЯ ТЁПЛАЯ КУРТКА',
  ])
    assert.ok(isInCapitals(title), title);
  for (const title of [
    'IKEA KALLAX',
    'EVGA BLACK GAMING',
    'GAMDIAS TALOS E3 MESH ELITE',
    'NIKE Air Max',
    'LEGO TECHNIC Bugatti CHIRON',
    'DDR4-3200 CL16 16GB',
    '冬のジャケット',
    'SCHUHE für HERREN und DAMEN',
  ])
    assert.ok(!isInCapitals(title), title);
});

test('what advertises is a fault in any language, and a word that only looks alike is none', () => {
  for (const title of [
    'Boots – FREE SHIPPING',
    'Boots, 20% off',
    'Stiefel versandkostenfrei',
    'Bottes, livraison gratuite',
    'Botas con envío gratis',
    '冬靴 送料無料',
    'Bot ücretsiz kargo',
  ])
    assert.ok(titleFaults(title).includes('title-has-promotion'), title);
  for (const title of [
    'Free-standing bath',
    'Sugar free sweets',
    'Offset print, 20 % gloss',
    'Price sticker gun',
    'Gift sale sign',
  ])
    assert.ok(!titleFaults(title).includes('title-has-promotion'), title);
});

test('markup and references are faults, and signs that are none are not', () => {
  for (const title of ['Salt &amp; pepper', 'Caf&eacute;', 'Size <b>L</b>', 'Line<br/>break', '&#39;Tis'])
    assert.ok(titleFaults(title).includes('title-has-markup'), title);
  for (const title of ['Salt & pepper', 'Sizes <M', 'R&D; notebook', 'H&M', '3 < 5 > 2'])
    assert.ok(!titleFaults(title).includes('title-has-markup'), title);
});

test('a title in capitals among more than a thousand others is a name', () => {
  const titles = (others: number) => {
    const rows = Array.from({ length: others }, (_, at) => [`p${at}`, `Boot ${at} of leather`]);
    const { attributes } = catalogueOf({
      names: ['id', 'title'],
      rows: [...rows, ['x', 'MESH CORE EDITION WHITE']],
    });
    return writesInCapitals(attributes[0]);
  };
  assert.equal(titles(998), true);
  assert.equal(titles(999), false);
});
