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

/** Names of groups of endpoints that a key may be limited to. */
const CALLS: Readonly<Record<string, readonly EndpointPath[]>> = { sdk: sdkCalls };

/** The endpoints of a group of calls: `sdk`. @throws InvalidInput for any other */
export function keyCalls(text: string): readonly EndpointPath[] {
  const paths = Object.hasOwn(CALLS, text) ? CALLS[text] : undefined;
  if (paths === undefined) throw new InvalidInput(`Give one of ${Object.keys(CALLS).join(', ')}.`);
  return paths;
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
  const same = (paths: readonly string[]) =>
    paths.length === limit.length && paths.every((path) => limit.includes(path));
  return Object.entries(CALLS).find(([, paths]) => same(paths))?.[0] ?? limit.join(' ');
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
