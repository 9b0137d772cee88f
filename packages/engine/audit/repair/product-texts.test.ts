import assert from 'node:assert/strict';
import test from 'node:test';
import { catalogueOf } from '../exports.fixture.ts';
import { productTexts } from './product-texts.ts';

const COLOURS = ['red', 'green', 'blue'];
const catalogue = catalogueOf({
  names: ['id', 'title', 'colour', 'summary', 'description'],
  rows: Array.from({ length: 30 }, (_, n) => [
    `p${n}`,
    `Linen shirt number ${n}`,
    COLOURS[n % 3],
    n === 1 ? '' : `A light shirt for hot days ${n}`,
    n === 1
      ? ''
      : `<p>A light shirt for hot days ${n}.<br>Woven of <b>linen</b> &amp; hemp, with buttons of horn and a collar that stands without starch.</p>`,
  ]),
});

test('what is said of a product is its descriptions, without markup, each text once', () => {
  const text = productTexts(catalogue);
  assert.equal(
    text(0, 400),
    'A light shirt for hot days 0. Woven of linen & hemp, with buttons of horn and a collar that stands without starch.',
  );
  assert.equal(text(1, 400), '');
});

test('it is cut at the most characters, and no longer with the mark that says so', () => {
  const text = productTexts(catalogue);
  const whole = text(0, 400).length;
  assert.equal(text(0, whole).length, whole);
  const cut = text(0, whole - 1);
  assert.ok(cut.length <= whole - 1 && cut.endsWith('\u2026'), cut);
});
