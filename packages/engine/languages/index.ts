import * as lists from 'stopword';
import type { LanguagePack, WordForms } from './language-pack.ts';
import ara from './packs/ara.json' with { type: 'json' };
import dan from './packs/dan.json' with { type: 'json' };
import deu from './packs/deu.json' with { type: 'json' };
import eng from './packs/eng.json' with { type: 'json' };
import fin from './packs/fin.json' with { type: 'json' };
import fra from './packs/fra.json' with { type: 'json' };
import heb from './packs/heb.json' with { type: 'json' };
import hin from './packs/hin.json' with { type: 'json' };
import ita from './packs/ita.json' with { type: 'json' };
import jpn from './packs/jpn.json' with { type: 'json' };
import kor from './packs/kor.json' with { type: 'json' };
import nld from './packs/nld.json' with { type: 'json' };
import nob from './packs/nob.json' with { type: 'json' };
import pol from './packs/pol.json' with { type: 'json' };
import por from './packs/por.json' with { type: 'json' };
import rus from './packs/rus.json' with { type: 'json' };
import spa from './packs/spa.json' with { type: 'json' };
import swe from './packs/swe.json' with { type: 'json' };
import tha from './packs/tha.json' with { type: 'json' };
import tur from './packs/tur.json' with { type: 'json' };
import zho from './packs/zho.json' with { type: 'json' };
import { STEMMERS } from './stemmers.ts';

/** English: the language of a text or a shop whose language is not recognised. */
export const DEFAULT_LANGUAGE = 'eng';

/** The words of each language, as its file has them (see `packs/language-pack.schema.json`). */
type PackData = Omit<LanguagePack, 'code'>;
const PACKS: Readonly<Record<string, PackData>> = {
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
};

const LISTS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(lists));
/** The languages of which the lists of `stopword` are stop words. */
const WITH_STOP_WORDS = 'dan deu eng fra heb hin ita nld nob pol por rus spa swe tur'.split(' ');
/** In Japanese and Thai they are particles; Finnish ones that are also English would count for both languages. */
const STOP_WORDS: Readonly<Record<string, Pick<WordForms, 'stopWords' | 'particles'>>> = {
  ...Object.fromEntries(WITH_STOP_WORDS.map((code) => [code, { stopWords: LISTS.get(code) ?? [] }])),
  fin: { stopWords: lists.fin.filter((word) => !lists.eng.includes(word)) },
  jpn: { particles: lists.jpn },
  tha: { particles: lists.tha },
};

/**
 * The languages that the engine reads. A new language is a file of words and an entry above: every table of words is built from
 * this list when its module is loaded.
 */
export const LANGUAGES: readonly LanguagePack[] = Object.entries(PACKS).map(([code, pack]) => ({
  ...pack,
  code,
  words: { ...pack.words, ...STEMMERS[code], ...STOP_WORDS[code] },
}));

/** The distinct words of all languages. */
export const wordsIn = (pick: (pack: LanguagePack) => readonly string[] | undefined): readonly string[] => [
  ...new Set(LANGUAGES.flatMap((pack) => pick(pack) ?? [])),
];

/** Phrases of all languages, and others, as alternatives of one expression. Without any phrase it matches nothing. */
export const phrasesIn = (
  pick: (pack: LanguagePack) => string | undefined,
  ...others: readonly string[]
): string => [...new Set([...others, ...LANGUAGES.flatMap((pack) => pick(pack) ?? [])])].join('|') || '(?!)';
