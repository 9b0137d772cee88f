import { areRowKinds } from '../../catalogue/columns/askability.ts';
import { headerWords } from '../../catalogue/columns/header-names.ts';
import {
  type ColumnName,
  columnName,
  isReducedName,
  isStruckOutName,
} from '../../catalogue/columns/role-names.ts';
import { recogniseRoles } from '../../catalogue/columns/role-recognition.ts';
import { COLUMN_ROLES, type RoleFit } from '../../catalogue/columns/roles.ts';
import type { Attribute, Catalogue } from '../../catalogue/types.ts';
import { phrasesIn } from '../../languages/index.ts';
import { areTradeNumbers } from './checks/gtin.ts';

/** Names of columns of trade item numbers. */
const TRADE_NUMBER = new RegExp(`\\b(?:${phrasesIn(({ headers }) => headers?.tradeNumber)})(?!\\p{L})`, 'u');

const DESCRIPTION = new RegExp(
  `(?<!\\p{L})(?:${phrasesIn(({ headers }) => headers?.text?.usual)})(?!\\p{L})`,
  'u',
);

export const isTradeNumberName = ({ words }: ColumnName): boolean => TRADE_NUMBER.test(words);

/** Names that only feeds for marketplaces have; two of them make one. */
const NAMES_OF_FEEDS: ReadonlySet<string> = new Set([
  'image link',
  'additional image link',
  'google product category',
  'fb product category',
  'item group id',
  'identifier exists',
  'sale price effective date',
  'shipping label',
  'age group',
  'quantity to sell on facebook',
]);
const MIN_NAMES_OF_FEEDS = 2;

const isMoneyPaid: RoleFit = (column) =>
  isStruckOutName(column.attribute.name) ? 0 : COLUMN_ROLES.price(column);

/** How well a column fits what marketplaces ask of a product. A name is needed: what a column looks like is no promise. */
const MARKETPLACE_ROLES = {
  gtin: (column) => (isTradeNumberName(column) && areTradeNumbers(column.attribute) ? 1 : 0),
  group: ({ words }) => (/^(?:item|product|variant) group(?: id)?$|^group id$/.test(words) ? 1 : 0),
  title: (column) =>
    column.concepts.has('title') && !column.concepts.has('image') ? COLUMN_ROLES.title(column) : 0,
  description: ({ words, concepts, attribute: { notQuestion } }) => {
    if (notQuestion !== 'text' && notQuestion !== 'identifier') return 0;
    if (!DESCRIPTION.test(words) || concepts.has('image') || concepts.has('title')) return 0;
    return /\b(?:short|meta|seo)\b/.test(words) ? 1 : 2;
  },
  salePrice: (column) => (isReducedName(column.attribute.name) ? 0 : COLUMN_ROLES.salePrice(column)),
  price: isMoneyPaid,
  fullPrice: (column) =>
    isStruckOutName(column.attribute.name) &&
    column.attribute.values.some(({ number }) => number !== undefined)
      ? 1
      : 0,
  image: (column) => (column.concepts.has('image') ? COLUMN_ROLES.image(column) : 0),
  link: (column) => (column.concepts.has('link') ? COLUMN_ROLES.url(column) : 0),
  brand: (column) => (column.concepts.has('brand') ? COLUMN_ROLES.brand(column) : 0),
  availability: ({ words }) => (words === 'availability' ? 1 : 0),
} satisfies Readonly<Record<string, RoleFit>>;

export type MarketplaceRole = keyof typeof MARKETPLACE_ROLES;

/** The columns of an export that marketplaces ask for, and its products in the order in which they are named. */
export interface MarketplaceTable {
  readonly ids: readonly string[];
  readonly idColumn: string | undefined;
  readonly attributes: readonly Attribute[];
  readonly columns: Readonly<Partial<Record<MarketplaceRole, Attribute>>>;
  /** Whether the export is written for a marketplace: it lacks what it has no column for. */
  readonly isFeed: boolean;
  /**
   * Per product 1 where it has all by itself: no parent of variants, which are sold in its place, and no variant, which has
   * its texts and images from its parent. Undefined where all are so.
   */
  readonly isSelfContained?: Uint8Array;
}

export function marketplaceTable(catalogue: Catalogue): MarketplaceTable {
  const { ids, idColumn, attributes } = catalogue;
  const roles = recogniseRoles(catalogue, {}, MARKETPLACE_ROLES);
  const columns: Partial<Record<MarketplaceRole, Attribute>> = {};
  for (const role of Object.keys(MARKETPLACE_ROLES) as MarketplaceRole[]) {
    const column = attributes.find(({ name }) => name === roles[role]);
    if (column !== undefined) columns[role] = column;
  }
  const names = new Set(attributes.map(({ name }) => headerWords(name).replace(/^g /, '')));
  const isSelfContained = selfContained(catalogue);
  return {
    ids,
    idColumn:
      idColumn !== undefined && columnName(idColumn).concepts.has('identifier') ? idColumn : undefined,
    attributes,
    columns,
    isFeed: NAMES_OF_FEEDS.intersection(names).size >= MIN_NAMES_OF_FEEDS,
    ...(isSelfContained === undefined ? {} : { isSelfContained }),
  };
}

/** Kinds of rows that shop systems write for what has variants or is sold in parts, and for variants. */
const DEPENDENT = /^(?:variable|variation|configurable|grouped|bundle)\b/i;

function selfContained({ attributes, ids }: Catalogue): Uint8Array | undefined {
  const kinds = attributes.find(
    ({ notQuestion, values }) =>
      notQuestion === 'operational' && values.length > 1 && areRowKinds(values.map(({ label }) => label)),
  );
  if (kinds === undefined) return undefined;
  const depends = kinds.cells.map((cell) => cell.some((value) => DEPENDENT.test(kinds.values[value].label)));
  return Uint8Array.from(ids, (_, product) => (depends[kinds.cell[product]] ? 0 : 1));
}
