import { saysAvailability } from '../availability.ts';
import type { Attribute } from '../types.ts';
import { type ColumnName, nameFit, OTHER_LINK, OTHER_PICTURE, type Role } from './role-names.ts';

/** The features of a column from which roles are recognised: its name, and the form of its values. */
export interface ColumnProfile extends ColumnName {
  readonly attribute: Attribute;
  /** Products that have a value. */
  readonly recorded: number;
  readonly distinct: number;
  /** The share of sampled values that are links, and that are links of pictures. */
  readonly links: number;
  readonly pictures: number;
  readonly meanWords: number;
}

/**
 * How well a column fits a role, in comparison with the others; 0 where it does not. The ranks are set by hand.
 */
export type RoleFit = (column: ColumnProfile) => number;

const isWords = ({ attribute: { kind } }: ColumnProfile) =>
  kind === 'category' || kind === 'list' || kind === 'constant';

/** Variants that share a link, on average; set by hand. */
const MOST_VARIANTS = 20;

/** Values of a column that are looked at; set by hand. */
const MAX_NAMES = 200;
/** A share of them from which on they are names; set by hand: among models are "3310" and "XR". */
const MIN_NAMES = 0.6;

/** A word that stands alone among a value's: "Galaxy" of "Galaxy S21", none of "ABF-13". Capitals tell nothing. */
const WORD = /(?<!\S)\p{L}{3,}(?!\S)/u;

/** Whether values are names that people say, and no codes: most have a word. */
export function areNames({ values }: Pick<Attribute, 'values'>): boolean {
  const looked = values.slice(0, MAX_NAMES);
  const named = looked.filter(({ label }) => WORD.test(label));
  return looked.length > 0 && named.length >= MIN_NAMES * looked.length;
}

const areNumbers = ({ attribute: { values } }: ColumnProfile): boolean =>
  values.slice(0, 20).every(({ label }) => /^\d+$/.test(label));

/**
 * How well a column fits each role, by its name and its contents. A new role is an entry here and in `role-names.ts`,
 * with its names in the language packs.
 */
export const COLUMN_ROLES: Readonly<Record<Role, RoleFit>> = {
  title: (column) => {
    const { concepts, attribute, links, meanWords } = column;
    if (links > 0.2 || attribute.kind === 'number' || attribute.kind === 'date') return 0;
    const fit = nameFit('title', column);
    if (fit > 0) return fit;
    if (attribute.kind !== 'identifier' || concepts.has('identifier')) return 0;
    // A model is named "Galaxy Tab S6", an article number is not.
    if (concepts.has('reference')) return areNames(attribute) ? 1 / 2 : 0;
    return meanWords >= 1.8 ? 1 : areNames(attribute) ? 1 / 2 : 0;
  },
  category: (column) => {
    if (!isWords(column) || column.attribute.notQuestion === 'operational') return 0;
    // A category groups products: there are fewer categories than half of the products.
    if (column.distinct > column.recorded / 2 && column.recorded > 4) return 0;
    const fit = nameFit('category', column);
    // One value for all products groups none, and a taxonomy's number names nothing: others go before.
    if (fit > 0 && (column.distinct === 1 || areNumbers(column))) return fit / 8;
    return fit;
  },
  brand: (column) =>
    isWords(column) || column.attribute.kind === 'identifier' ? nameFit('brand', column) : 0,
  price: (column) =>
    column.attribute.values.some(({ number }) => number !== undefined) ? nameFit('price', column) : 0,
  salePrice: (column) =>
    column.attribute.values.some(({ number }) => number !== undefined) ? nameFit('salePrice', column) : 0,
  image: (column) => {
    const { concepts, words, links, pictures } = column;
    if (pictures < 0.5 && !(concepts.has('image') && links > 0.5)) return 0;
    return nameFit('image', column) || (OTHER_PICTURE.test(words) ? 0 : 1);
  },
  url: (column) => {
    const { concepts, links, pictures } = column;
    if (links < 0.5 || pictures >= 0.5 || concepts.has('image')) return 0;
    // Variants share the link of their product; what dozens share is the shop's.
    if (column.distinct * MOST_VARIANTS < column.recorded) return 0;
    if (OTHER_LINK.test(column.words)) return 0;
    return nameFit('url', column) || 1;
  },
  availability: (column) => {
    const { attribute } = column;
    if (attribute.kind === 'date' || attribute.kind === 'text') return 0;
    // "LEGO exclusive" states where a product is sold, not whether it is available.
    const isWord =
      attribute.kind === 'category' || attribute.kind === 'list' || attribute.kind === 'identifier';
    if (isWord && !attribute.values.some(({ label }) => saysAvailability(label))) return 0;
    return nameFit('availability', column);
  },
};
