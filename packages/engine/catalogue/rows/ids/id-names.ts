import { phrasesIn } from '../../../languages/index.ts';
import { conceptsOf, wordsOf } from '../../columns/header-names.ts';

const PRODUCT_ID = new RegExp(`^(?:${phrasesIn(({ headers }) => headers?.productId)})$`);

const NO_NAMES = ['price', 'money', 'measure', 'quantity', 'feedback', 'text', 'image', 'picture'] as const;

/** What has ids beside the products; their ids stand in many rows. */
const OF_OTHERS =
  /\b(?:parent|categor\w*|brand|maker|manufacturer|supplier|vendor|store|shop|website|site|view|image|media|tax|group|set|type|order|customer|user|author|country|region|city|location|warehouse|language|locale|currency|option|attribute|collection|tag|template|family|series|class|colou?r|size|material|zip|postal|area|status|state|row|line)\b/;

/** Ids of what one product has several of. */
const OF_VARIANTS = /\b(?:varia(?:n|ti)\w*|variaci\w*|varia[cç]\w*|wariant\w*)\b/;

/**
 * How well the name of a column fits the id of a product: 3 for "SKU", "item number", "Artikelnummer"; 2 for trade item
 * numbers and ids of an unknown noun ("GTIN", "wine_id"); 1 for addresses and names; 0 for all others, and for ids of
 * something else ("category id").
 */
export function idNameRank(name: string): 0 | 1 | 2 | 3 {
  const words = wordsOf(name);
  if (OF_OTHERS.test(words)) return 0;
  if (PRODUCT_ID.test(words)) return 3;
  const concepts = conceptsOf(name);
  if (concepts.has('grouping') || concepts.has('brand') || concepts.has('category')) return 0;
  if (concepts.has('identifier') || concepts.has('reference')) return 2;
  return concepts.has('title') || concepts.has('link') || concepts.has('name') ? 1 : 0;
}

/** Whether a column is called the id of something else than products, or what is none: money, measures, texts, pictures. */
export const isOfSomethingElse = (name: string): boolean => {
  if (OF_OTHERS.test(wordsOf(name))) return true;
  const concepts = conceptsOf(name);
  return SOMETHING_ELSE.some((concept) => concepts.has(concept));
};

const SOMETHING_ELSE = ['grouping', 'brand', 'category', 'fact', ...NO_NAMES] as const;

/** Whether a column is called a price, a measure, a count, a rating, a text or a picture. They may all differ, and name no product. */
export const isNoName = (name: string): boolean => {
  const concepts = conceptsOf(name);
  return NO_NAMES.some((concept) => concepts.has(concept));
};

/** Whether a column is called an id, rather than a name or a model, which products may share. */
export const isCalledId = (name: string): boolean =>
  idNameRank(name) === 3 || (idNameRank(name) === 2 && conceptsOf(name).has('identifier'));

export const isIdOfVariants = (name: string): boolean => {
  const concepts = conceptsOf(name);
  return OF_VARIANTS.test(wordsOf(name)) && (concepts.has('identifier') || concepts.has('reference'));
};

/** Whether a column that holds the ids of products is called their title: "Product name", where an export has no ids. */
export const isTitleOfProducts = (name: string): boolean =>
  idNameRank(name) === 1 && conceptsOf(name).has('title');
