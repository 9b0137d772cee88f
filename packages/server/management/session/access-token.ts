import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Storage } from '../../storage/ports.ts';
import { serviceSecret } from '../../storage/service-secret.ts';

/** How long an access token is good, ms. Whether its sign-in has ended is looked up at every request all the same. */
export const ACCESS_LASTS = 10 * 60_000;
const AUDIENCE = 'decidable-management';
const SECRET = 'management-tokens';
const SECRET_BYTES = 32;

/** Who an access token says is calling. */
export interface AccessClaims {
  readonly personId: string;
  readonly signInId: string;
}

/** Signs and reads access tokens (JWT, HS256), and makes the tokens against cross-site request forgery. */
export class AccessTokens {
  readonly #secret: Uint8Array;

  private constructor(secret: Uint8Array) {
    this.#secret = secret;
  }

  /** With the secret of the store, which is made at the first start. */
  static async open({ signIns }: Pick<Storage, 'signIns'>): Promise<AccessTokens> {
    return new AccessTokens(await serviceSecret(signIns, SECRET, () => randomBytes(SECRET_BYTES)));
  }

  sign({ personId, signInId }: AccessClaims, now: number): Promise<string> {
    return new SignJWT({ sid: signInId })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(personId)
      .setAudience(AUDIENCE)
      .setIssuedAt(Math.floor(now / 1_000))
      .setExpirationTime(Math.floor((now + ACCESS_LASTS) / 1_000))
      .sign(this.#secret);
  }

  /** `undefined` for a token that is not ours, or no longer good. */
  async read(token: string, now: number): Promise<AccessClaims | undefined> {
    try {
      const { payload } = await jwtVerify<{ sid?: unknown }>(token, this.#secret, {
        algorithms: ['HS256'],
        audience: AUDIENCE,
        currentDate: new Date(now),
      });
      const { sub, sid } = payload;
      return sub === undefined || typeof sid !== 'string' ? undefined : { personId: sub, signInId: sid };
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  /** The token that a page of ours sends with every request that changes something; bound to the sign-in. */
  csrfToken(signInId: string): string {
    return createHmac('sha256', this.#secret).update(`csrf ${signInId}`).digest('base64url');
  }

  isCsrfToken(signInId: string, sent: unknown): boolean {
    if (typeof sent !== 'string') return false;
    const [expected, given] = [Buffer.from(this.csrfToken(signInId)), Buffer.from(sent)];
    return expected.length === given.length && timingSafeEqual(expected, given);
  }
}
