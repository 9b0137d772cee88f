/**
 * Stems of folded words of Romance languages, of three letters or more: without endings of number and gender. They keep endings of
 * verbs. The stemmers of Snowball cut these: "cámara" became a form of "cama", "salute" of "sale", and "calçado" of "calça". Savoy
 * (2006), "Light stemming approaches for the French, Portuguese, German and Hungarian languages", calls such stemmers light.
 */

type Endings = readonly (readonly [ending: RegExp, instead: string])[];

/** Replaces all endings in turn. */
const replacingAll =
  (endings: Endings) =>
  (word: string): string =>
    endings.reduce((stem, [ending, instead]) => stem.replace(ending, instead), word);

/** Replaces the first ending that a word has. */
const replacingFirst =
  (endings: Endings) =>
  (word: string): string => {
    const found = endings.find(([ending]) => ending.test(word));
    return found === undefined ? word : word.replace(...found);
  };

/** Before "es": adjectives of countries, whose masculine looks like a plural once its accent is folded ("inglés"). */
const FROM = '(?<=^(?:chin|dan|escoc|franc|holand|ingl|irland|japon|portugu))es';
/** The "s" of a plural. Words such as "gris" and "mes" end with one, too, and have to keep it. */
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
 * Plurals end with an "s" or "x", or with "aux" for "al" ("chevaux"); "tuyau" and other singulars become "al" with their plurals. The
 * feminine ends with an "e", or two where an accent was folded ("brodée"). Before it stand other letters than in the masculine:
 * "blanche", "publique", "longue", "neuve", "violette". Some adjectives keep an "s" or "x" that is none of the plural.
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
