import type { Attribute } from '../types.ts';
import type { Concept } from './header-names.ts';

/** A column as roles see it: what its name says, and what its values look like. */
export interface ColumnProfile {
  readonly attribute: Attribute;
  readonly concepts: ReadonlySet<Concept>;
  /** The words of its name: see `headerWords`. */
  readonly words: string;
  /** Products that have a value. */
  readonly recorded: number;
  readonly distinct: number;
  /** Of the values looked at, the share that are links, and that are links of pictures. */
  readonly links: number;
  readonly pictures: number;
  readonly meanWords: number;
}

/**
 * How well a column fits a role, in comparison with the others; 0 where it does not. The ranks are set by hand.
 */
export type RoleFit = (column: ColumnProfile) => number;

const IN_OR_OUT =
  /\b(?:stock|available|unavailable|sold out|pre ?order|backorder|discontinued|lieferbar|verf\u00fcgbar|disponible|agotado|disponibile|op voorraad|dost\u0119pn[yae]|i lager|p\u00e5 lager|esgotado|stokta)\b|наличии|распродано|متوفر|품절|재고|在庫|切れ|[有缺无無][货貨]|售罄/i;

const isWords = ({ attribute: { kind } }: ColumnProfile) =>
  kind === 'category' || kind === 'list' || kind === 'constant';

/**
 * The roles, in the order in which their columns are chosen: a column plays one role at most. A new role is an entry
 * here, and a concept in `header-names.ts` where its name alone tells it.
 */
export const COLUMN_ROLES = {
  title: ({ concepts, words, attribute, links, meanWords }) => {
    if (links > 0.2 || attribute.kind === 'number' || attribute.kind === 'date') return 0;
    if (concepts.has('title'))
      return /\b(?:seo|original|short)\b/.test(words)
        ? 2
        : /^(?:title|titel|titre|titulo|titolo)$/.test(words)
          ? 4
          : 3;
    return attribute.kind === 'identifier' &&
      meanWords >= 1.8 &&
      !concepts.has('identifier') &&
      !concepts.has('reference')
      ? 1
      : 0;
  },
  category: (column) => {
    if (!isWords(column) || column.attribute.notQuestion === 'operational') return 0;
    // A category groups: there are fewer of them than half of the products.
    if (column.distinct > column.recorded / 2 && column.recorded > 4) return 0;
    if (column.concepts.has('category'))
      return /\b(?:categor\w*|kategorie\w*|product type)\b/.test(column.words) ? 4 : 3;
    return /\b(?:style|theme|genre|class|classification|department|group|collection)\b/.test(column.words)
      ? 1
      : 0;
  },
  brand: (column) => {
    if (!isWords(column) && column.attribute.kind !== 'identifier') return 0;
    if (!column.concepts.has('brand')) return /^company$|^firma$/.test(column.words) ? 1 : 0;
    return /\b(?:brand|marke|marque|marca|merk)\b/.test(column.words)
      ? 4
      : /\b(?:vendor|manufacturer|hersteller|fabricant|fabricante)\b/.test(column.words)
        ? 3
        : 2;
  },
  price: ({ concepts, words, attribute }) => {
    if (!concepts.has('price') || !attribute.values.some(({ number }) => number !== undefined)) return 0;
    if (/\b(?:old|compare|list|cost|per|was|before|alt|min|max|wholesale)\b/.test(words)) return 1;
    if (/\b(?:sale|special|offer)\b/.test(words)) return 2;
    return /^(?:price|regular price|variant price|preis|prix|precio|prezzo|prijs)$/.test(words) ? 4 : 3;
  },
  image: ({ concepts, words, links, pictures }) => {
    if (pictures < 0.5 && !(concepts.has('image') && links > 0.5)) return 0;
    return (concepts.has('image') ? 3 : 1) - (/\b(?:small|thumb\w*|variant|swatch)\b/.test(words) ? 1 : 0);
  },
  url: ({ concepts, links, pictures }) => {
    if (links < 0.5 || pictures >= 0.5 || concepts.has('image')) return 0;
    return concepts.has('link') ? 2 : 1;
  },
  availability: ({ concepts, words, attribute }) => {
    if (attribute.kind === 'date' || attribute.kind === 'text') return 0;
    if (/\bdate\b/.test(words)) return 0;
    // "LEGO exclusive" says where a thing is sold, not whether.
    const isWord =
      attribute.kind === 'category' || attribute.kind === 'list' || attribute.kind === 'identifier';
    if (isWord && !attribute.values.some(({ label }) => IN_OR_OUT.test(label))) return 0;
    if (concepts.has('availability')) return 3;
    if (/^(?:stock|bestand|lagerbestand|stock quantity|quantity in stock|voorraad|existencias)$/.test(words))
      return 2;
    return /\binventory (?:qty|quantity)\b/.test(words) ? 1 : 0;
  },
} satisfies Readonly<Record<string, RoleFit>>;

/** What a ranking needs to know a column as. */
export type Role = keyof typeof COLUMN_ROLES;
