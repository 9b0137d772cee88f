import type { AuditOptions, AuditResult, VerifyOptions, VerifyResult } from '@decidable/engine/audit';
import type { GivenFile } from '../input.ts';

/** What the worker thread is asked to do; one job a thread. */
export type Job =
  | {
      readonly kind: 'audit';
      readonly file: GivenFile;
      readonly options: AuditOptions;
      readonly withRepairSheet: boolean;
    }
  | {
      readonly kind: 'verify';
      readonly before: GivenFile;
      readonly after: GivenFile;
      readonly options: VerifyOptions;
    };

export interface AuditOutcome {
  readonly result: AuditResult;
  /** CSV, when it was asked for. */
  readonly repairSheet?: string;
}

export interface VerifyOutcome {
  readonly result: VerifyResult;
}

/** What the worker thread tells meanwhile and at the end. */
export type Message =
  /** What it does now, as a clause: `reading catalogue.csv`. */
  | { readonly kind: 'stage'; readonly doing: string }
  /** How much of the stage is done, 0 to 1; told where it is known. */
  | { readonly kind: 'share'; readonly done: number }
  | { readonly kind: 'done'; readonly outcome: AuditOutcome | VerifyOutcome }
  /** The input cannot be read; the message is for its owner. */
  | { readonly kind: 'refused'; readonly message: string };
