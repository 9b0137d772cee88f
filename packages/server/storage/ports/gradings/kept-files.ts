import type { OrganizationId } from '../identity.ts';

/** A file that is kept beside gradings. */
export interface KeptFile {
  readonly organizationId: OrganizationId;
  readonly id: string;
  /** `export`: a catalogue as it was uploaded or repaired; `details`: what a grading found of each product. */
  readonly kind: 'export' | 'details';
  readonly name: string;
  /** In ms since the epoch. */
  readonly at: number;
  readonly bytes: number;
  /** What is known of it, as JSON. */
  readonly facts: string;
}

/** How much of a kind an organization may keep. */
export interface KeptAtMost {
  readonly files: number;
  readonly bytes: number;
}

export interface KeptFiles {
  /**
   * Stores a file whole or not at all.
   *
   * @returns false where the organization would then keep more than `most` of its kind
   */
  put(file: Omit<KeptFile, 'bytes'>, content: Uint8Array, most: KeptAtMost): Promise<boolean>;
  /** Newest first. */
  list(
    organizationId: OrganizationId,
    filter: { readonly kind: KeptFile['kind']; readonly after?: string; readonly limit: number },
  ): Promise<readonly KeptFile[]>;
  find(organizationId: OrganizationId, id: string): Promise<KeptFile | undefined>;
  /** The bytes of a file, or `length` of them from `from` on; undefined where it is not kept. */
  read(
    organizationId: OrganizationId,
    id: string,
    range?: { readonly from: number; readonly length: number },
  ): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Files and bytes that are kept of a kind. */
  total(organizationId: OrganizationId, kind: KeptFile['kind']): Promise<KeptAtMost>;
  /** @returns whether there was one; its bytes are removed in small steps */
  remove(organizationId: OrganizationId, id: string): Promise<boolean>;
}
