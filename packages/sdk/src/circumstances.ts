import type { Signal, SignalValues } from './types.ts';

/**
 * Where the visitor came from. Of another site only the host is sent, never the address: the service knows which hosts
 * are search engines and social networks.
 */
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
  return `other:${host}`;
}

/** An iPad presents itself to the service as a Mac, but no Mac has a touch screen. */
export const isTablet = (userAgent: string, touchPoints: number): boolean =>
  /Macintosh/.test(userAgent) && touchPoints > 1;

/** The visitor's local time with its offset: `21:07+02:00`. ECMA-262 specifies the format of a date. */
export const timeOfDay = (at: Date) =>
  String(at).replace(/.*(\d\d:\d\d):\d\d GMT([+-]\d\d)(\d\d).*/, '$1$2:$3') as SignalValues['time_of_day'];

/** What the service cannot tell from the headers of the request, as it can most devices. */
export const circumstances = (): Signal[] => [
  ...(isTablet(navigator.userAgent, navigator.maxTouchPoints)
    ? [{ type: 'device', value: 'tablet' } as const]
    : []),
  { type: 'referrer', value: referrerOf(document.referrer, location.href) },
  { type: 'time_of_day', value: timeOfDay(new Date()) },
];
