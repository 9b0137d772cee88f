import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import type { Language } from './language.ts';

/** "gruen" is how "grün" is written without its key; "neue", "bequem" and the English "shoes" have no umlaut. */
const withoutDigraphs = (word: string): string =>
  word.replace(/(?<![aeiouq])([aou])e(?=[b-df-hj-np-rt-z]|s.)/g, '$1');

/** Orengo & Huyck (2001), plurals: these are told by an accent, which is folded away (botões, azuis, lençóis). */
const singular = (word: string): string =>
  word
    .replace(/ns$/, 'm')
    .replace(/[ao]es$/, 'ao')
    .replace(/(?<=.[aeou])is$/, 'l');

/**
 * Plurals in -s and -x before all else, which else stay behind i, o and u; then what stays of "-ée" once its accent is
 * folded away, and "blanche" and "longue" beside "blanc" and "long".
 */
function frenchStem(word: string): string {
  const stem = french(word.replace(/(?<=...)[sx]$/, ''));
  return stem
    .replace(/(?<=...)e$/, '')
    .replace(/(?<=...)s$/, '')
    .replace(/(?<=..n)ch$/, 'c')
    .replace(/(?<=..)gu$/, 'g');
}

/** Dutch doubles a consonant before an ending, and writes s and f there as z and v ("tassen", "grijze"). */
const asAlone = (stem: string): string =>
  stem
    .replace(/(?<=.)([b-df-hj-np-tv-z])\1$/, '$1')
    .replace(/z$/, 's')
    .replace(/v$/, 'f');

/** Of a neuter adjective of Scandinavian languages ("rødt", "grønt", "rött"); before it a consonant may be single. */
const withoutNeuter = (stem: string): string =>
  stem.replace(/(?<=..[^aeiouy])t$/, '').replace(/(?<=.)(.)\1$/, '$1');

/** Of a Turkish word less than this tells nothing: "çanta" is no "ça". */
const SHORTEST_TURKISH = 4;

function turkishStem(word: string): string {
  const stem = turkish(word);
  return stem.length < SHORTEST_TURKISH ? word : stem;
}

/** What takes the endings off words in Latin letters; where no stemmer is known, the English one does. */
const STEMMERS: Readonly<Record<Language, (word: string) => string>> = {
  eng: english,
  dan: (word) => withoutNeuter(danish(word)),
  deu: (word) => german(withoutDigraphs(word)),
  fin: finnish,
  fra: frenchStem,
  ita: italian,
  nld: (word) => asAlone(dutch(word)),
  nob: (word) => withoutNeuter(norwegian(word)),
  pol: english,
  por: (word) => portuguese(singular(word)),
  rus: english,
  spa: spanish,
  swe: (word) => withoutNeuter(swedish(word)),
  tur: turkishStem,
};

/**
 * The stem of a folded word. Words with digits are names of models and sizes and stay as they are, and words in
 * Cyrillic are Russian. A query and the products that it is held against must be stemmed alike.
 *
 * @param language that of the shop, whatever the word's own may be
 */
export function stem(word: string, language: Language = 'eng'): string {
  if (/^\p{Script=Latin}{3,}$/u.test(word)) return STEMMERS[language](word);
  return /^\p{Script=Cyrillic}{3,}$/u.test(word) ? russian(word) : word;
}
