import type { Signal, SignalValues } from './types.ts';

/** The kind of page that the visitor came from. Of another site only the host is sent, never the address. */
export function referrerOf(referrer: string, address: string): SignalValues['referrer'] {
  const here = new URL(address);
  const medium = `${here.searchParams.get('utm_medium')}`;
  if (/[?&](gclid|gbraid|wbraid|msclkid|ttclid)=/.test(here.search) || /cpc|ppc|paid/i.test(medium)) {
    return 'paid';
  }
  if (/e-?mail|newsletter/i.test(medium)) return 'email';
  const host = /^https?:\/\/([^/?#]+)/.exec(referrer)?.[1];
  if (!host) return 'direct';
  if (host === here.host) return 'internal';
  if (/(^|\.)(google|bing|duckduckgo|ecosia|qwant|yahoo|yandex|baidu|startpage|kagi)\./.test(host))
    return 'search';
  if (
    /(^|\.)(facebook|instagram|pinterest|tiktok|reddit|linkedin|youtube|twitter|x|t|bsky|threads)\.(com|co|net|app)$/.test(
      host,
    )
  ) {
    return 'social';
  }
  return `other:${host}`;
}

export function deviceOf(userAgent: string, touchPoints: number): SignalValues['device'] {
  if (/bot\b|crawl|spider|lighthouse/i.test(userAgent)) return 'bot';
  // An iPad presents itself as a Mac, but no Mac has a touch screen.
  if (/iPad|Tablet|Android(?!.*Mobile)/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) {
    return 'tablet';
  }
  if (/Mobi|iPhone|Android/.test(userAgent)) return 'mobile';
  return /Windows|Macintosh|Linux|CrOS/.test(userAgent) ? 'desktop' : 'other';
}

/** The visitor's local time with its offset: `21:07+02:00`. ECMA-262 specifies the format of a date. */
export const timeOfDay = (at: Date) =>
  String(at).replace(/.*(\d\d:\d\d):\d\d GMT([+-]\d\d)(\d\d).*/, '$1$2:$3') as SignalValues['time_of_day'];

export const circumstances = (): Signal[] => [
  { type: 'device', value: deviceOf(navigator.userAgent, navigator.maxTouchPoints) },
  { type: 'referrer', value: referrerOf(document.referrer, location.href) },
  { type: 'time_of_day', value: timeOfDay(new Date()) },
];
