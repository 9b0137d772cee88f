import { phrasesIn } from '../../languages/index.ts';
import type { Concept } from '../../languages/language-pack.ts';
import { shelfAttribute } from '../shelves/shelf-attributes.ts';

/*
 * Exports name their columns in a handful of ways and languages. A name is evidence in addition to the contents, and
 * the only evidence where contents cannot tell, as for operational columns.
 */
export type { Concept };

/** Characters of a name that are read; set by hand. */
const LONGEST_NAME = 200;

/** Accents, and the marks of Arabic, Hebrew and Devanagari that distinguish no words (see `fold-text.ts`). */
const UNREAD_MARKS = /[\u0300-\u036f]|(?<=[\p{scx=Arab}\p{scx=Hebr}])\p{Mn}+|\u093c/gu;

/** What feeds write as one word: "oldprice", "saleprice". */
const GLUED = /\b(old|sale|list|base|unit|cost|special|regular|retail|market)(prices?)\b/g;

/** The words of a column name in lower case without accents: `imgSrc` and `Img_Src` are both `img src`. */
export function wordsOf(name: string): string {
  return (
    name
      .slice(0, LONGEST_NAME)
      .normalize('NFD')
      // Elsewhere (kana, Devanagari, Thai) marks distinguish sounds.
      .replace(UNREAD_MARKS, '')
      .normalize('NFC')
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{L})(\d)/gu, '$1 $2')
      .replace(/\u00df/g, 'ss')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .replace(GLUED, '$1 $2')
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
  'money',
  'feedback',
  'merchandising',
  'quantity',
  'picture',
  'name',
  'released',
  'fact',
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

/** The whole name of a fact or a measure: "colour" and "length", not "colour code". */
const NAME_OF_FACT = new RegExp(
  `^(?:${(['fact', 'measure'] as const)
    .flatMap((concept) =>
      (['words', 'whole', 'last'] as const).map((form) =>
        phrasesIn(({ headers }) => headers?.[concept]?.[form]),
      ),
    )
    .join('|')})$`,
);

/** Whether a value is itself the name of a fact, as in a column that says what variants differ by. */
export const isNameOfFact = (text: string): boolean => NAME_OF_FACT.test(wordsOf(text));

/** The attributes of shelves that most shops have as options. */
const OPTION_CONCEPTS = ['colour', 'size', 'material', 'gender'] as const;
type OptionConcept = (typeof OPTION_CONCEPTS)[number];

const OPTION_NAMES: ReadonlyMap<string, OptionConcept> = new Map(
  OPTION_CONCEPTS.flatMap((concept) =>
    Object.values(shelfAttribute(concept).names)
      .flatMap((names = []) => names)
      .map((name): [string, OptionConcept] => [wordsOf(name), concept]),
  ),
);

/**
 * What most shops have as an option, by its name in any language: a colour is `Farbe` or `couleur`.
 *
 * @param words as of {@link wordsOf}
 */
export const optionConceptOf = (words: string): OptionConcept | undefined => OPTION_NAMES.get(words);

const CONSTRAINTS = new RegExp(`^(?:${phrasesIn(({ headers }) => headers?.constraints)})$`, 'u');

/**
 * Whether a column says for what a product is made, so that others are of no use: a system of sizes, or a device that it fits.
 *
 * @param words as of {@link headerWords}
 */
export const isConstraint = (words: string): boolean => CONSTRAINTS.test(words);

/** Shopify's columns of markets: "Included / Canada", "Included / International". */
const MARKET = /^included\s*\/\s*\S/i;

/** Shopify's metafields: a label, and the namespace and the key in brackets. */
const METAFIELD = /^(.{1,120}?) \(\w+\.metafields\.([^.()]{1,100})\.([^()]{1,60})\)$/;

/** Namespaces of what shop systems show beside products, and of feeds. */
const OF_SHOP_SYSTEMS =
  /\b(?:discovery|recommendations?|google|facebook|merchant|feeds?|seo|search|filters?)\b/;

/** What the namespace of a metafield may tell: that an app, a feed or a price list wrote it. */
const OF_NAMESPACES: readonly Concept[] = ['operational', 'money', 'feedback', 'merchandising'];

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

/** The language, and the channel, in which a product information system writes a column: "name-en_US", "text.de_DE-print". */
const LOCALE = /[-_. ]\(?[a-z]{2}[-_][A-Z]{2}\)?(?:[-.]\w+)?$/;

/** The words of a column name without its locale, with the file's noun for its products replaced by "product". */
export function headerWords(name: string, noun?: string): string {
  const words = wordsOf(name.slice(0, LONGEST_NAME).replace(LOCALE, ''));
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
  const metafield = METAFIELD.exec(name);
  if (metafield === null) {
    const concepts = conceptsIn(headerWords(name, noun));
    if (MARKET.test(name)) concepts.add('operational');
    return concepts;
  }
  // "Colour (product.metafields.custom.colour_code)": the label and the key.
  const [, label, namespace, key] = metafield;
  const concepts = new Set([...conceptsOf(label, noun), ...conceptsOf(key, noun)]);
  const ofNamespace = conceptsIn(wordsOf(namespace));
  if (OF_SHOP_SYSTEMS.test(wordsOf(namespace))) concepts.add('merchandising');
  for (const concept of OF_NAMESPACES) if (ofNamespace.has(concept)) concepts.add(concept);
  return concepts;
}

/** Names of categories and brands at the end of a name: "google product category", not "category one defects". */
const GROUPING = new RegExp(
  `(?:^|\\s)(?:${phrasesIn(({ headers }) => headers?.category?.words)}|${phrasesIn(({ headers }) => headers?.brand?.words)})(?: \\d+)?$`,
);
/** Names of values: "scientific name" is one of the product's, and so is "title". */
const NAMED_VALUE =
  /\b(?:colou?r|size|material|fabric|country|region|city|family|genus|collection|series|line|pattern|finish|company|character|theme|genre|league|team|farm|grape|variety) names?$/;
/** Ratings that a maker declares: "energy rating", "IP rating". */
const DECLARED_RATING =
  /\b(?:energy|efficiency|age|ip|water|waterproof|fire|flame|power|wattage|uv|upf|spf|tog|safety|crash|content|maturity|movie|film|esrb|pegi|usk|fsk|mpaa|heat|spice|abrasion|slip|load|weight|impact|noise|temperature|voltage|current|pressure|ball|flex|warmth|hardness|r|iso) ratings?$/;

/** Names of which the concepts are known; set by hand. */
const MOST_KNOWN = 2_048;
const known = new Map<string, ReadonlySet<Concept>>();

/** The same columns are asked of again and again: by kind, by role, in pairs. */
function conceptsIn(words: string): Set<Concept> {
  let concepts = known.get(words);
  if (concepts === undefined) {
    concepts = readConcepts(words);
    if (known.size === MOST_KNOWN) known.clear();
    known.set(words, concepts);
  }
  return new Set(concepts);
}

function readConcepts(words: string): Set<Concept> {
  const concepts = new Set<Concept>();
  for (const [concept, pattern] of PATTERNS) if (pattern.test(words)) concepts.add(concept);
  // "Number of bags" is a count, "bag number" an identifier.
  if (/\b(?:number|no|nr) of\b/.test(words)) {
    concepts.delete('reference');
    concepts.add('measure');
  }
  if (GROUPING.test(words)) concepts.add('grouping');
  // "Brand name" and "colour name" are values, not names of products.
  if (concepts.has('brand') || concepts.has('category') || NAMED_VALUE.test(words)) concepts.delete('name');
  if (DECLARED_RATING.test(words)) concepts.delete('feedback');
  // A colour code or a country code is a value, not an identifier.
  if (/\b(?:colou?r|country|language|zip|postal|area|size) code$/.test(words)) concepts.delete('reference');
  return concepts;
}
