import type { ShopLanguage } from '../session/text/shop-language.ts';

/** Factors that put products into tiers, those that decide first at the front. */
export const TIER_FACTORS = ['match', 'availability', 'aside', 'order', 'variety'] as const;

/** All factors, in the order in which breakdowns list them. */
export const FACTORS = [
  ...TIER_FACTORS,
  'relevance',
  'category',
  'brand',
  'attribute',
  'price',
  'keyword',
  'meaning',
  'persona',
  'revisit',
  'sequence',
  'co-visited',
  'catalogue',
  'context',
  'popularity',
  'prior',
  'dismissed',
  'constraint',
] as const;

/** Name of a factor; the names are part of the contract. */
export type FactorName = (typeof FACTORS)[number];

/**
 * One entry of a `scoreBreakdown`. `contribution = weight × value`; the contributions of an item add up to its score.
 * `signal` names the signal or the catalogue value that matched, such as `category_view:boots`, `search:red boots` or
 * `colour=red`.
 */
export interface Factor {
  readonly factor: FactorName;
  readonly signal: string;
  /**
   * Where the signal is a search: what of it the product has, such as `colour=red` or `price_filter:-80`;
   * for words, as they were typed, where the catalogue writes them in another way.
   */
  readonly matched?: string;
  /**
   * Weight of the evidence in the mixture for this session, 0 to 1; of `dismissed` and
   * `constraint`, −1 or more: the share that they take from what the factors before them add up to, or add to it.
   */
  readonly weight: number;
  /**
   * Probability that the evidence alone gives to the item. For a query suggestion: the probability of all its
   * products, times its selectivity relative to the mean of all suggestions, so it may exceed 1.
   */
  readonly value: number;
  readonly contribution: number;
  /**
   * Of factors that put products into tiers: how far back this one puts it, from 0. The tiers of an item add up to its own.
   * A list is in the order of these sums, lowest first, then of the scores. Comparable within one list only.
   */
  readonly tier?: number;
}

/** Why a ranking is the same as for any other session. */
export type UnpersonalisedReason =
  | 'session_not_found'
  | 'no_signals'
  | 'no_matching_attributes'
  | 'all_tied'
  | 'catalogue_empty';

/** Whether the session changed the ranking. */
export interface Explanation {
  readonly personalised: boolean;
  readonly reason?: UnpersonalisedReason;
  /** Present if the list is varied: how far, above 0 to 1. Its first products are then in tiers of their own. */
  readonly diversity?: number;
}

/** Why a session suppresses a product. */
export type SuppressionReason = 'dismissed' | 'bought' | 'removed' | 'unwanted';

/** Why a product stands back that nobody refused: it is in the cart, or the session has one of its kind. */
export type StandingBack = 'in_cart' | 'kind_bought' | 'kind_in_cart';

/** One item of a ranking. */
export interface RankedItem {
  readonly id: string;
  /** From 1. */
  readonly rank: number;
  /** Probability that the shopper goes to this product next, 0 to 1; the scores of a full list add up to 1. */
  readonly score: number;
  /** Empty where the request asks for no explanation. */
  readonly scoreBreakdown: readonly Factor[];
  /** Present, and false, for products that cannot be bought now; they come behind others that meet a search as far. */
  readonly available?: false;
  /** Present if it stands for more variants of the product, which have no place of their own: their number. */
  readonly variants?: number;
  /** Present if the session suppresses the product, or puts others before it: the reason. */
  readonly aside?: SuppressionReason | StandingBack;
}

/** A word of a search, and the word of the catalogue that it is read as. */
export interface Correction {
  readonly typed: string;
  readonly read: string;
}

/** What words of a search ask of the list, beside what products are called. */
export interface AskedOfList {
  readonly typed: string;
  /** What answers them: `price`, `reduced` (sold below its price), or a column. Absent where texts do. */
  readonly attribute?: string;
  /** Absent for a limit. */
  readonly order?: 'ascending' | 'descending';
  /** The word of the catalogue that is searched for in their place. */
  readonly read?: string;
}

/** How a search was read, for a page to say so: "Showing results for …". */
export interface QueryReading {
  readonly typed: string;
  /** The same with its corrections. */
  readonly read: string;
  /** Absent for none. */
  readonly corrected?: Correction[];
  /** Absent for none. */
  readonly asked?: AskedOfList[];
  /** The price that it says. */
  readonly price?: { readonly min?: number; readonly max?: number };
}

/** What a search is read as: all words that a text may have for it. */
export interface SearchedWords {
  /** Stems, those of corrections, completions and synonyms included. */
  readonly stems: ReadonlySet<string>;
  /** Codes by their signs, and names with marks by their keys. */
  readonly codes: readonly string[];
  readonly language: ShopLanguage['language'];
}

/** A ranking, best item first. */
export interface Ranking {
  readonly items: readonly RankedItem[];
  /** Number of places: variants of one product take one. `items` holds the first of them. */
  readonly total: number;
  /** With a search: the number of places of candidates that meet it, and of those that meet a part of it. */
  readonly matched?: number;
  readonly near?: number;
  /** With a search: how it was read. */
  readonly query?: QueryReading;
  /** With a search: what it was read as, to find where it stands in a text. */
  readonly searched?: SearchedWords;
  readonly explanation: Explanation;
}

/**
 * Role of each column, by column name. A column without a role is an attribute; `null` states that no column has the
 * role.
 */
export interface Roles {
  readonly title?: string | null | undefined;
  readonly category?: string | null | undefined;
  readonly brand?: string | null | undefined;
  readonly price?: string | null | undefined;
  /** Paid instead of the price where it is lower. */
  readonly salePrice?: string | null | undefined;
  readonly image?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly availability?: string | null | undefined;
}

/** An attribute value that a caller sends with a product. */
export type InlineValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly (string | number | boolean)[];

/** A product that a caller sends: its id, and attributes that win over those of the catalogue. */
export interface InlineProduct {
  readonly id: string;
  readonly attributes?: Readonly<Record<string, InlineValue>> | undefined;
  /** Relevance by the caller, for `rerank`; higher is better. */
  readonly score?: number | undefined;
}
