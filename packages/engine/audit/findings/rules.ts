import data from './rules.json' with { type: 'json' };

/** How much a finding matters: a marketplace refuses the product, may refuse it or show it less, or recommends otherwise. */
export type Severity = 'error' | 'warning' | 'notice';

/** The fixed names of the rules. A released name keeps its meaning. */
export const RULE_NAMES = [
  'id-too-long',
  'title-missing',
  'title-too-long',
  'title-in-capitals',
  'title-has-promotion',
  'title-has-markup',
  'title-shared',
  'variant-without-difference',
  'description-missing',
  'description-too-long',
  'description-has-markup',
  'link-missing',
  'link-not-an-address',
  'link-not-encoded',
  'image-missing',
  'image-not-an-address',
  'image-not-encoded',
  'image-format',
  'image-placeholder',
  'image-shared',
  'price-missing',
  'price-not-positive',
  'price-without-currency',
  'sale-price-not-lower',
  'availability-missing',
  'availability-unknown-word',
  'condition-unknown-word',
  'gender-unknown-word',
  'age-group-unknown-word',
  'gtin-missing',
  'gtin-format',
  'gtin-leading-zeros',
  'gtin-isbn-10',
  'gtin-isbn-9',
  'gtin-check-digit',
  'gtin-restricted-prefix',
  'gtin-coupon-prefix',
  'gtin-shared',
] as const;

export type RuleName = (typeof RULE_NAMES)[number];

/** A page on which a marketplace says what it asks. */
export interface RulePage {
  readonly marketplace: string;
  readonly address: string;
}

export interface Rule {
  readonly severity: Severity;
  /** What is wrong with a product, as a sentence. */
  readonly says: string;
  /** What to do about it, as a sentence. */
  readonly fix: string;
  readonly pages: readonly RulePage[];
}

const PAGES: Readonly<Record<string, RulePage>> = data.pages;

/** The rules by their names, in the order in which equally grave findings are told. */
export const RULES: ReadonlyMap<RuleName, Rule> = new Map(
  Object.entries(data.rules).map(([name, { severity, says, fix, pages }]) => [
    name as RuleName,
    { severity: severity as Severity, says: `${says}.`, fix, pages: pages.map((page) => PAGES[page]) },
  ]),
);

/** The rules of columns of which marketplaces take a few words only. */
export const ALLOWED_VALUES: readonly (readonly [
  RuleName,
  { readonly column: string; readonly words: readonly string[] },
])[] = Object.entries(data.rules).flatMap(([name, rule]) =>
  'words' in rule ? [[name as RuleName, { column: rule.column, words: rule.words }] as const] : [],
);
