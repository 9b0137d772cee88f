/**
 * Stems of folded words of Romance languages, without endings of number and gender. They keep endings of verbs. The stemmers of
 * Snowball cut these: "cámara" became a form of "cama", "salute" of "sale", and "calçado" of "calça". Light stemmers in the sense of Savoy (2006), "Light stemming approaches for the French, Portuguese, German
 * and Hungarian languages".
 */

/** Words of so many letters or fewer are their own stems. */
const LONGEST_WHOLE = 2;

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

/** Before "es": adjectives of countries, whose masculine looks like a plural once its accent is folded ("inglés"). */
const FROM = '(?<=^(?:chin|dan|escoc|franc|holand|ingl|irland|japon|portugu))es';
/** A plural; words such as "gris" and "mes" are none. */
const PLURAL = /(?<=..[^ius]|...[iu])s$/;

/**
 * "Roja" is a form of "rojo", but "bola" is none of "bol": an "o" becomes an "a", and an "e" is cut off. What ends with "z" has a "c" in
 * the plural.
 */
export const spanishStem = replacingAll([
  [new RegExp(`${FROM}(?:es|as?)$`), 'es'],
  [/(?<=bus)es$/, ''],
  [PLURAL, ''],
  [/(?<=..[^aeiou])e$/, ''],
  [/(?<=..)o$/, 'a'],
  [/(?<=..)c$/, 'z'],
]);

/** Further plurals have lost a letter, and the accent that marked it ("botões", "lençóis", "infantis", "homens"). */
export const portugueseStem = replacingAll([
  [new RegExp(`${FROM}(?:es|as?)$`), 'es'],
  [/(?<=.)(?:[ao]es|aos)$/, 'ao'],
  [/(?<=..[aou])is$/, 'l'],
  // "Tênis" and "biquínis" have an "n".
  [/(?<=..)(?:eis|il|(?<=[^aeioun])is)$/, 'el'],
  [/(?<=..)ns$/, 'm'],
  [PLURAL, ''],
  [/(?<=[ae]u)s$/, ''],
  [/(?<=..[^aeiou])e$/, ''],
  [/(?<=..)(?<!a)o$/, 'a'],
]);

/**
 * The last vowel says number and gender. Before "e" and "i" a "c" or "g" sounds otherwise, which an "h" or "i" tells: "pesche" is
 * the plural of "pesca", and "pesci" of "pesce". Words with "ic" have either in the plural: "biologici".
 */
export const italianStem = replacingFirst([
  // Of foreign words: "leggings".
  [/(?<=..[^aeious])s$/, ''],
  [/(?<=^grec|^porc|^asparag)i$/, ''],
  [/(?<=ic)(?:h?[ei]|i?[aoei])$/, ''],
  [/(?<=[cg])h(?:i?[aeo]|i)$/, ''],
  [/(?<=[cg]|gl)(?:i[aeoi]?|e)$/, 'i'],
  [/(?<=....)i[aeoi]$/, ''],
  [/(?<=...)[aeoi]$/, ''],
]);

/**
 * The feminine ends with an "e", or two where an accent was folded ("brodée"), before which other letters stand ("blanche",
 * "longue", "neuve", "violette"). Some adjectives end with an "s" or "x" that is none of the plural.
 */
export const frenchStem = replacingAll([
  [/^frais$/, 'fraich'],
  [/(?<=..)(?<!^(?:epai|gra|gri|gro))(?<!^dou(?=x))[sx]$/, ''],
  [/(?<!e|^f)au$/, 'al'],
  [/(?<=...)e{1,2}$/, ''],
  [/^douc$/, 'doux'],
  [/(?<=..n)ch$/, 'c'],
  [/(?<=...)qu$/, 'c'],
  [/(?<=.n)gu$/, 'g'],
  [/(?<=.[iu])v$/, 'f'],
  [/(?<=...)([lnst])\1$/, '$1'],
]);
