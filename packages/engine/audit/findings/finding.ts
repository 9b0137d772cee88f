import type { RuleName, RulePage, Severity } from './rules.ts';

/** Products of an export that a marketplace would refuse, or show less, for one reason. */
export interface Finding {
  readonly rule: RuleName;
  readonly severity: Severity;
  /** The column that is at fault; absent where the export lacks it. */
  readonly column?: string;
  /** What is wrong with each of the products, as a sentence. */
  readonly says: string;
  /** What to do about it, as a sentence. */
  readonly fix: string;
  /** Affected products. */
  readonly products: number;
  /** Some of them, with the value that is at fault, where there is one. At most `MAX_EXAMPLES`. */
  readonly examples: readonly FindingExample[];
  /** The pages on which marketplaces say what they ask. */
  readonly pages: readonly RulePage[];
}

export interface FindingExample {
  readonly id: string;
  readonly title?: string;
  readonly value?: string;
}

/** Affected products that are named. Set by hand. */
export const MAX_EXAMPLES = 10;
