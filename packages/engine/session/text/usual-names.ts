import { NAMED_VALUES } from '../../catalogue/values/value-names.ts';
import type { Language } from '../../languages/language-pack.ts';
import { intentWordsOf } from '../../languages/words/intents.ts';
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
  readonly values: readonly (readonly Name[])[];
  /** The stems of each name, joined by spaces. */
  readonly phrases: ReadonlySet<string>;
}

const namesByLanguage = new Map<Language, Names>();

function namesIn(shop: ShopLanguage): Names {
  let names = namesByLanguage.get(shop.language);
  if (names === undefined) {
    const read = (texts: readonly string[]): Name[] =>
      texts.map((text) => ({ text, stems: textTerms(text, shop).map(({ stem }) => stem) }));
    const things = thesaurusOf(shop.language).map(read);
    // One letter alone may stand in a text for anything.
    const values = NAMED_VALUES.map((texts) => read(texts.filter((text) => text.length > 1)));
    const intents = read(Object.values(intentWordsOf(shop.language)).flat());
    const phrases = new Set([...things, ...values, intents].flat().map(({ stems }) => stems.join(' ')));
    names = { things, values, phrases };
    namesByLanguage.set(shop.language, names);
  }
  return names;
}

/** The things that have several names in the shop's language, each with its names. */
export const thingsIn = (shop: ShopLanguage): readonly (readonly Name[])[] => namesIn(shop).things;

/** The values that have several names, each with its names. */
export const valuesIn = (shop: ShopLanguage): readonly (readonly Name[])[] => namesIn(shop).values;

/** Whether stems, joined by spaces, are a name of something in the shop's language: it is spelt right, whatever the catalogue has. */
export const isUsualName = (stems: string, shop: ShopLanguage): boolean => namesIn(shop).phrases.has(stems);
