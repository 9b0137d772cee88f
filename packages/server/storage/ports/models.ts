import type { OrganizationId } from './identity.ts';

export interface StoredModel {
  readonly organizationId: OrganizationId;
  /** `<version>.<n>` builds on `<version>` and the steps before it, which are kept as long as it is current. */
  readonly version: string;
  readonly catalogueVersion: string | null;
  /** In ms since the epoch. */
  readonly builtAt: number;
  readonly bytes: Uint8Array;
}

export interface Models {
  /**
   * Stores a model and makes it the current one, if the current one is the one that the caller knows. A version is
   * given once: two models never share it.
   *
   * @param expected version of the current model that this one replaces; `null` where there is none yet. Without it
   * the model replaces whatever is current
   * @returns `lost`, with nothing stored, where another model is current or the version is taken
   */
  put(model: StoredModel, expected?: string | null): Promise<'stored' | 'lost'>;
  current(organizationId: OrganizationId): Promise<StoredModel | undefined>;
  /** The version of the current model, without its bytes. */
  currentVersion(organizationId: OrganizationId): Promise<string | undefined>;
  find(organizationId: OrganizationId, version: string): Promise<StoredModel | undefined>;
  /**
   * Calls the listener after the current model of an organization has changed, by whatever process; and for every
   * organization when changes may have been missed. See `ChangeFeed`.
   */
  onChange(listener: (organizationId: OrganizationId) => void): void;
}
