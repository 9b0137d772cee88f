/** Kinds of evidence, in the order in which breakdowns list them. */
export const FACTORS = [
  'relevance',
  'category',
  'brand',
  'attribute',
  'price',
  'keyword',
  'persona',
  'revisit',
  'sequence',
  'co-visited',
  'catalogue',
  'context',
  'popularity',
  'prior',
] as const;

export type FactorName = (typeof FACTORS)[number];

/**
 * One entry of a `scoreBreakdown`: `contribution = weight × value`, and the contributions of an item add up to its
 * score. `signal` says what in the session or the catalogue matched, e.g. `category_view:boots`, `colour=red`.
 */
export interface Factor {
  readonly factor: FactorName;
  readonly signal: string;
  /** Share of the mixture that this evidence has in this session, 0..1. */
  readonly weight: number;
  /**
   * Probability that this evidence alone gives to the item; of a suggestion, to all its products together, times what
   * saying it narrows over the mean of what may be said, which may exceed 1.
   */
  readonly value: number;
  readonly contribution: number;
}

export type UnpersonalisedReason =
  | 'session_not_found'
  | 'no_signals'
  | 'no_matching_attributes'
  | 'all_tied'
  | 'catalogue_empty';

export interface Explanation {
  readonly personalised: boolean;
  readonly reason?: UnpersonalisedReason;
}

/** Why a session puts others before a product. */
export type Aside = 'dismissed' | 'bought' | 'removed';

export interface RankedItem {
  readonly id: string;
  /** Counted from 1. */
  readonly rank: number;
  /** Probability that the shopper goes here next; the scores of a full list add up to 1. */
  readonly score: number;
  readonly scoreBreakdown: readonly Factor[];
  /** Present, and false, for products that cannot be bought now: they come last. */
  readonly available?: false;
  /** Present where the session puts others before the product: why. */
  readonly aside?: Aside;
}

export interface Ranking {
  readonly items: readonly RankedItem[];
  /** Number of candidates, of which `items` are the first. */
  readonly total: number;
  readonly explanation: Explanation;
}

/**
 * Which column plays which part, by column name. Columns without a part are attributes; `null` says that no column
 * plays it.
 */
export interface Roles {
  readonly title?: string | null | undefined;
  readonly category?: string | null | undefined;
  readonly brand?: string | null | undefined;
  readonly price?: string | null | undefined;
  readonly image?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly availability?: string | null | undefined;
}

/** A value of a product that a caller sends along. */
export type InlineValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly (string | number | boolean)[];

/** A product that a caller sends along: its id, and attributes that win over those of the catalogue. */
export interface InlineProduct {
  readonly id: string;
  readonly attributes?: Readonly<Record<string, InlineValue>> | undefined;
  /** The caller's own score, for `rerank`. */
  readonly score?: number | undefined;
}
