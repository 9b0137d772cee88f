import { type EndpointPath, endpoints, sdkCalls } from '@decidable/contract';
import { InvalidInput } from '../errors.ts';

const LONGEST_LABEL = 128;
const SPAN_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** What a key is for. @throws InvalidInput for an empty or too long one */
export function keyLabel(text: string): string {
  if (text === '' || [...text].length > LONGEST_LABEL) throw new InvalidInput('Give 1 to 128 characters.');
  return text;
}

/** The schemes of pages that call the service; pages from elsewhere have the origin `null`. */
const WEB: ReadonlySet<string> = new Set(['https:', 'http:']);

/** A web origin as browsers send it. @throws InvalidInput for what is none, or has more than an origin has */
export function keyOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !WEB.has(url.protocol))
    throw new InvalidInput('Give an origin such as https://shop.example.');
  if (url.hostname.includes('*'))
    throw new InvalidInput('Name each origin: browsers send whole names, so a * matches none.');
  if (url.pathname !== '/' || url.search + url.hash + url.username + url.password !== '')
    throw new InvalidInput(`An origin is scheme, host and port only: ${url.origin}.`);
  return url.origin;
}

/** Groups of endpoints that a key may call: all, or those of the browser SDK. */
export type KeyCalls = 'all' | 'sdk';

/** A group of calls. @throws InvalidInput for any other */
export function keyCalls(text: string): KeyCalls {
  if (text !== 'all' && text !== 'sdk') throw new InvalidInput('Give one of all, sdk.');
  return text;
}

/**
 * The endpoints that a new key may call; undefined where it may call all. One with origins is read by everybody who opens
 * the page: it gets the calls of the SDK, unless told otherwise.
 *
 * @param endpoints those that it may call beside the group
 */
export function keyLimit(
  origins: readonly string[],
  calls: KeyCalls | undefined,
  endpoints: readonly EndpointPath[],
): readonly EndpointPath[] | undefined {
  const isOfPage = origins.length > 0 && calls === undefined && endpoints.length === 0;
  const limit = [...(calls === 'sdk' || isOfPage ? sdkCalls : []), ...endpoints];
  return limit.length > 0 ? limit : undefined;
}

/** A list of endpoints: `/track,/event`. @throws InvalidInput for what is none of the interface */
export function keyEndpoints(text: string): readonly EndpointPath[] {
  const known = Object.keys(endpoints) as EndpointPath[];
  return text.split(',').map((part) => {
    const path = known.find((each) => each === part.trim());
    if (path === undefined) {
      throw new InvalidInput(
        `There is no endpoint ${part.trim() || '(empty)'}. Give some of ${known.join(',')}.`,
      );
    }
    return path;
  });
}

/** The shortest way to say what a key may call: `all`, `sdk`, or the paths. */
export function callsOf(limit: readonly string[] | undefined): string {
  if (limit === undefined) return 'all';
  const isSdk = limit.length === sdkCalls.length && sdkCalls.every((path) => limit.includes(path));
  return isSdk ? 'sdk' : limit.join(' ');
}

/**
 * When a key expires, in ms since the epoch.
 *
 * @param text an ISO 8601 time or day, or a span from now on: 90d, 12h
 * @throws InvalidInput for anything else, and for a time that has passed
 */
export function keyExpiry(text: string, now: number): number {
  const span = /^(\d+)\s*([mhdw])$/u.exec(text);
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/u.test(text);
  const at = span ? now + Number(span[1]) * SPAN_MS[span[2]] : isTime ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(new Date(at).getTime())) {
    throw new InvalidInput(
      'Give a time such as 2030-01-31T12:00:00Z, a day such as 2030-01-31, or a span: 90d, 12h.',
    );
  }
  if (at <= now) throw new InvalidInput('That time has passed.');
  return at;
}
