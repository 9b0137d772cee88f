import { phrasesIn } from '../../languages/index.ts';
import { type Concept, conceptsOf, headerWords } from './header-names.ts';

/** The name of a column, or of an attribute of a product in a request. */
export interface ColumnName {
  readonly words: string;
  readonly concepts: ReadonlySet<Concept>;
}

/** @param noun the file's noun for its products, see `productNoun` */
export const columnName = (name: string, noun?: string): ColumnName => ({
  words: headerWords(name, noun),
  concepts: conceptsOf(name, noun),
});

const whole = (names: string): RegExp => new RegExp(`^(?:${names})$`);
const within = (names: string): RegExp => new RegExp(`\\b(?:${names})\\b`);
const usual = (concept: Concept): string => phrasesIn(({ headers }) => headers?.[concept]?.usual);

const USUAL_TITLE = whole(usual('title'));
const USUAL_CATEGORY = within(usual('category'));
const USUAL_BRAND = within(usual('brand'));
const MAKER = within(phrasesIn(({ headers }) => headers?.maker));
const USUAL_PRICE = whole(usual('price'));
const REDUCED = within(phrasesIn(({ headers }) => headers?.reduced));
const STOCK = whole(phrasesIn(({ headers }) => headers?.stock));

/** Pictures that are not the product's first. */
export const OTHER_PICTURE = /\b(?:small|thumb\w*|variant|swatch|additional|gallery|extra|label)\b/;

/** Links to another shop that sells a product, and to files. */
export const OTHER_LINK = /\b(?:external|affiliate|download|video|file)\b/;

/** Whether a column says that products are sold below their prices, and is no price itself: "on_sale", "discount". */
export function isReducedName(name: string): boolean {
  const { words, concepts } = columnName(name);
  return (
    REDUCED.test(words) && !concepts.has('price') && !/\b(?:date|from|to|starts?|ends?|code)\b/.test(words)
  );
}

/** Whether a column holds a price that was struck out: "compare at price". */
export function isStruckOutName(name: string): boolean {
  const { words, concepts } = columnName(name);
  return concepts.has('price') && /\b(?:old|compare|was|before|list)\b/.test(words);
}

/** How well a name fits a role, from 0, not at all, to 4. Grades order the columns of one export; set by hand. */
const NAME_FITS = {
  title({ words, concepts }) {
    if (!concepts.has('title')) return 0;
    if (/\b(?:seo|original|short)\b/.test(words)) return 2;
    return USUAL_TITLE.test(words) ? 4 : 3;
  },
  category({ words, concepts }) {
    // A number of a category stands in only where no column names it.
    if (concepts.has('category') && concepts.has('identifier')) return 2;
    if (concepts.has('category')) return USUAL_CATEGORY.test(words) ? 4 : 3;
    return /\b(?:style|theme|genre|class|classification|department|group|collection)\b/.test(words) ? 1 : 0;
  },
  brand({ words, concepts }) {
    if (!concepts.has('brand')) return /^(?:company|firma)$/.test(words) ? 1 : 0;
    if (USUAL_BRAND.test(words)) return 4;
    return MAKER.test(words) ? 3 : 2;
  },
  price({ words, concepts }) {
    if (!concepts.has('price')) return 0;
    if (/\b(?:old|compare|list|cost|per|was|before|alt|min|max|wholesale)\b/.test(words)) return 1;
    if (REDUCED.test(words)) return 2;
    return USUAL_PRICE.test(words) ? 4 : 3;
  },
  /** The price that is paid where it is lower than the price: "special_price". */
  salePrice({ words, concepts }) {
    if (!concepts.has('price') || !REDUCED.test(words)) return 0;
    return /\b(?:date|from|to|starts?|ends?|tax|percent|amount)\b/.test(words) ? 0 : 1;
  },
  image({ words, concepts }) {
    if (!concepts.has('image') || /\b(?:labels?|alt)\b/.test(words)) return 0;
    return OTHER_PICTURE.test(words) ? 2 : 3;
  },
  url: ({ words, concepts }) =>
    concepts.has('link') && !concepts.has('image') && !OTHER_LINK.test(words) ? 2 : 0,
  availability({ words, concepts }) {
    if (/\bdate\b/.test(words)) return 0;
    if (concepts.has('availability')) return 3;
    if (STOCK.test(words)) return 2;
    return /\binventory (?:qty|quantity)\b/.test(words) ? 1 : 0;
  },
} satisfies Readonly<Record<string, (name: ColumnName) => number>>;

/** The roles that ranking uses. */
export type Role = keyof typeof NAME_FITS;

/** In the order in which their columns are chosen: a column plays one role at most. */
export const ROLES = Object.keys(NAME_FITS) as readonly Role[];

export const nameFit = (role: Role, name: ColumnName): number => NAME_FITS[role](name);
