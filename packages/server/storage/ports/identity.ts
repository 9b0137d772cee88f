declare const brand: unique symbol;
type Branded<T, B> = T & { readonly [brand]: B };
export type OrganizationId = Branded<string, 'OrganizationId'>;
export type SessionId = Branded<string, 'SessionId'>;
export type KeyId = Branded<string, 'KeyId'>;
/** Lower-case hex SHA-256 of a key. */
export type KeyHash = Branded<string, 'KeyHash'>;

/**
 * The store cannot answer now: a full disk, a locked file, a writer that died. The caller may try again. The write was
 * not acknowledged, though a commit that failed in its very fsync may still be found after a crash.
 */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('The store is unavailable.', { cause });
    this.name = 'StoreUnavailable';
  }
}

/**
 * A change is stored, but not acknowledged: Valkey does not answer, and other nodes may go by what they know for up to a
 * second. The same call announces it again.
 */
export class ChangeUnannounced extends StoreUnavailable {
  constructor() {
    super(new Error('Valkey does not answer, so other nodes may not know of the change yet.'));
    this.name = 'ChangeUnannounced';
  }
}
