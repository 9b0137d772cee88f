import { LANGUAGES } from '../../languages/index.ts';
import type { Language } from '../../languages/language-pack.ts';
import { textTerms } from './keywords.ts';
import type { ShopLanguage } from './shop-language.ts';

/** One of the names of a thing: "night table". */
export interface Name {
  readonly text: string;
  readonly stems: readonly string[];
}

interface Names {
  readonly things: readonly (readonly Name[])[];
  /** The stems of the names of one word. */
  readonly words: ReadonlySet<string>;
}

const namesByLanguage = new Map<Language, Names>();

function namesIn(shop: ShopLanguage): Names {
  let names = namesByLanguage.get(shop.language);
  if (names === undefined) {
    const pack = LANGUAGES.find(({ code }) => code === shop.language);
    const things = (pack?.synonyms ?? []).map((thing) =>
      thing.split('|').map((text) => ({ text, stems: textTerms(text, shop).map(({ stem }) => stem) })),
    );
    const single = things.flat().filter(({ stems }) => stems.length === 1);
    names = { things, words: new Set(single.map(({ stems }) => stems[0])) };
    namesByLanguage.set(shop.language, names);
  }
  return names;
}

/** The things that have several names in the shop's language, each with its names. */
export const thingsIn = (shop: ShopLanguage): readonly (readonly Name[])[] => namesIn(shop).things;

/** Whether a stem is a name of something in the shop's language: it is spelt right, whatever the catalogue has. */
export const isUsualName = (stem: string, shop: ShopLanguage): boolean => namesIn(shop).words.has(stem);
