import type { AuditOptions, AuditResult, VerifyOptions, VerifyResult } from '@decidable/engine/audit';
import type { GivenFile } from '../input.ts';

/** The job of a worker thread; each thread does one. */
export type Job =
  | {
      readonly kind: 'audit';
      readonly file: GivenFile;
      readonly options: AuditOptions;
      readonly withRepairSheet: boolean;
      /** Whether the outcome has the titles of the products, which only the page shows. */
      readonly withTitles: boolean;
    }
  | {
      readonly kind: 'verify';
      readonly before: GivenFile;
      readonly after: GivenFile;
      readonly options: VerifyOptions;
      readonly withTitles: boolean;
    };

/** The titles of the products that a result lists, by their ids. */
export type TitlesById = ReadonlyMap<string, string>;

export interface AuditOutcome {
  readonly result: AuditResult;
  /** Where they were asked for. */
  readonly titles?: TitlesById;
  /** CSV, if it was asked for. */
  readonly repairSheet?: string;
}

export interface VerifyOutcome {
  readonly result: VerifyResult;
  readonly titles?: TitlesById;
}

/** Messages from the worker thread: progress, then the outcome. */
export type Message =
  /** The current stage as a clause: `reading catalogue.csv`. */
  | { readonly kind: 'stage'; readonly doing: string }
  /** Share of the stage that is done, 0 to 1; sent where it is known. */
  | { readonly kind: 'share'; readonly done: number }
  | { readonly kind: 'done'; readonly outcome: AuditOutcome | VerifyOutcome }
  /** The input cannot be read; the message is meant for its owner. */
  | { readonly kind: 'refused'; readonly message: string };
