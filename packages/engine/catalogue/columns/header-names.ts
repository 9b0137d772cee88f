import { phrasesIn } from '../../languages/index.ts';
import type { Concept } from '../../languages/language-pack.ts';

/*
 * Exports name their columns in a handful of ways and languages. A name is evidence in addition to the contents, and
 * the only evidence where contents cannot tell, as for operational columns.
 */
export type { Concept };

/** Characters of a name that are read; set by hand. */
const LONGEST_NAME = 200;

/** The words of a column name in lower case without accents: `imgSrc` and `Img_Src` are both `img src`. */
export function wordsOf(name: string): string {
  return (
    name
      .slice(0, LONGEST_NAME)
      .normalize('NFD')
      // The marks of kana stay: they distinguish sounds.
      .replace(/(?![\u3099\u309a])\p{M}/gu, '')
      .normalize('NFC')
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{L})(\d)/gu, '$1 $2')
      .replace(/\u00df/g, 'ss')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  );
}

const CONCEPTS = [
  'identifier',
  'reference',
  'title',
  'link',
  'image',
  'price',
  'brand',
  'category',
  'availability',
  'text',
  'list',
  'measure',
  'operational',
] as const satisfies readonly Concept[];

const QUALIFIERS = phrasesIn(({ headers }) => headers?.qualifiers);

/** An expression of the names for a concept in all languages, to be matched against {@link wordsOf} a name. */
function patternOf(concept: Concept): RegExp {
  const names = (form: 'words' | 'whole' | 'last' | 'qualified'): string =>
    phrasesIn(({ headers }) => headers?.[concept]?.[form]);
  return new RegExp(
    [
      `\\b(?:${names('words')})\\b`,
      `^(?:${names('whole')})$`,
      `\\b(?:${names('last')})$`,
      `^(?:(?:${QUALIFIERS}) )*(?:${names('qualified')})$`,
    ].join('|'),
  );
}

/** The expression of each concept. */
const PATTERNS = CONCEPTS.map((concept): readonly [Concept, RegExp] => [concept, patternOf(concept)]);

/** Shopify's columns of markets: "Included / Canada", "Included / International". */
const MARKET = /^included\s*\/\s*\S/i;

/** The one word before "id" in the name of an id column: "part" in "part_id". */
const NOUN = /^(\p{L}{3,}) (?:id|nr|no|number|code|sku|key)$/u;

/**
 * The noun that a file uses for its products, from the name of its id column: with `part_id`, the "part type" is a
 * product type and the "part name" a product name.
 *
 * @returns undefined where the id column has no noun, or that of another concept ("brand_id")
 */
export function productNoun(idColumn: string): string | undefined {
  const noun = NOUN.exec(wordsOf(idColumn))?.[1];
  return noun === undefined || conceptsOf(noun).size > 0 ? undefined : noun;
}

/** The words of a column name, with the file's noun for its products replaced by "product". */
export function headerWords(name: string, noun?: string): string {
  const words = wordsOf(name);
  if (noun === undefined || !words.includes(noun)) return words;
  return words
    .split(' ')
    .map((word) => (word === noun ? 'product' : word))
    .join(' ');
}

/**
 * The concepts that the name of a column matches.
 *
 * @param noun the file's noun for its products, see `productNoun`
 */
export function conceptsOf(name: string, noun?: string): ReadonlySet<Concept> {
  const concepts = conceptsIn(headerWords(name, noun));
  if (MARKET.test(name)) concepts.add('operational');
  return concepts;
}

function conceptsIn(words: string): Set<Concept> {
  const concepts = new Set<Concept>();
  for (const [concept, pattern] of PATTERNS) if (pattern.test(words)) concepts.add(concept);
  // "Number of bags" is a count, "bag number" an identifier.
  if (/\b(?:number|no|nr) of\b/.test(words)) {
    concepts.delete('reference');
    concepts.add('measure');
  }
  // A colour code or a country code is a value, not an identifier.
  if (/\b(?:colou?r|country|language|zip|postal|area|size) code$/.test(words)) concepts.delete('reference');
  return concepts;
}
