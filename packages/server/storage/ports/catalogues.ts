import type { OrganizationId } from './identity.ts';

/** A catalogue as it was imported: the CSV itself, under a version that is derived from its content. */
export interface StoredCatalogue {
  readonly organizationId: OrganizationId;
  readonly version: string;
  readonly products: number;
  /** In ms since the epoch. */
  readonly importedAt: number;
  readonly csv: Uint8Array;
  /** Column name by role, where the owner overrode what was recognised; `null` where no column has the role. */
  readonly roles?: Readonly<Record<string, string | null>>;
  /** The columns that the owner made private, or public against their names. */
  readonly privacy?: { readonly private?: readonly string[]; readonly public?: readonly string[] };
  /** The kinds that the owner chose, by the names of columns. */
  readonly kinds?: Readonly<Record<string, StoredKind>>;
}

export type StoredKind = 'category' | 'number' | 'date' | 'boolean' | 'list' | 'text' | 'identifier';

export interface Catalogues {
  /** Stores a catalogue and makes it the current one. An earlier version that is put again becomes current again. */
  put(catalogue: StoredCatalogue): Promise<void>;
  current(organizationId: OrganizationId): Promise<StoredCatalogue | undefined>;
  /** Version of the current catalogue, and the length of its CSV in bytes. */
  currentVersion(
    organizationId: OrganizationId,
  ): Promise<{ readonly version: string; readonly bytes: number } | undefined>;
  find(organizationId: OrganizationId, version: string): Promise<StoredCatalogue | undefined>;
  /** Newest first. */
  list(organizationId: OrganizationId): Promise<readonly Omit<StoredCatalogue, 'csv'>[]>;
  /**
   * Calls the listener after the current catalogue the personas or the synonyms of an organization have changed, by whatever
   * process; and for every organization when changes may have been missed. See `ChangeFeed`.
   */
  onChange(listener: (organizationId: OrganizationId) => void): void;
}
