import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { SignIns, Webhook } from './ports.ts';
import { serviceSecret } from './service-secret.ts';

/** The secret of the store from which all others of webhooks are sealed. */
export const SEALING_SECRET = 'webhook-secrets';
const SECRET_BYTES = 32;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Whose secret it is. One that is put into another row of the store does not open. */
type Owner = Pick<Webhook, 'organizationId' | 'id'>;

/** A new secret of a store. */
export const newSealingSecret = (): Uint8Array => randomBytes(SECRET_BYTES);

/**
 * Seals the secrets of webhooks (AES-256-GCM). A signature can only be checked with the secret itself, so a hash of it will
 * not do. The key is made of a secret of the store: whoever reads the table of webhooks alone, or a log, has none of them;
 * whoever has the whole store has all. The nonce is made of what is sealed, as in synthetic initialization vectors (RFC 5297):
 * the same secret of the same webhook is sealed alike, so that a move can compare what it has sealed anew.
 */
export class SealedSecrets {
  readonly #key: Uint8Array;
  readonly #nonceKey: Uint8Array;

  /** @param secret of the store */
  constructor(secret: Uint8Array) {
    const derived = (use: string) => new Uint8Array(hkdfSync('sha256', secret, '', use, SECRET_BYTES));
    this.#key = derived('webhook secrets: key');
    this.#nonceKey = derived('webhook secrets: nonce');
  }

  /** With the secret of the store, which is made at the first use. */
  static async open({ signIns }: { readonly signIns: SignIns }): Promise<SealedSecrets> {
    return new SealedSecrets(await serviceSecret(signIns, SEALING_SECRET, newSealingSecret));
  }

  seal(secret: string, owner: Owner): Uint8Array {
    const name = nameOf(owner);
    const nonce = createHmac('sha256', this.#nonceKey)
      .update(name)
      .update(secret)
      .digest()
      .subarray(0, NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(name);
    return new Uint8Array(
      Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]),
    );
  }

  /**
   * Undefined where it was sealed for another webhook, or by another store: the copies of a cluster leave the secret of the
   * store out.
   */
  unseal(sealed: Uint8Array, owner: Owner): string | undefined {
    const bytes = Buffer.from(sealed);
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
    const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAAD(nameOf(owner)).setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    try {
      return Buffer.concat([text, decipher.final()]).toString();
    } catch {
      // Node.js has no other word for a tag that does not fit.
      return undefined;
    }
  }
}

/** Ids have no such character. */
const nameOf = ({ organizationId, id }: Owner): Buffer => Buffer.from(`${organizationId}\n${id}\n`);
