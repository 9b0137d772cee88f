import type { Language } from '../../languages/language-pack.ts';
import { thesaurusOf } from '../../languages/words/thesaurus.ts';
import { textTerms } from './keywords.ts';
import type { ShopLanguage } from './shop-language.ts';

/** One of the names of a thing: "night table". */
export interface Name {
  readonly text: string;
  readonly stems: readonly string[];
}

interface Names {
  readonly things: readonly (readonly Name[])[];
  /** The stems of each name, joined by spaces. */
  readonly phrases: ReadonlySet<string>;
}

const namesByLanguage = new Map<Language, Names>();

function namesIn(shop: ShopLanguage): Names {
  let names = namesByLanguage.get(shop.language);
  if (names === undefined) {
    const things = thesaurusOf(shop.language).map((thing) =>
      thing.map((text) => ({ text, stems: textTerms(text, shop).map(({ stem }) => stem) })),
    );
    names = { things, phrases: new Set(things.flat().map(({ stems }) => stems.join(' '))) };
    namesByLanguage.set(shop.language, names);
  }
  return names;
}

/** The things that have several names in the shop's language, each with its names. */
export const thingsIn = (shop: ShopLanguage): readonly (readonly Name[])[] => namesIn(shop).things;

/** Whether stems, joined by spaces, are a name of something in the shop's language: it is spelt right, whatever the catalogue has. */
export const isUsualName = (stems: string, shop: ShopLanguage): boolean => namesIn(shop).phrases.has(stems);
