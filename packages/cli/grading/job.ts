import type { AuditResult, RepairSheet, SheetOptions, VerifyResult } from '@decidable/engine/audit';
import type {
  ApplyJob,
  ApplyOutcome,
  ComparisonJob,
  GivenFile,
  GradingJob,
} from '@decidable/exports/grading';
import type { NumberedResult } from './numbered-result.ts';

/** The job of a worker thread; each thread does one. */
export type Job =
  | (GradingJob & {
      readonly kind: 'audit';
      /** Present where a repair sheet is asked for. */
      readonly sheet?: SheetOptions;
      /** Whether the outcome has the titles of the products, which only the page shows. */
      readonly withTitles: boolean;
    })
  | (ComparisonJob & { readonly kind: 'verify'; readonly withTitles: boolean })
  | (ApplyJob & { readonly kind: 'apply'; readonly sheet: GivenFile });

/** The titles of the products that a result lists, by their ids. */
export type TitlesById = ReadonlyMap<string, string>;

export interface AuditOutcome {
  readonly result: AuditResult;
  /** Where they were asked for. */
  readonly titles?: TitlesById;
  /** If it was asked for. */
  readonly repairSheet?: RepairSheet;
}

export interface VerifyOutcome {
  readonly result: VerifyResult;
  readonly titles?: TitlesById;
}

export type Outcome = AuditOutcome | VerifyOutcome | ApplyOutcome;

/** An outcome as the worker thread tells it. */
export type Told =
  | (Omit<AuditOutcome, 'result'> & { readonly audit: NumberedResult })
  | VerifyOutcome
  | ApplyOutcome;

/** Messages from the worker thread: progress, then the outcome. */
export type Message =
  /** The current stage as a clause: `reading catalogue.csv`. */
  | { readonly kind: 'stage'; readonly doing: string }
  /** Share of the stage that is done, 0 to 1; sent where it is known. */
  | { readonly kind: 'share'; readonly done: number }
  | { readonly kind: 'done'; readonly outcome: Told }
  /** The input cannot be read; the message is meant for its owner. */
  | { readonly kind: 'refused'; readonly message: string };
