import { createHash, randomBytes } from 'node:crypto';

/** A random token of 256 bits for links and cookies, as base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The form in which the store has tokens: a token of 256 random bits needs no slow hash. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');
