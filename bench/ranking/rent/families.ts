/** What is written otherwise in one file so that a rule does nothing. */
export interface Edit {
  /** Below `packages`. */
  readonly file: string;
  /** Stands there once. */
  readonly from: string;
  readonly to: string;
}

/** The edits that leave out a family of rules, by its name. */
export type Families = Readonly<Record<string, readonly Edit[]>>;

const RANKING = 'engine/ranking';
const MATCHES = `${RANKING}/matches`;
const WORDS = `${RANKING}/query/words`;
const TITLES = `${RANKING}/indexing/titles`;
const TEXT = 'engine/session/text';

const edit = (file: string, from: string, to: string): Edit => ({ file: `${file}.ts`, from, to });
/** A constant with another value. */
const set = (file: string, name: string, from: string, to: string): Edit =>
  edit(file, `const ${name} = ${from};`, `const ${name} = ${to};`);
/** A feature without a weight. */
const weightless = (name: string, weight: string): Edit =>
  edit(`${MATCHES}/weights`, `  ${name}: ${weight},`, `  ${name}: 0,`);

/** The families of rules of searches. */
export const FAMILIES: Families = {
  'fields: a title counts more': [set(`${RANKING}/indexing/text-relevance`, 'TITLE_WEIGHT', '3', '1')],
  'feature: coverage': [weightless('coverage', '0.6')],
  'feature: lacks the kind': [weightless('lacksKind', 'Math.log(0.2)')],
  'feature: is the thing, is of the kind': [
    weightless('isThing', 'Math.log(1.2)'),
    weightless('isOfKind', 'Math.log(1.1)'),
  ],
  'stop words of titles': [set(`${MATCHES}/text-matches`, 'OF_STOP_WORD', '1.2', '0')],
  'few matches lead': [
    edit(`${MATCHES}/leading-matches`, 'if (highest === 0 || extent <= 0) return;', 'return;'),
  ],
  'quantities: usual measures': [
    edit(`${TEXT}/amounts/measure-words`, 'if (!/\\d/.test(folded)) return', 'return'),
  ],
  'values: named by chance': [
    edit(
      `${RANKING}/query/disambiguation`,
      'const { category, brand, attribute } = interests;',
      'const { category, brand, attribute } = interests;\n  if (step >= 0) return interests;',
    ),
  ],
  'synonyms: usual ones': [
    edit(
      `${RANKING}/query/usual-synonyms`,
      'if (whole.table === undefined) return NONE;',
      'if (whole) return NONE;',
    ),
  ],
  'compounds: two words as one': [
    edit(`${WORDS}/search-terms`, 'if (!areNeighbours(words, k) || (NUMBER', 'if (k >= 0 || (NUMBER'),
  ],
  'compounds: two words as one alone': [
    edit(`${WORDS}/search-terms`, 'if (whole === undefined || !isEnd) return false;', 'return false;'),
  ],
  'compounds: one word as two': [
    edit(
      `${WORDS}/unknown-words`,
      'const compound = compoundOf(word, terms);',
      'const compound = compoundOf({ ...word, typed: "" }, terms);',
    ),
  ],
  'compounds: closed ones': [
    edit(`${TEXT}/shop-language`, 'OPAQUE_COMPOUNDS.get(language);', 'OPAQUE_COMPOUNDS.get("-" + language);'),
  ],
  'spelling: all': [
    edit(`${WORDS}/unknown-words`, 'const near = nearWords(', 'const near = word ? [] : nearWords('),
  ],
  'spelling: two edits': [
    edit(`${WORDS}/unknown-words`, 'lastNoun.length > 0 ? 1 : 2', 'lastNoun.length > 0 ? 1 : 1'),
  ],
  'spelling: usual names are right': [
    edit(
      `${TEXT}/usual-names`,
      'namesIn(shop).phrases.has(stems);',
      'namesIn(shop).phrases.has("-" + stems);',
    ),
  ],
  'half typed words': [
    edit(
      `${WORDS}/unknown-words`,
      'if (isKnown && (context.length',
      'if (isKnown || context || (context.length',
    ),
  ],
  'titles: measures': [
    edit(`${TITLES}/noun-phrase`, "if (/\\d/.test(word) || beginsNumber(word, next)) return 'measure';", ''),
    edit(`${TITLES}/noun-phrase`, "if (before === 'measure' &&", 'if (before === undefined &&'),
  ],
  'titles: purposes': [
    edit(`${TITLES}/title-parts`, 'if (!isFirst && saysPurpose', 'if (false && !isFirst && saysPurpose'),
  ],
  'titles: beginnings of accessories': [
    edit(
      `${TITLES}/accessories`,
      'return new Set(accessories.map(([stem]) => stem));',
      'return new Set(accessories.flatMap(() => []));',
    ),
  ],
  'titles: short texts beside bare names': [
    edit(
      `${TITLES}/naming-attribute`,
      'if (title === undefined || meanWords',
      'if (title === undefined || title || meanWords',
    ),
  ],
  'English: irregular plurals': [
    edit(
      'engine/languages/stems/irregular-plurals',
      'MAY_BE_IRREGULAR.test(word)\n',
      'word === MAY_BE_IRREGULAR.source\n',
    ),
  ],
};
