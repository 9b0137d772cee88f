import type { OrganizationId } from './identity.ts';

/** A kept audit or verification; `result` is the JSON that was answered. */
export interface KeptGrading {
  readonly organizationId: OrganizationId;
  readonly id: string;
  readonly kind: 'audit' | 'verification' | 'monitor';
  readonly category?: string;
  /** In ms since the epoch. */
  readonly at: number;
  readonly result: string;
}

export interface Gradings {
  /** Newest first; at most `limit` (50 unless given). Categories are stored and compared in NFC. */
  list(
    organizationId: OrganizationId,
    filter?: { readonly category?: string; readonly limit?: number },
  ): Promise<readonly KeptGrading[]>;
  find(organizationId: OrganizationId, id: string): Promise<KeptGrading | undefined>;
}
