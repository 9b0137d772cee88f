import type { CatalogueVersion } from '@decidable/contract/management';

/** What each part of the page is given. */
export interface CataloguePart {
  /** The latest first; empty before the first import. */
  readonly versions: readonly CatalogueVersion[];
  /**
   * Tells that the catalogue has another version now, with a way back to the one before.
   *
   * @param undone shows the catalogue as it is again
   */
  readonly onChanged: (text: string, undone?: () => unknown) => void;
}
