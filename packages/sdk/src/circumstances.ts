import { otherSignal } from './signals.ts';
import type { Signal, SignalValues } from './types.ts';

/** What campaigns add to the address of a page. */
const PAID = /[?&]((gcl|[gw]bra|msclk|ttcl)id=|utm_medium=[^&]*([cp]pc|paid))/i;
const EMAIL = /[?&]utm_medium=[^&]*(e-?mail|newsletter)/i;

/**
 * Where the visitor came from. Of another site only the host is sent, never the address: the service knows which hosts
 * are search engines and social networks.
 */
export function referrerOf(
  referrer: string,
  { host, search }: Pick<Location, 'host' | 'search'>,
): SignalValues['referrer'] {
  if (PAID.test(search)) return 'paid';
  if (EMAIL.test(search)) return 'email';
  // Two dots are the slashes, in two bytes less.
  const from = /^https?:..([^/]+)/.exec(referrer)?.[1];
  return !from ? 'direct' : from === host ? 'internal' : `other:${from}`;
}

/** An iPad presents itself to the service as a Mac, but no Mac has a touch screen. */
export const isTablet = (userAgent: string, touchPoints: number): boolean =>
  /Macintosh/.test(userAgent) && touchPoints > 1;

/** The visitor's local time with its offset: `21:07+02:00`. ECMA-262 specifies the format of `toTimeString`. */
export const timeOfDay = (at: Date) =>
  at.toTimeString().replace(/:.. GMT(...)(..).*/, '$1:$2') as SignalValues['time_of_day'];

/** What the service cannot tell from the headers of the request, as it can most devices. */
export const circumstances = (): Signal[] => [
  ...(isTablet(navigator.userAgent, navigator.maxTouchPoints) ? [otherSignal('device', 'tablet')] : []),
  otherSignal('referrer', referrerOf(document.referrer, location)),
  otherSignal('time_of_day', timeOfDay(new Date())),
];
