import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as hindi } from '@orama/stemmers/indian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { Converter } from 'opencc-js/t2cn';
import type { WordForms } from './language-pack.ts';
import { withoutIrregularPlural } from './stems/irregular-plurals.ts';
import { frenchStem, italianStem, portugueseStem, spanishStem } from './stems/romance-stems.ts';

/** "gruen" is "grün" on a keyboard without umlauts; "neue", "bequem" and the English "shoes" have no umlaut. */
const withoutDigraphs = (word: string): string =>
  word.replace(/(?<![aeiouq])([aou])e(?=[b-df-hj-np-rt-z]|s.)/g, '$1');

/** Dutch doubles a consonant before an ending, and writes s and f there as z and v ("tassen", "grijze"). */
const asAlone = (stem: string): string =>
  stem
    .replace(/(?<=.)([b-df-hj-np-tv-z])\1$/, '$1')
    .replace(/z$/, 's')
    .replace(/v$/, 'f');

/** The ending of neuter adjectives in Scandinavian languages ("rødt", "grønt", "rött"), after a single consonant too. */
const withoutNeuter = (stem: string): string =>
  stem.replace(/(?<=..[^aeiouy])t$/, '').replace(/(?<=.)(.)\1$/, '$1');

/** The consonants that alternate at the end of a Finnish stem, strong and weak: "kenkä" and "kengät", "takki" and "takit". */
const GRADES: readonly (readonly [strong: RegExp, weak: string])[] = [
  [/(?<=.{2})nk$/, 'ng'],
  [/(?<=.{2})nt$/, 'nn'],
  [/(?<=.{2})mp$/, 'mm'],
  [/(?<=.{2})([lr])t$/, '$1$1'],
  [/(?<=.{2})t$/, 'd'],
  [/(?<=.{2})p$/, 'v'],
];

/** A Finnish stem without its last vowels, which change with the ending, in the weak grade. */
function weakened(stem: string): string {
  const bare = stem.replace(/(?<=.{3})[aeiouy]+$/, '');
  const grade = GRADES.find(([strong]) => strong.test(bare));
  return grade === undefined ? bare : bare.replace(...(grade as [RegExp, string]));
}

/** The shortest Turkish stem; shorter ones merge different words: "çanta" is not "ça". */
const SHORTEST_TURKISH = 4;

/** The letters of Hebrew that have another form at the end of a word, and the form that they have elsewhere. */
const FINAL_FORMS: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };

/**
 * A Hebrew word without the article and the endings of number and gender: "השולחנות" and "שולחן", "מכונת" and "מכונות". No kept
 * library stems Hebrew.
 */
const hebrew = (word: string): string =>
  word
    .replace(/^ה(?=.{3})/, '')
    .replace(/(?<=.{2})(?:ים|יות|ות|ית|[הת])$/, '')
    .replace(/[ךםןףץ]/g, (letter) => FINAL_FORMS[letter]!);

/** From a letter of katakana to the same of hiragana: "リンゴ" and "りんご" are one word. */
const TO_HIRAGANA = 'あ'.charCodeAt(0) - 'ア'.charCodeAt(0);

/**
 * The stemmers by language. Those without a script stem words in Latin letters in shops of the language; the others stem their
 * script in all shops. There is none of Polish in `@orama/stemmers`.
 */
export const STEMMERS: Readonly<Record<string, Pick<WordForms, 'stem' | 'stemsScript'>>> = {
  ara: { stem: arabic, stemsScript: 'Arabic' },
  dan: { stem: (word) => withoutNeuter(danish(word)) },
  deu: { stem: (word) => german(withoutDigraphs(word)) },
  eng: { stem: (word) => english(withoutIrregularPlural(word)) },
  fin: { stem: (word) => weakened(finnish(word)) },
  fra: { stem: frenchStem },
  heb: { stem: hebrew, stemsScript: 'Hebrew' },
  hin: { stem: hindi, stemsScript: 'Devanagari' },
  ita: { stem: italianStem },
  jpn: {
    stem: (word) =>
      word.replace(/[ァ-ヶ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + TO_HIRAGANA)),
    stemsScript: 'Katakana',
  },
  nld: { stem: (word) => asAlone(dutch(word)) },
  nob: { stem: (word) => withoutNeuter(norwegian(word)) },
  por: { stem: portugueseStem },
  rus: { stem: russian, stemsScript: 'Cyrillic' },
  spa: { stem: spanishStem },
  swe: { stem: (word) => withoutNeuter(swedish(word)) },
  tur: {
    stem(word) {
      const stem = turkish(word);
      return stem.length < SHORTEST_TURKISH ? word : stem;
    },
  },
  // Simplified signs for traditional ones: shops and shoppers write either.
  zho: { stem: Converter({ from: 't', to: 'cn' }), stemsScript: 'Han' },
};
