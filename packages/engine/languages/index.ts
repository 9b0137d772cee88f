import type { LanguagePack } from './language-pack.ts';

import { dan } from './latin-script/dan.ts';
import { deu } from './latin-script/deu.ts';
import { eng } from './latin-script/eng.ts';
import { fin } from './latin-script/fin.ts';
import { fra } from './latin-script/fra.ts';
import { ita } from './latin-script/ita.ts';
import { nld } from './latin-script/nld.ts';
import { nob } from './latin-script/nob.ts';
import { pol } from './latin-script/pol.ts';
import { por } from './latin-script/por.ts';
import { spa } from './latin-script/spa.ts';
import { swe } from './latin-script/swe.ts';
import { tur } from './latin-script/tur.ts';
import { ara } from './other-scripts/ara.ts';
import { heb } from './other-scripts/heb.ts';
import { hin } from './other-scripts/hin.ts';
import { jpn } from './other-scripts/jpn.ts';
import { kor } from './other-scripts/kor.ts';
import { rus } from './other-scripts/rus.ts';
import { tha } from './other-scripts/tha.ts';
import { zho } from './other-scripts/zho.ts';

/** English: the language of a text or a shop whose language is not recognised. */
export const DEFAULT_LANGUAGE = eng.code;

/**
 * The languages that the engine reads. A new language is a pack and an entry here: every table of words is built from
 * this list when its module is loaded.
 */
export const LANGUAGES: readonly LanguagePack[] = [
  eng,
  ara,
  dan,
  deu,
  fin,
  fra,
  heb,
  hin,
  ita,
  jpn,
  kor,
  nld,
  nob,
  pol,
  por,
  rus,
  spa,
  swe,
  tha,
  tur,
  zho,
];

/** The distinct words of all languages. */
export const wordsIn = (pick: (pack: LanguagePack) => readonly string[] | undefined): readonly string[] => [
  ...new Set(LANGUAGES.flatMap((pack) => pick(pack) ?? [])),
];

/** Phrases of all languages, and others, as alternatives of one expression. Without any phrase it matches nothing. */
export const phrasesIn = (
  pick: (pack: LanguagePack) => string | undefined,
  ...others: readonly string[]
): string => [...new Set([...others, ...LANGUAGES.flatMap((pack) => pick(pack) ?? [])])].join('|') || '(?!)';
