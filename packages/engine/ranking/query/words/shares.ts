/**
 * The share of its weight that a word counts when it is read as what is likely meant: what it begins, its nearest spelling, the one
 * word that it makes with its neighbour, a compound of a noun that the catalogue lacks. Set by hand; of .75 to .9 for each, figures
 * of judged searches change by .0002 (± .0002).
 */
export const LIKELY = 0.8;
/**
 * The same of what says a part of it, or may be something else: its two parts, its last noun, a compound of a noun that the
 * catalogue has, too. Set by hand; .3 for what may be something else changes nothing.
 */
export const IN_PART = 0.5;
/** Readings of one kind that a word has at most, those of the most products: each costs a look-up. Set by hand. */
export const MAX_READINGS = 20;
/** Words of a search that are read as compounds, and unknown ones that are: each passes over the vocabulary. Nobody types more. */
export const MAX_WORDS = 10;
