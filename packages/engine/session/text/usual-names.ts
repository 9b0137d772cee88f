import { NAMED_VALUES } from '../../catalogue/values/value-names.ts';
import { LANGUAGES } from '../../languages/index.ts';
import type { Language } from '../../languages/language-pack.ts';
import { intentWordsOf } from '../../languages/words/intents.ts';
import { thesaurusOf } from '../../languages/words/thesaurus.ts';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { textTerms } from './keywords.ts';
import type { ShopLanguage } from './shop-language.ts';

/** One of the names of a thing: "night table". */
export interface Name {
  readonly text: string;
  readonly stems: readonly string[];
}

interface Names {
  /** The things, and the values, that have several names, each with its names. */
  readonly things: readonly (readonly Name[])[];
  readonly values: readonly (readonly Name[])[];
  /** The names of values by their stems, joined by spaces. */
  readonly valueNames: ReadonlyMap<string, string>;
  /** The stems of each name, joined by spaces. */
  readonly phrases: ReadonlySet<string>;
}

/** What a language calls colours, materials, features and those for whom things are: words that are spelt right. */
function factsOf(language: Language): readonly string[] {
  const {
    colour,
    material,
    audience,
    features = '',
  } = LANGUAGES.find(({ code }) => code === language)?.facts ?? {};
  const values = [colour, material, audience].map((words) => words?.values ?? '');
  return [...values, features].flatMap((list) => list.split(/, |\|/)).filter((name) => name !== '');
}

const namesByLanguage = new Map<Language, Names>();

/** Reads the names of a shop's language in steps, once a language. */
export function* readUsualNames(shop: ShopLanguage): Generator<void, Names> {
  const known = namesByLanguage.get(shop.language);
  if (known !== undefined) return known;
  function* read(texts: readonly string[]): Generator<void, Name[]> {
    yield;
    return texts.map((text) => ({ text, stems: textTerms(text, shop).map(({ stem }) => stem) }));
  }
  const things: Name[][] = [];
  for (const texts of thesaurusOf(shop.language)) things.push(yield* read(texts));
  const values: Name[][] = [];
  // One letter alone may stand in a text for anything.
  for (const texts of NAMED_VALUES) values.push(yield* read(texts.filter((text) => text.length > 1)));
  const intents = yield* read(Object.values(intentWordsOf(shop.language)).flat());
  const facts = yield* read(factsOf(shop.language));
  const phrases = new Set([...things, ...values, intents, facts].flat().map(({ stems }) => stems.join(' ')));
  const valueNames = new Map(values.flat().map(({ text, stems }) => [stems.join(' '), text]));
  const names = { things, values, valueNames, phrases };
  namesByLanguage.set(shop.language, names);
  return names;
}

const namesIn = (shop: ShopLanguage): Names => runToEnd(readUsualNames(shop));

/** The name of a value that has several and is called by these stems; `undefined` for others. */
export const valueCalled = (stems: readonly string[], shop: ShopLanguage): string | undefined =>
  namesIn(shop).valueNames.get(stems.join(' '));

/** Whether stems, joined by spaces, are a name of something in the shop's language: it is spelt right, whatever the catalogue has. */
export const isUsualName = (stems: string, shop: ShopLanguage): boolean => namesIn(shop).phrases.has(stems);
