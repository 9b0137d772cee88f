import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { WebhookSender } from '../storage/ports.ts';

/** How a sender shows that it has the secret; the length of a hexadecimal signature tells its hash. */
interface Proof {
  readonly header: string;
  readonly form: 'hex' | 'base64';
  /** Whether it may send the secret itself, as it has no way to sign. */
  readonly orSecret: boolean;
}

const PROOFS: Readonly<Record<WebhookSender, Proof>> = {
  // Segment signs with SHA-1; RudderStack and Snowbridge send headers of the shop's own.
  segment: { header: 'x-signature', form: 'hex', orSecret: true },
  snowplow: { header: 'x-signature', form: 'hex', orSecret: true },
  shopify: { header: 'x-shopify-hmac-sha256', form: 'base64', orSecret: false },
  woocommerce: { header: 'x-wc-webhook-signature', form: 'base64', orSecret: false },
};

const SHA1_HEX = 40;

/** Compares in a time that does not depend on where they differ. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Whether a delivery comes from somebody who has the secret of the webhook.
 *
 * @param body the bytes that were sent
 */
export function isSigned(
  sender: WebhookSender,
  secret: string,
  headers: IncomingHttpHeaders,
  body: Uint8Array,
): boolean {
  const { header, form, orSecret } = PROOFS[sender];
  const given = headers[header];
  if (typeof given === 'string') {
    const signature = form === 'hex' ? given.trim().toLowerCase() : given.trim();
    const hash = form === 'hex' && signature.length === SHA1_HEX ? 'sha1' : 'sha256';
    return isSame(signature, createHmac(hash, secret).update(body).digest(form));
  }
  return orSecret && sentSecrets(headers.authorization).some((sent) => isSame(sent, secret));
}

/** What may be the secret in an `Authorization` header: that of Bearer; of Basic the user, as libraries send a key, and the password. */
function sentSecrets(authorization = ''): readonly string[] {
  const [, scheme = '', credentials = ''] = /^(\w+) +(\S+) *$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return [credentials];
  if (scheme.toLowerCase() !== 'basic') return [];
  const pair = Buffer.from(credentials, 'base64').toString();
  const colon = pair.indexOf(':');
  return colon < 0 ? [pair] : [pair.slice(0, colon), pair.slice(colon + 1)];
}
