import type { IncomingHttpHeaders } from 'node:http';
import { managementPath } from '@decidable/contract/management';
import { parseCookie, stringifySetCookie } from 'cookie';
import { SIGN_IN_LASTS } from '../../people/index.ts';
import { ACCESS_LASTS } from './access-token.ts';

/** Says who calls, for ten minutes. */
const ACCESS = 'decidable_access';
/** Renews it: the id of the sign-in and its secret. Sent to the renewal alone. */
const RENEWAL = 'decidable_renewal';
const RENEWAL_PATH = `${managementPath}/sign-in/renewal`;

/** Says that somebody signed in rightly in this browser; sent wherever passwords are. */
const DEVICE = 'decidable_device';
const DEVICE_LASTS = 365 * 24 * 60 * 60_000;

/** What a browser sent. */
export interface SentCookies {
  readonly access?: string | undefined;
  readonly renewal?: string | undefined;
  readonly device?: string | undefined;
}

export function sentCookies({ cookie = '' }: IncomingHttpHeaders): SentCookies {
  const sent = parseCookie(cookie);
  return { access: sent[ACCESS], renewal: sent[RENEWAL], device: sent[DEVICE] };
}

/** @param isSecure whether the browser reached the service by HTTPS */
function setCookie(name: string, value: string, path: string, lasts: number, isSecure: boolean): string {
  return stringifySetCookie({
    name,
    value,
    path,
    maxAge: Math.floor(lasts / 1_000),
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure,
  });
}

export const accessCookie = (token: string, isSecure: boolean): string =>
  setCookie(ACCESS, token, managementPath, ACCESS_LASTS, isSecure);

export const renewalCookie = (signInId: string, secret: string, isSecure: boolean): string =>
  setCookie(RENEWAL, `${signInId}.${secret}`, RENEWAL_PATH, SIGN_IN_LASTS, isSecure);

export const deviceCookie = (device: string, isSecure: boolean): string =>
  setCookie(DEVICE, device, managementPath, DEVICE_LASTS, isSecure);

/** The id of a sign-in and its secret, from the cookie. */
export function renewalOf(
  cookie: string | undefined,
): { readonly id: string; readonly secret: string } | undefined {
  const [id, secret, ...more] = cookie?.split('.') ?? [];
  return id === undefined || secret === undefined || more.length > 0 ? undefined : { id, secret };
}

/** Cookies that replace those of a sign-in, and end at once. The browser stays known. */
export const clearedCookies = (isSecure: boolean): readonly string[] => [
  setCookie(ACCESS, '', managementPath, 0, isSecure),
  setCookie(RENEWAL, '', RENEWAL_PATH, 0, isSecure),
];
