/** Plurals that the stemmer does not bring to the stem of their singular. Applied to folded words. */
const PLURALS: readonly (readonly [plural: RegExp, singular: string])[] = [
  // Shelving is what shelves are, and shares a stem with neither else.
  [/(?<=shel)v(?:es|ing)$/, 'f'],
  [/(?<=kni|^wi|^mid-?wi)ves$/, 'fe'],
  [/(?<=scar|loa|wol|hoo|thie|^lea|^hal|^cal|^el)ves$/, 'f'],
  [/^([tpdl]ie)s$/, '$1'],
  [/(?<=^gas|lens|^iris|bus|canvas|atlas|cactus|virus|bonus|stylus)es$/, ''],
  [/(?<=^|dor|tit)mice$/, 'mouse'],
  [/^feet$/, 'foot'],
  [/^teeth$/, 'tooth'],
  [/^geese$/, 'goose'],
  [/^cacti$/, 'cactus'],
  // Shops leave the apostrophe out: "womens boots".
  [/^women(?=s?$)/, 'woman'],
  [/^children(?=s?$)/, 'child'],
  [/(?<=^snow|^fire|^police|^fisher)men$/, 'man'],
];
/** The ends of all these, which most words lack. */
const MAY_BE_IRREGULAR = /(?:ves|ving|ies|ses|ice|eet|eeth|eese|cti|mens?|rens?)$/;

/** A folded English word with its irregular plural as the singular: "knives" is "knife". */
export const withoutIrregularPlural = (word: string): string =>
  MAY_BE_IRREGULAR.test(word)
    ? PLURALS.reduce((spelt, [plural, singular]) => spelt.replace(plural, singular), word)
    : word;
