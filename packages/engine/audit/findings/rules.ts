import data from './rules.json' with { type: 'json' };

/** How much a finding matters: a marketplace refuses the product, may refuse it or show it less, or recommends otherwise. */
export type Severity = 'error' | 'warning' | 'notice';

/** The fixed name of a rule. A released name keeps its meaning. */
export type RuleName = keyof typeof data.rules;

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
