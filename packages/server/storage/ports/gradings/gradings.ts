import type { OrganizationId } from '../identity.ts';

/** A kept audit or verification; `result` is the JSON that was answered. */
export interface KeptGrading {
  readonly organizationId: OrganizationId;
  readonly id: string;
  readonly kind: 'audit' | 'verification' | 'monitor';
  readonly category?: string;
  /** In ms since the epoch. */
  readonly at: number;
  readonly result: string;
  /** The figures that lists show, as JSON. */
  readonly summary?: string;
  /** The kept exports that were graded, and the settings, as JSON; absent where no export was kept. */
  readonly origin?: string;
}

/** The place of a grading in the list of them. */
export type GradingPlace = Pick<KeptGrading, 'at' | 'id'>;

/** A value that was filled in on the way to a repaired export. */
export interface FilledCell {
  /** The place of the attribute in the result of the grading. */
  readonly attribute: number;
  /** The id of the product; empty for every product that has the value `current`. */
  readonly product: string;
  /** The value that is replaced; empty for a missing one. */
  readonly current: string;
  readonly value: string;
}

export interface Gradings {
  /** Newest first; at most `limit` (50 unless given). Categories are stored and compared in NFC. */
  list(
    organizationId: OrganizationId,
    filter?: { readonly category?: string; readonly limit?: number },
  ): Promise<readonly KeptGrading[]>;
  /** The same without results, those after a place of the list; `category: null` has those without one. */
  page(
    organizationId: OrganizationId,
    filter: {
      readonly category?: string | null;
      readonly kinds?: readonly KeptGrading['kind'][];
      readonly after?: GradingPlace;
      readonly limit: number;
    },
  ): Promise<readonly Omit<KeptGrading, 'result'>[]>;
  find(organizationId: OrganizationId, id: string): Promise<KeptGrading | undefined>;
  /**
   * Removes a grading and what was filled in for it.
   *
   * @returns whether there was one
   */
  remove(organizationId: OrganizationId, id: string): Promise<boolean>;
  /**
   * What was filled in for a grading, by attribute and product: lists of {@link FilledCell} as JSON, some at a time, in
   * buffers of their own. There can be hundreds of thousands, which are read on another thread.
   */
  cells(
    organizationId: OrganizationId,
    gradingId: string,
    attribute?: number,
  ): Promise<readonly Uint8Array<ArrayBuffer>[]>;
  /** The values that were filled in for some products, up to a page of them, by product. */
  valuesOf(
    organizationId: OrganizationId,
    gradingId: string,
    attribute: number,
    products: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
  /** The spellings that are to be replaced, for all products that have them. */
  replacements(
    organizationId: OrganizationId,
    gradingId: string,
  ): Promise<readonly Omit<FilledCell, 'product'>[]>;
  /** The number of filled cells of each attribute. */
  filled(
    organizationId: OrganizationId,
    gradingId: string,
  ): Promise<readonly { readonly attribute: number; readonly cells: number }[]>;
  /**
   * Fills cells in; an empty value clears one. Nothing is stored where the grading would then have more than `most`.
   *
   * @returns the number of cells that the grading then has, or would have
   */
  fill(
    organizationId: OrganizationId,
    gradingId: string,
    cells: readonly FilledCell[],
    most: number,
  ): Promise<{ readonly stored: boolean; readonly cells: number }>;
}
