import type {
  ApiKey,
  KeyId,
  Organization,
  OrganizationId,
  Retention,
  StoredCatalogue,
  StoredModel,
  User,
  WriteOutcome,
} from '../../ports.ts';
import type { WrittenCommit } from './commit-record.ts';

/** What is kept under versions. */
export type VersionKind = 'catalogue' | 'model';

/** Where a removal of old facts stands; each step takes up where the last one ended. */
export interface RetentionCursor {
  readonly organizationId?: string;
  readonly sessionId?: string;
  /** There when all organizations were gone through: parts that nothing names are next, after this number. */
  readonly parts?: { readonly after?: number };
}

/** Everything that can be asked of the writer: by name, what goes in and what comes out. */
export interface StoreWrites {
  commit: { input: WrittenCommit; output: readonly WriteOutcome[] };
  createOrganization: { input: Organization; output: null };
  setPersonas: { input: { readonly id: OrganizationId; readonly json: string | null }; output: null };
  createUser: { input: User; output: null };
  createKey: { input: ApiKey; output: null };
  revokeKey: {
    input: { readonly organizationId: OrganizationId; readonly id: KeyId; readonly at: number };
    output: boolean;
  };
  removeKey: { input: { readonly organizationId: OrganizationId; readonly id: KeyId }; output: null };
  touchKeys: {
    input: readonly { readonly organizationId: OrganizationId; readonly id: KeyId; readonly at: number }[];
    output: null;
  };
  putPart: {
    input: {
      readonly organizationId: OrganizationId;
      readonly kind: VersionKind;
      readonly version: string;
      readonly part: number;
      readonly bytes: Uint8Array;
    };
    output: null;
  };
  /** Answers whether all parts of it were there; else nothing was done. */
  publishCatalogue: { input: Omit<StoredCatalogue, 'csv'> & { readonly bytes: number }; output: boolean };
  publishModel: { input: Omit<StoredModel, 'bytes'> & { readonly bytes: number }; output: boolean };
  /** One small step of removal; answers where to go on, or null at the end of a round. */
  retain: {
    input: { readonly retention: Retention; readonly now: number; readonly cursor: RetentionCursor };
    output: RetentionCursor | null;
  };
  pulse: { input: number; output: null };
}

export type StoreWriteName = keyof StoreWrites;

/** A write on its way to the writer. */
export type QueuedWrite = {
  readonly [Name in StoreWriteName]: { readonly name: Name; readonly input: StoreWrites[Name]['input'] };
}[StoreWriteName];

/** The functions that carry writes out, inside a transaction that the caller opens and closes. */
export type WriteHandlers = {
  readonly [Name in StoreWriteName]: (input: StoreWrites[Name]['input']) => StoreWrites[Name]['output'];
};

/** What became of one write of a group. */
export type WriteResult =
  | { readonly ok: true; readonly output: StoreWrites[StoreWriteName]['output'] }
  | { readonly ok: false; readonly unavailable: boolean; readonly message: string };

/** Takes writes and answers each once it is durable. */
export interface Writer {
  write<Name extends StoreWriteName>(
    name: Name,
    input: StoreWrites[Name]['input'],
  ): Promise<StoreWrites[Name]['output']>;
  close(): Promise<void>;
}
