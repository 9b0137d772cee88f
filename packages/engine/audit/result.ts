import type { AttributeKind, Warning } from '../catalogue/types.ts';
import type { Finding } from './findings/finding.ts';
import type { EmptyCells } from './grade/empty/empty-cells.ts';
import type { LackingFact } from './lacking/lacking-fact.ts';
import type { KnownShelves } from './shelves/known-shelf.ts';
import type { SpellingGroup } from './spellings/spelling-group.ts';

export type Source = 'merchant' | 'extracted' | 'enriched' | 'inferred';
export type Grade = 'A' | 'B' | 'C' | 'D' | 'E';
export type Action = 'record' | 'derive' | 'ask' | 'leave';

export interface AuditOptions extends EmptyCells {
  readonly source?: Source;
  /** Number of sessions that ask for an attribute before a recorded value becomes outdated. */
  readonly amortisationHorizon?: number;
  /** Attributes that apply to every product, as declared by the owner. */
  readonly applicable?: readonly string[];
  /** What the owner calls the shelf: tells it of the products of which nothing in the export does. */
  readonly category?: string;
  /** The segments (values of a category column) to which attributes apply, as declared by the owner. */
  readonly applies?: readonly { readonly attribute: string; readonly values: readonly string[] }[];
}

/**
 * How the recorded values of an attribute are spread over the products to which it applies: `values` of words, `bins`
 * and `range` of numbers and dates.
 */
export interface Distribution {
  /** The most frequent values, at most 12. A product with several values counts for each. */
  readonly values?: readonly { readonly value: string; readonly products: number }[];
  /** At most 12, ascending; a bin holds its lower bound, the last one its upper bound, too. */
  readonly bins?: readonly { readonly from: number; readonly to: number; readonly products: number }[];
  readonly range?: { readonly min: number; readonly median: number; readonly max: number };
  /** The unit of the numbers; `year` for dates, which are counted by years. */
  readonly unit?: string;
  /** How many values are not shown, and how many products have none of those that are. */
  readonly others?: { readonly values: number; readonly products: number };
}

export interface AuditedAttribute {
  readonly attribute: string;
  readonly kind: AttributeKind;
  /**
   * Bits of decision information that recording adds to the attributes that add more, on each shelf: at most what it adds
   * alone. Those of all attributes can be had together. Null where the audit abstains.
   */
  readonly priority: number | null;
  /** Bits that recording adds for a shopper who asks about it and two others, chosen at random. Absent likewise. */
  readonly threeQuestionGain?: number;
  readonly bits: { readonly now: number; readonly complete: number; readonly recoverable: number };
  readonly narrowing: { readonly now: number; readonly complete: number };
  readonly recorded: number;
  readonly missing: number;
  readonly placeholders: number;
  readonly distinct: number;
  readonly appliesTo?: { readonly attribute: string; readonly values: readonly string[] };
  readonly notApplicable?: number;
  readonly bestSubstitute?: { readonly attribute: string; readonly overlap: number };
  /** `precision` is the share of recorded cells that are derived rightly as if they were missing. */
  readonly derivable?: { readonly products: number; readonly from: string; readonly precision?: number };
  /** Columns that hold the same fact, and the products that only they describe: not missing here. */
  readonly repeatedBy?: readonly { readonly attribute: string; readonly filled: number }[];
  /** Values that look like spellings of one, those first that cost most. Nothing is merged. */
  readonly spellings?: readonly SpellingGroup[];
  readonly affectedProducts: readonly string[];
  /** The first affected products with their titles, where the export has a column of titles. */
  readonly examples?: readonly { readonly id: string; readonly title?: string }[];
  /** Absent where nothing is recorded. */
  readonly distribution?: Distribution;
  readonly abstained?: { readonly code: string; readonly message: string };
  /** Of a fact that only ever says yes, where nobody said what its empty cells mean. */
  readonly emptyMayMeanNo?: {
    readonly says: string;
    /** If they mean no: bits of its answer once that is said, and what saying it adds to three questions. */
    readonly bits: number;
    readonly threeQuestionGain: number;
  };
  readonly breakEvenSessions?: number;
  readonly action?: Action;
}

/** What three answers leave of a shelf, in products. Of a shop with shelves, geometric means over its products. */
export interface Remaining {
  /** Products of the shelf. */
  readonly of: number;
  /** Products left after the best three answers, as the shelf stands. */
  readonly now: number;
  /** The same with every value recorded. */
  readonly complete: number;
  /** What they leave of the best recorded shelves. */
  readonly best: number;
  /** Shares of the way from `of` to `best`, in bits, 0 to 1. The grade follows `now`. */
  readonly reach: { readonly now: number; readonly complete: number };
  /** The questions asked; absent where shelves have different ones. */
  readonly asked?: { readonly now: readonly string[]; readonly complete: readonly string[] };
}

/** The answer of `/catalog/audit`, without the fields that storage adds. */
export interface AuditResult {
  readonly grade: Grade | null;
  readonly gradeReason?: { readonly code: string; readonly message: string };
  readonly action?: Action;
  readonly answerability: number | null;
  /** Absent where there is no product. */
  readonly remaining?: Remaining;
  /** The attributes of which empty cells were taken for no, as the owner said. */
  readonly emptyMeansNo?: readonly string[];
  /** Present where empty cells may mean no: the grade if they do, and the attributes. */
  readonly ifEmptyMeansNo?: {
    readonly attributes: readonly string[];
    readonly grade: Grade | null;
    readonly remaining: Remaining;
  };
  /** Present where every attribute is recorded for every product that it applies to, in an export that is graded. */
  readonly allRecorded?: true;
  readonly products: number;
  readonly shelfBits: number;
  readonly attributes: readonly AuditedAttribute[];
  readonly shelves?: {
    readonly by: string;
    readonly values: readonly {
      readonly value: string;
      readonly products: number;
      readonly grade: Grade | null;
      readonly first: readonly string[];
      readonly remaining?: Remaining;
    }[];
  };
  readonly notQuestions: readonly {
    readonly attribute: string;
    readonly reason: string;
    /** The column that it repeats. */
    readonly of?: string;
  }[];
  /** Facts that titles and descriptions say and no column holds, those first of which texts say most bits. */
  readonly lacking?: readonly LackingFact[];
  /** What marketplaces would say of single products, the gravest first. It moves neither bits nor grade. */
  readonly findings?: readonly Finding[];
  /** The shelves of the export that are recognised, with what such shelves usually have: expectations, not measured. */
  readonly knownShelves?: KnownShelves;
  readonly source: Source;
  readonly trust: number;
  readonly method: Readonly<Record<string, string | number | boolean>>;
  readonly warnings?: readonly Warning[];
}

export interface RepairClaim {
  readonly attribute: string;
  readonly method?: string;
  readonly estimatedHours?: number;
  readonly actualHours?: number;
}

export type Verdict =
  | 'not_found'
  | 'unchanged'
  | 'regressed'
  | 'empty'
  | 'doubtful'
  | 'unproven'
  | 'partial'
  | 'verified';

export type ReasonCode =
  | 'constant'
  | 'placeholders'
  | 'new_values'
  | 'independent_of_other_attributes'
  | 'copied_from_column'
  | 'values_merged'
  | 'cells_cleared'
  | 'products_dropped'
  | 'ids_changed'
  | 'unproven'
  | 'claimed_twice'
  | 'recoding'
  | 'told_by_claim';

export interface VerifyOptions extends Pick<EmptyCells, 'emptyMeansNo'> {
  readonly source?: Source;
  readonly repairs?: readonly RepairClaim[];
  readonly category?: string;
}

export interface GradedClaim extends RepairClaim {
  readonly verdict: Verdict;
  readonly bitsGained: number;
  readonly cellsFilled: number;
  readonly bitsPerHour?: number;
  /** Of the new cells; only where cells were filled or changed. */
  readonly believed?: BelievedShare;
  /** `message` is a sentence for whoever keeps the catalogue; `details` has the figures behind it, where there are any. */
  readonly reasons: readonly {
    readonly code: ReasonCode;
    readonly message: string;
    readonly details?: string;
  }[];
}

/** The share of new cells that is believed, 0 to 1. */
export interface BelievedShare {
  readonly share: number;
  /** Bounds of the share that the rest of the export tells as well as it tells recorded cells; 0 and 1 if nothing tells. */
  readonly low: number;
  readonly high: number;
}

/** The answer of `/catalog/verify`, without the fields that storage adds. */
export interface VerifyResult {
  readonly mode: 'verification' | 'monitor';
  readonly products: {
    readonly before: number;
    readonly after: number;
    readonly common: number;
    readonly added: readonly string[];
    readonly removed: readonly string[];
  };
  readonly answerability: {
    readonly before: number | null;
    readonly after: number | null;
    readonly moved: number;
  };
  readonly attributes: readonly {
    readonly attribute: string;
    /** What the later export calls it, where that is another name. */
    readonly header?: string;
    readonly status: 'improved' | 'unproven' | 'worsened' | 'unchanged' | 'added' | 'removed';
    readonly bits: {
      readonly before: number;
      readonly after: number;
      /** As the cells say, whether they are believed or not. */
      readonly moved: number;
      /**
       * What of it counts: what is believed and no change counted before it says, so that all of them can be had together.
       * Only where that is something else.
       */
      readonly believed?: number;
      /** The column that says what of it is believed and yet not counted. */
      readonly toldBy?: string;
    };
    readonly recorded: { readonly before: number; readonly after: number };
    readonly cells: {
      readonly filled: number;
      readonly cleared: number;
      readonly changed: number;
      readonly placeholders: number;
    };
    /** Some of the cells that differ: a random sample of the products, at most 10. A side without a value is absent. */
    readonly examples?: readonly {
      readonly id: string;
      readonly title?: string;
      readonly before?: string;
      readonly after?: string;
    }[];
  }[];
  readonly claims?: readonly GradedClaim[];
  readonly unclaimed?: readonly string[];
  readonly source: Source;
  readonly trust: number;
  readonly category?: string;
  readonly warnings?: readonly Warning[];
}
