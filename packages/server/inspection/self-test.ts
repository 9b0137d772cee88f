import { sdkCalls } from '@decidable/contract';
import { SIGNAL_TYPES } from '@decidable/engine/session';
import { InvalidInput } from '../errors.ts';
import { keyState } from '../keys/index.ts';
import { hashKey } from '../keys/mint-key.ts';
import type { Shop } from '../shops/shop.ts';
import type { ApiKey, OrganizationId, Storage } from '../storage/ports.ts';

/** One check of an integration. */
export interface IntegrationCheck {
  readonly check: 'key' | 'origin' | 'preflight' | 'calls' | 'ids' | 'traffic';
  readonly verdict: 'good' | 'warning' | 'bad' | 'unknown';
  readonly found: string;
  readonly fix?: string;
}

/** Sessions whose signals are looked at, the last ones. Set by hand. */
const SESSIONS = 50;
/** Below this share of known products something is wrong; above the other, nothing. Set by hand. */
const BAD = 0.5;
const GOOD = 0.95;
const HOUR = 60 * 60_000;

/** The origin that browsers send from a page. @throws InvalidInput for an address that is none of a web page */
export function originOfSite(site: string): string {
  const address = site.includes('://') ? site : `https://${site}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '')
    throw new InvalidInput('site: give the address of a page, such as https://shop.example.');
  return url.origin;
}

/**
 * Checks an integration from this side: key, origin, calls, ids and traffic.
 *
 * @param value the key that the page uses, if it was given
 * @param now ms since the epoch
 * @throws StoreUnavailable
 */
export async function integrationChecks(
  storage: Pick<Storage, 'keys' | 'sessions'>,
  shop: Shop,
  organizationId: OrganizationId,
  origin: string,
  value: string | undefined,
  now: number,
): Promise<readonly IntegrationCheck[]> {
  const keys = await storage.keys.list(organizationId);
  const key =
    value === undefined ? bestKey(keys, origin, now) : keys.find(({ hash }) => hash === hashKey(value));
  return [
    keyCheck(key, keys, value, now),
    ...(key === undefined ? [] : [originCheck(key, origin), callsCheck(key)]),
    preflightCheck(origin),
    ...(await trafficChecks(storage, shop, organizationId, now)),
  ];
}

/** The active key that fits the origin best. */
function bestKey(keys: readonly ApiKey[], origin: string, now: number): ApiKey | undefined {
  const active = keys.filter((key) => keyState(key, now) === 'active');
  return (
    active.find(({ origins }) => origins.includes(origin)) ??
    active.find(({ origins }) => origins.length === 0) ??
    active[0]
  );
}

function keyCheck(
  key: ApiKey | undefined,
  keys: readonly ApiKey[],
  value: string | undefined,
  now: number,
): IntegrationCheck {
  const create = 'Create a key for the site under Integration, and put it into the page.';
  if (key === undefined) {
    if (value !== undefined)
      return {
        check: 'key',
        verdict: 'bad',
        found: 'This key is not one of this organization.',
        fix: 'Copy the key again, or check that the organization is the right one.',
      };
    const found =
      keys.length === 0 ? 'The organization has no key.' : 'No key of the organization is active.';
    return { check: 'key', verdict: 'bad', found, fix: create };
  }
  const state = keyState(key, now);
  const name = `${key.prefix}…${key.label === undefined ? '' : ` (${key.label})`}`;
  if (state !== 'active')
    return { check: 'key', verdict: 'bad', found: `The key ${name} is ${state}.`, fix: create };
  return { check: 'key', verdict: 'good', found: `The key ${name} is active.` };
}

function originCheck({ origins, prefix }: ApiKey, origin: string): IntegrationCheck {
  if (origins.length === 0)
    return {
      check: 'origin',
      verdict: 'warning',
      found: `The key ${prefix}… works from every site, also from ${origin}.`,
      fix: `Limit it to ${origin}: a copied key is then of no use in other pages.`,
    };
  if (origins.includes(origin))
    return { check: 'origin', verdict: 'good', found: `The key ${prefix}… works from ${origin}.` };
  return {
    check: 'origin',
    verdict: 'bad',
    found: `The key ${prefix}… works from ${origins.join(', ')} only, so calls from ${origin} are answered with 403.`,
    fix: `Add ${origin} to the key. www and port count as well.`,
  };
}

function callsCheck({ endpoints, prefix }: ApiKey): IntegrationCheck {
  const missing = endpoints === undefined ? [] : sdkCalls.filter((call) => !endpoints.includes(call));
  if (missing.length === 0)
    return { check: 'calls', verdict: 'good', found: 'The key may make every call of the browser SDK.' };
  return {
    check: 'calls',
    verdict: 'bad',
    found: `The key ${prefix}… may not call ${missing.join(', ')}, which the browser SDK needs.`,
    fix: 'Allow these calls, or use another key in pages.',
  };
}

/** Preflights are answered for every origin; what is left to go wrong is a page without HTTPS. */
function preflightCheck(origin: string): IntegrationCheck {
  const { protocol, hostname } = new URL(origin);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  if (protocol === 'https:' || isLocal)
    return {
      check: 'preflight',
      verdict: 'good',
      found: 'Browsers may send requests with the key: preflights are answered for every origin.',
    };
  return {
    check: 'preflight',
    verdict: 'warning',
    found: 'The page is served without HTTPS: session ids and keys can be read on the way.',
    fix: 'Serve the shop by HTTPS.',
  };
}

async function trafficChecks(
  { sessions }: Pick<Storage, 'sessions'>,
  { index }: Shop,
  organizationId: OrganizationId,
  now: number,
): Promise<readonly IntegrationCheck[]> {
  const last = await sessions.recent(organizationId, { limit: SESSIONS });
  const newest = last[0];
  if (newest === undefined)
    return [
      {
        check: 'traffic',
        verdict: 'unknown',
        found: 'No session has arrived yet.',
        fix: 'Open a page of the shop, look at a product, and test again.',
      },
    ];
  const quiet = now - newest.lastSeenAt > HOUR;
  const traffic: IntegrationCheck = {
    check: 'traffic',
    verdict: quiet ? 'warning' : 'good',
    found: `The last signal came ${ago(now - newest.lastSeenAt)}.`,
    ...(quiet && {
      fix: 'Open a page of the shop and test again. The console of the browser says why a call fails.',
    }),
  };
  let [known, all] = [0, 0];
  let example: string | undefined;
  for (const { sessionId } of last) {
    for (const { type, value } of await sessions.log(organizationId, sessionId)) {
      if (value === undefined || SIGNAL_TYPES[type]?.interaction === undefined) continue;
      all++;
      if (index.ids.find(value.normalize()) !== undefined) known++;
      else example ??= value;
    }
  }
  return [traffic, idsCheck(known, all, example, index)];
}

function idsCheck(
  known: number,
  all: number,
  example: string | undefined,
  index: Shop['index'],
): IntegrationCheck {
  if (index.size === 0)
    return { check: 'ids', verdict: 'bad', found: 'The organization has no catalogue.', fix: 'Import one.' };
  if (all === 0)
    return {
      check: 'ids',
      verdict: 'unknown',
      found: 'No signal named a product yet.',
      fix: 'Look at a product in the shop, and test again.',
    };
  const share = known / all;
  const found = `${known} of ${all} signals about products name one of the catalogue.`;
  if (share >= GOOD) return { check: 'ids', verdict: 'good', found };
  return {
    check: 'ids',
    verdict: share < BAD ? 'bad' : 'warning',
    found: `${found} The page sends "${example}"; ids of the catalogue look like "${index.ids.at(0)}".`,
    fix: 'Send the id of the column that the catalogue was imported with, or import the export with the ids of the page.',
  };
}

function ago(elapsed: number): string {
  const minutes = Math.round(elapsed / 60_000);
  if (minutes < 1) return 'less than a minute ago';
  if (minutes < 120) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours ago` : `${Math.round(hours / 24)} days ago`;
}
