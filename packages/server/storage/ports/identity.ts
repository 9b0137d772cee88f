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
