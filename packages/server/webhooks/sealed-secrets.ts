import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Storage, Webhook } from '../storage/ports.ts';

const SECRET = 'webhook-secrets';
const SECRET_BYTES = 32;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Whose secret it is. One that is put into another row of the store does not open. */
type Owner = Pick<Webhook, 'organizationId' | 'id'>;

/**
 * Seals the secrets of webhooks (AES-256-GCM). A signature can only be checked with the secret itself, so a hash of it will
 * not do. The key is made of a secret of the store: whoever reads the table of webhooks alone, or a log, has none of them;
 * whoever has the whole store has all.
 */
export class SealedSecrets {
  readonly #key: Uint8Array;

  private constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** With the secret of the store, which is made at the first use. */
  static async open({ signIns }: Pick<Storage, 'signIns'>): Promise<SealedSecrets> {
    const secret = await signIns.secret(SECRET, randomBytes(SECRET_BYTES));
    return new SealedSecrets(new Uint8Array(hkdfSync('sha256', secret, '', SECRET, SECRET_BYTES)));
  }

  seal(secret: string, owner: Owner): Uint8Array {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(nameOf(owner));
    const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return new Uint8Array(sealed);
  }

  /** @throws Error where it was sealed for another webhook, or by another store */
  unseal(sealed: Uint8Array, owner: Owner): string {
    const bytes = Buffer.from(sealed);
    const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAAD(nameOf(owner)).setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString();
  }
}

const nameOf = ({ organizationId, id }: Owner): Buffer => Buffer.from(`${organizationId} ${id}`);
