import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Storage } from '../../storage/ports.ts';
import { serviceSecret } from '../../storage/service-secret.ts';

const SECRET = 'device-cookies';
const SECRET_BYTES = 32;
const ID_BYTES = 16;

/** An account as it is held: a hash of what was typed. */
export const accountName = (account: string): string =>
  createHash('sha256').update(account.trim().normalize().toLowerCase()).digest('base64url');

/**
 * Cookies of browsers in which somebody signed in rightly, each for one account ("Slow Down Online Guessing Attacks with Device
 * Cookies", OWASP). Nothing is stored of them, and every node knows those of the others.
 */
export class DeviceCookies {
  readonly #secret: Uint8Array;

  private constructor(secret: Uint8Array) {
    this.#secret = secret;
  }

  /** With the secret of the store, which is made at the first start. */
  static async open({ signIns }: Pick<Storage, 'signIns'>): Promise<DeviceCookies> {
    return new DeviceCookies(await serviceSecret(signIns, SECRET, () => randomBytes(SECRET_BYTES)));
  }

  /** The cookie of another browser. */
  make(account: string): string {
    const id = randomBytes(ID_BYTES).toString('base64url');
    return `${id}.${this.#mark(id, account)}`;
  }

  /** The id of a browser in which this account was signed in to; undefined for any other. */
  deviceOf(cookie: string | undefined, account: string): string | undefined {
    const [id, mark, ...more] = cookie?.split('.') ?? [];
    if (id === undefined || mark === undefined || more.length > 0) return undefined;
    const [expected, given] = [Buffer.from(this.#mark(id, account)), Buffer.from(mark)];
    return expected.length === given.length && timingSafeEqual(expected, given) ? id : undefined;
  }

  #mark(id: string, account: string): string {
    return createHmac('sha256', this.#secret)
      .update(`${id} ${accountName(account)}`)
      .digest('base64url');
  }
}
