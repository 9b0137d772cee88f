/**
 * Stems of folded words of Romance languages: words that differ in number or gender alone have one. Endings of verbs and of
 * derived words stay, other than with the stemmers of Snowball, for which "cámara" was a form of "cama", "salute" of "sale" and
 * "calçado" of "calça". Light stemmers in the sense of Savoy (2006), "Light stemming approaches for the French, Portuguese, German
 * and Hungarian languages".
 */

/** Shorter words, and those of so many letters, are their stems: "mes". */
const LONGEST_WHOLE = 3;

type Endings = readonly (readonly [ending: RegExp, instead: string])[];

/** Replaces all endings in turn. */
const replacingAll =
  (endings: Endings) =>
  (word: string): string =>
    word.length <= LONGEST_WHOLE
      ? word
      : endings.reduce((stem, [ending, instead]) => stem.replace(ending, instead), word);

/** Replaces the first ending that a word has. */
const replacingFirst =
  (endings: Endings) =>
  (word: string): string => {
    const found = word.length <= LONGEST_WHOLE ? undefined : endings.find(([ending]) => ending.test(word));
    return found === undefined ? word : word.replace(...found);
  };

/**
 * An "a" and an "o" are one ending, other than "e" and none: "roja" is a form of "rojo", and "bola" not of "bol". What ends with
 * "z" has a "c" in the plural.
 */
export const spanishStem = replacingAll([
  [/(?<=[^ius])s$/, ''],
  [/(?<=...)esa$/, ''],
  [/(?<=..[^aeiou])e$/, ''],
  [/o$/, 'a'],
  [/c$/, 'z'],
]);

/** As in Spanish; further plurals have lost a letter, and the accent that marked it ("botões", "lençóis", "homens", "chapéus"). */
export const portugueseStem = replacingAll([
  [/(?<=.)(?:[ao]es|aos)$/, 'ao'],
  [/(?<=.[aou])is$/, 'l'],
  [/(?<=..)(?:eis|il)$/, 'el'],
  [/ns$/, 'm'],
  [/(?<=[^ius]|[ae]u)s$/, ''],
  [/(?<=..[^aeiou])e$/, ''],
  [/(?<!a)o$/, 'a'],
]);

/**
 * The last vowel says number and gender. Before "e" and "i" a "c" or "g" sounds otherwise, which an "h" or "i" tells: "pesche" is
 * the plural of "pesca", and "pesci" of "pesce". Words with "ic" have either in the plural: "biologici".
 */
export const italianStem = replacingFirst([
  // Of foreign words: "leggings".
  [/(?<=..[^aeious])s$/, ''],
  [/(?<=ic)(?:h?[ei]|i?[aoei])$/, ''],
  [/(?<=[cg])h(?:i?[aeo]|i)$/, ''],
  [/(?<=[cg]|gl)(?:i[aeoi]?|e)$/, 'i'],
  [/(?<=...)i[aeoi]$/, ''],
  [/(?<=..)[aeoi]$/, ''],
]);

/**
 * The feminine ends with an "e", or two where an accent was folded ("brodée"), before which other letters stand ("blanche",
 * "longue", "neuve").
 */
export const frenchStem = replacingAll([
  [/(?<=..)[sx]$/, ''],
  [/(?<!e)au$/, 'al'],
  [/(?<=..)e{1,2}$/, ''],
  [/(?<=...)ss?$/, ''],
  [/(?<=..n)ch$/, 'c'],
  [/(?<=.ai)ch$/, ''],
  [/(?<=..)qu$/, 'c'],
  [/(?<=..)gu$/, 'g'],
  [/(?<=.[iu])v$/, 'f'],
  [/(?<=...)([lnt])\1$/, '$1'],
]);
