import { foldText } from '../../languages/fold-text.ts';
import type { Language } from '../../languages/language-pack.ts';
import { headerWords } from '../columns/header-names.ts';
import { measureOf } from '../numbers/units.ts';
import { SHELF_ATTRIBUTES } from './shelf-attributes.ts';

const wordsOf = (name: string): string => foldText(headerWords(name));

/** The attributes that bear a name in some language, by the words of the name; and the languages. */
const CALLED = new Map<string, string[]>();
const LANGUAGES_OF = new Map<string, Set<Language>>();
for (const { id, names } of SHELF_ATTRIBUTES) {
  for (const [language, own = []] of Object.entries(names)) {
    for (const name of own.map(wordsOf)) {
      const known = CALLED.get(name);
      if (known === undefined) CALLED.set(name, [id]);
      else if (!known.includes(id)) known.push(id);
      LANGUAGES_OF.set(name, (LANGUAGES_OF.get(name) ?? new Set()).add(language));
    }
  }
}
/** Words of the longest name. */
const LONGEST = Math.max(...[...CALLED.keys()].map((name) => name.split(' ').length));
const NONE: readonly string[] = [];

/** The words of the name of a column, without a unit behind them: "Screen size (in)". */
function nameWords(column: string): readonly string[] {
  const words = wordsOf(column).split(' ');
  while (words.length > 1 && measureOf(words.at(-1)!) !== undefined) words.pop();
  return words;
}

/** The attributes whose whole name a column bears, in any language: "socket" is that of a processor, or of a lamp. */
export const attributesCalled = (column: string): readonly string[] =>
  CALLED.get(nameWords(column).join(' ')) ?? CALLED.get(wordsOf(column)) ?? NONE;

/** Whether a column is called as some attribute is in a language. */
export const isNameIn = (column: string, language: Language): boolean =>
  LANGUAGES_OF.get(nameWords(column).join(' '))?.has(language) === true;

/** The attributes that the name of a column mentions: a "frame colour" is a colour, too. */
export function attributesMentioned(column: string): ReadonlySet<string> {
  const words = wordsOf(column).split(' ');
  const found = new Set<string>();
  for (let at = 0; at < words.length; at++) {
    let name = '';
    for (let end = at; end < Math.min(words.length, at + LONGEST); end++) {
      name = name === '' ? words[end] : `${name} ${words[end]}`;
      for (const id of CALLED.get(name) ?? NONE) found.add(id);
    }
  }
  return found;
}
