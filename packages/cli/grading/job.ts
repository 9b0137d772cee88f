import type {
  ApplyOptions,
  AuditOptions,
  AuditResult,
  RepairSheet,
  SheetOptions,
  SheetOutcome,
  VerifyOptions,
  VerifyResult,
} from '@decidable/engine/audit';
import type { KindChoices } from '@decidable/engine/catalogue';
import type { GivenExport } from '../input/given-export.ts';
import type { GivenFile } from '../input.ts';

/** How the rows of an export are read. */
export interface Reading {
  /** The column of ids; looked for when absent. */
  readonly id?: string;
  /** Columns to leave out. */
  readonly ignore?: readonly string[];
}

/** The job of a worker thread; each thread does one. */
export type Job =
  | {
      readonly kind: 'audit';
      readonly given: GivenExport;
      readonly reading: Reading;
      readonly kinds: KindChoices;
      readonly options: AuditOptions;
      /** Present where a repair sheet is asked for. */
      readonly sheet?: SheetOptions;
      /** Whether the outcome has the titles of the products, which only the page shows. */
      readonly withTitles: boolean;
    }
  | {
      readonly kind: 'verify';
      readonly before: GivenExport;
      readonly after: GivenExport;
      readonly reading: Reading;
      readonly kinds: KindChoices;
      readonly options: VerifyOptions;
      readonly withTitles: boolean;
    }
  | ApplyJob;

export interface ApplyJob {
  readonly kind: 'apply';
  readonly file: GivenFile;
  readonly sheet: GivenFile;
  readonly reading: Reading;
  readonly kinds: KindChoices;
  /** `asCsv`: write CSV, whatever the form of the export is. */
  readonly options: ApplyOptions & { readonly asCsv?: boolean };
}

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

export interface ApplyOutcome extends SheetOutcome {
  /** The repaired export. */
  readonly repaired: Uint8Array;
}

export type Outcome = AuditOutcome | VerifyOutcome | ApplyOutcome;

/** Messages from the worker thread: progress, then the outcome. */
export type Message =
  /** The current stage as a clause: `reading catalogue.csv`. */
  | { readonly kind: 'stage'; readonly doing: string }
  /** Share of the stage that is done, 0 to 1; sent where it is known. */
  | { readonly kind: 'share'; readonly done: number }
  | { readonly kind: 'done'; readonly outcome: Outcome }
  /** The input cannot be read; the message is meant for its owner. */
  | { readonly kind: 'refused'; readonly message: string };
