import type { OrganizationId } from './identity.ts';

export interface Organization {
  readonly id: OrganizationId;
  readonly name: string;
  /** In ms since the epoch. */
  readonly createdAt: number;
}

export interface Organizations {
  create(organization: Organization): Promise<void>;
  /** Oldest first. */
  list(): Promise<readonly Organization[]>;
  /** Those with a stored ranking since a time (ms since the epoch), the last one that ranked first. */
  rankedSince(since: number): Promise<readonly OrganizationId[]>;
  find(id: OrganizationId): Promise<Organization | undefined>;
  /** Whether there is such an organization. */
  rename(id: OrganizationId, name: string): Promise<boolean>;
  /** JSON of the organization's own personas; `undefined` where it has none. */
  personas(id: OrganizationId): Promise<string | undefined>;
  /** Replaces the personas, or removes them with `undefined`. The change feed announces it as `personas`. */
  setPersonas(id: OrganizationId, json: string | undefined): Promise<void>;
  /** JSON of the organization's synonyms; `undefined` where it has none. */
  synonyms(id: OrganizationId): Promise<string | undefined>;
  /**
   * Replaces the synonyms, or removes them with `undefined`, if they still are as the caller knows them. The change feed
   * announces it as `synonyms`.
   *
   * @returns `lost`, with nothing changed, where they are others by now
   */
  setSynonyms(
    id: OrganizationId,
    json: string | undefined,
    expected: string | undefined,
  ): Promise<'stored' | 'lost'>;
}
