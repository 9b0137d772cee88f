import Bowser from 'bowser';
import { isbot } from 'isbot';
import type { Context, DeviceClass, TimeOfDay } from '../types.ts';

/** The parts of a request that tell of its circumstances; names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

const header = (headers: RequestHeaders, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
};

const DEVICES: Readonly<Record<string, DeviceClass>> = {
  mobile: 'mobile',
  tablet: 'tablet',
  desktop: 'desktop',
  bot: 'bot',
};

/**
 * How HTTP clients of programming languages, and shop systems that call by themselves, begin their `User-Agent`. A shop whose
 * server sends the signals has such a one, which tells nothing of the shopper's device.
 */
const SERVERS = `
  node undici axios got superagent next.js deno bun curl wget httpie postmanruntime insomnia
  python aiohttp httpx requests/ go-http-client go-resty fasthttp dart rust reqwest ureq .net restsharp
  java jetty jersey jakarta okhttp apache-http asynchttpclient reactornetty spring unirest feign ktor vert.x akka-http pekko-http
  guzzle php symfony laminas zend wordpress woocommerce drupal magento shopware prestashop
  ruby faraday rest-client http.rb httpclient httparty typhoeus libwww lwp perl hackney finch/ req/ mint/
`;
const SERVER = new RegExp(`^(?:${SERVERS.trim().replaceAll('.', '\\.').split(/\s+/).join('|')})`, 'i');

/**
 * Kind of device. Robots give themselves away in the `User-Agent` alone; for the rest client hints come first, since
 * browsers freeze the `User-Agent` (an Android tablet may claim to be a Linux desktop). A request of a shop's server is
 * `other` unless it hands on hints.
 */
export function deviceOf(headers: RequestHeaders): DeviceClass {
  const userAgent = header(headers, 'user-agent') ?? '';
  const isServer = userAgent === '' || SERVER.test(userAgent);
  if (!isServer && isbot(userAgent)) return 'bot';
  const formFactors = header(headers, 'sec-ch-ua-form-factors') ?? '';
  if (/\bTablet\b/i.test(formFactors)) return 'tablet';
  if (/\bMobile\b/i.test(formFactors)) return 'mobile';
  if (/\bDesktop\b/i.test(formFactors)) return 'desktop';
  const mobile = header(headers, 'sec-ch-ua-mobile');
  if (mobile === '?1') return 'mobile';
  if (mobile === '?0') {
    const platform = header(headers, 'sec-ch-ua-platform') ?? '';
    return /android/i.test(platform) ? 'tablet' : 'desktop';
  }
  if (isServer) return 'other';
  const type = Bowser.getParser(userAgent).getPlatformType(true);
  // Bowser has no kind for Chromebooks, whose browsers send no hints to pages without TLS.
  return DEVICES[type ?? ''] ?? (/\bCrOS\b/.test(userAgent) ? 'desktop' : 'other');
}

const SEARCH_ENGINES =
  /(^|\.)(google|bing|duckduckgo|yahoo|ecosia|baidu|yandex|qwant|startpage|kagi|naver|seznam|ask|sogou)\.|^search\.brave\.com$/;
const SOCIAL =
  /(^|\.)(facebook|instagram|twitter|pinterest|reddit|tiktok|youtube|linkedin|snapchat|threads|tumblr|whatsapp|telegram|weibo|discord)\.|^(t\.co|x\.com|lnkd\.in|pin\.it|vk\.com|bsky\.app|t\.me|youtu\.be)$/;
const MAIL = /^(mail|outlook|webmail|e\.mail)\.|(^|\.)(gmx|web)\.(de|net)$/;
/** Click identifiers that advertising networks add to a landing page. */
const AD_CLICKS = ['gclid', 'gbraid', 'wbraid', 'dclid', 'msclkid', 'ttclid', 'twclid', 'li_fat_id', 'epik'];

const hostOf = (url: string | undefined): string | undefined =>
  url !== undefined && URL.canParse(url) ? new URL(url).hostname.toLowerCase() : undefined;

/**
 * Where a visit came from: `direct | internal | search | social | email | paid | other:<host>`.
 *
 * @param referrer the page that led here, as a URL; none means that the address was typed or the sender hides it.
 * @param page the page of the shop, as a URL; its campaign parameters win over the referrer.
 */
export function referrerOf(referrer: string | undefined, page?: string): string {
  if (page !== undefined && URL.canParse(page)) {
    const query = new URL(page).searchParams;
    const medium = (query.get('utm_medium') ?? '').toLowerCase();
    if (AD_CLICKS.some((id) => query.has(id)) || /cpc|ppc|cpm|paid|display|banner|affiliate/.test(medium)) {
      return 'paid';
    }
    if (/e-?mail|newsletter/.test(medium)) return 'email';
    if (/social/.test(medium)) return 'social';
  }
  const host = hostOf(referrer);
  if (host === undefined || host === '') return 'direct';
  return host === hostOf(page) ? 'internal' : referrerOfHost(host);
}

/** The kind of another site: `search | social | email | other:<host>`. */
function referrerOfHost(host: string): string {
  if (MAIL.test(host)) return 'email';
  if (SEARCH_ENGINES.test(host)) return 'search';
  if (SOCIAL.test(host)) return 'social';
  return `other:${host.replace(/^www\./, '').slice(0, 253)}`;
}

/** What a `referrer` signal tells. A page that sends `other:www.google.de` need not know which sites are search engines. */
export function referrerSaid(value: string): string {
  // A header is told by its host alone, too.
  const host = /^other:(.+?)(?::\d*)?$/.exec(value)?.[1];
  return host === undefined ? value : referrerOfHost(host.toLowerCase());
}

/** Quarter of the day of an hour, 0..23. */
export function timeOfDayOf(hour: number): TimeOfDay {
  if (hour < 6) return 'night';
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
}

/**
 * Where a request without an `Origin` came from: a server sent it, and may hand on the `Referer` that it was given
 * itself. That may be a page of the shop or one that led to it, so it is internal only where the shop is known to be
 * there.
 */
function handedOn(referrer: string | undefined, shops: readonly string[]): string {
  const campaign = referrerOf(referrer, referrer);
  if (campaign !== 'internal') return campaign;
  const host = hostOf(referrer);
  return shops.some((shop) => hostOf(shop) === host) ? 'internal' : referrerOf(referrer);
}

/**
 * What a request tells by itself. Of a browser, its `Referer` is the page that called: the shop, as a rule; what led to
 * the shop is seen only when the shop's own address tells of a campaign. The time is UTC, since a request does not say
 * where it is.
 *
 * @param shops origins that are known to be the shop's
 */
export function contextOfRequest(
  headers: RequestHeaders,
  at: number,
  shops: readonly string[] = [],
): Context {
  const page = header(headers, 'referer');
  const shop = header(headers, 'origin');
  const fromElsewhere = hostOf(page) !== hostOf(shop);
  return {
    device: deviceOf(headers),
    referrer:
      shop === undefined
        ? handedOn(page, shops)
        : fromElsewhere
          ? referrerOf(page, shop)
          : referrerOf(shop, page),
    timeOfDay: timeOfDayOf(Math.floor(at / 3_600_000) % 24),
  };
}
