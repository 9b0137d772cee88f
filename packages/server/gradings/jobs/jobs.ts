import type { AnswerOf, listAffected } from '@decidable/contract/management';
import type { RepairClaim, Source } from '@decidable/engine/audit';
import type { KindChoices } from '@decidable/engine/catalogue';
import type { GivenFile, Reading } from '@decidable/exports/grading';
import type { DomainErrorData } from '../../errors.ts';
import type {
  CataloguePlan,
  ColumnChoices,
  EarlierCatalogue,
} from '../../shops/catalogues/catalogue-plan.ts';
import type { CatalogueEdits, EditedCatalogue } from '../../shops/catalogues/edit-catalogue.ts';
import type { DetailsIndex } from './details-reading.ts';

/** How an export is read and graded. */
export interface GradingSettings {
  readonly reading: Reading;
  readonly kinds: KindChoices;
  readonly source?: Source;
  readonly amortisationHorizon?: number;
  readonly applicable?: readonly string[];
  readonly emptyMeansNo?: readonly string[];
  readonly emptyMeansUnknown?: readonly string[];
}

/** What an upload turned out to be. */
export interface ExportFacts {
  readonly form: string;
  readonly products: number;
  readonly id: string;
  readonly columns: readonly string[];
}

/** A page of the products that lack an attribute, without what was filled in. */
export type AffectedPage = AnswerOf<typeof listAffected>;

export interface AffectedQuery {
  readonly offset: number;
  readonly limit: number;
  readonly search: string;
  readonly open: boolean;
}

/** Filled cells, as JSON lists. */
export type CellLists = readonly Uint8Array<ArrayBuffer>[];

/** The details of an attribute, as bytes of the kept file. */
interface OfAttribute {
  readonly products: Uint8Array<ArrayBuffer>;
  readonly attribute: Uint8Array<ArrayBuffer>;
}

/** A text in UTF-8, to be sent as it is. */
type Text = Uint8Array<ArrayBuffer>;

/**
 * The jobs on exports, each with its answer. What can be large crosses as bytes, which are sent as they are: a copy of texts
 * and lists would run in one turn of the event loop that serves.
 */
export interface Jobs {
  look: {
    readonly job: { readonly file: GivenFile; readonly id?: string };
    readonly answer: ExportFacts;
  };
  grade: {
    readonly job: {
      readonly file: GivenFile;
      readonly settings: GradingSettings;
      /** What the owner calls the shelf. */
      readonly category?: string;
    };
    readonly answer: {
      readonly result: string;
      readonly summary: string;
      /** The names of the attributes of the result. */
      readonly attributes: readonly string[];
      readonly details: Uint8Array<ArrayBuffer>;
      readonly index: DetailsIndex;
    };
  };
  compare: {
    readonly job: {
      readonly before: GivenFile;
      readonly after: GivenFile;
      readonly settings: GradingSettings;
      readonly repairs?: readonly RepairClaim[];
      readonly category?: string;
    };
    readonly answer: { readonly result: string; readonly summary: string };
  };
  affected: {
    /** `filled`: the cells of the attribute, where only products without one are asked for. */
    readonly job: OfAttribute & { readonly query: AffectedQuery; readonly filled?: CellLists };
    readonly answer: AffectedPage;
  };
  sheet: { readonly job: OfAttribute & { readonly name: string }; readonly answer: Text };
  suggestions: {
    readonly job: OfAttribute & { readonly place: number; readonly filled: CellLists };
    readonly answer: { readonly cells: CellLists; readonly count: number };
  };
  report: {
    readonly job: {
      readonly as: 'json' | 'csv' | 'html';
      readonly kind: 'audit' | 'comparison';
      readonly names: readonly string[];
      readonly result: string;
      readonly id: string;
      readonly details?: { readonly bytes: Uint8Array<ArrayBuffer>; readonly index: DetailsIndex };
    };
    readonly answer: Text;
  };
  repair: {
    readonly job: {
      readonly file: GivenFile;
      readonly settings: GradingSettings;
      readonly attributes: readonly string[];
      readonly cells: CellLists;
      readonly utf8: boolean;
    };
    readonly answer: {
      readonly repaired: Uint8Array<ArrayBuffer>;
      readonly facts: ExportFacts;
      /** Those that were written, with the products of each. */
      readonly attributes: readonly { readonly attribute: string; readonly products: number }[];
      readonly cells: number;
      readonly products: number;
      readonly said: readonly string[];
    };
  };
  /** Makes one export of several. */
  unite: {
    readonly job: { readonly name: string; readonly files: readonly GivenFile[] };
    readonly answer: { readonly facts: ExportFacts; readonly bytes: Uint8Array<ArrayBuffer> };
  };
  /** Reads a file in any form as the catalogue that it would be. */
  plan: {
    readonly job: {
      readonly file: GivenFile;
      readonly reading?: Reading;
      readonly choices?: ColumnChoices;
      readonly earlier?: EarlierCatalogue;
    };
    readonly answer: { readonly csv: Uint8Array<ArrayBuffer>; readonly plan: CataloguePlan };
  };
  /** Changes products of a catalogue. */
  edit: {
    readonly job: {
      readonly earlier: EarlierCatalogue;
      readonly edits: CatalogueEdits;
    };
    readonly answer: EditedCatalogue & { readonly plan: CataloguePlan };
  };
}

export type JobKind = keyof Jobs;

/** A job on its way to a process. */
export type SentJob = {
  [Kind in JobKind]: {
    readonly kind: Kind;
    readonly job: Jobs[Kind]['job'];
    /** Whether its progress is to be told. */
    readonly isWatched: boolean;
  };
}[JobKind];

export type JobAnswer =
  | { readonly kind: 'done'; readonly answer: unknown }
  | { readonly kind: 'refused'; readonly error: DomainErrorData }
  /** Bytes or a text could not be had. */
  | { readonly kind: 'exhausted' }
  /** A fault of ours, with its trace. */
  | { readonly kind: 'failed'; readonly error: string };

export type Progress = { readonly stage: string } | { readonly share: number };
