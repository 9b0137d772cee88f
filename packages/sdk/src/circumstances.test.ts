import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deviceOf, referrerOf, timeOfDay } from './circumstances.ts';

describe('the circumstances of a visit', () => {
  const agents: readonly [string, number, string][] = [
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36',
      0,
      'desktop',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
      0,
      'desktop',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
      5,
      'tablet',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
      5,
      'mobile',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36',
      5,
      'mobile',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36',
      5,
      'tablet',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 0, 'desktop'],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 0, 'bot'],
    ['curl/8.0', 0, 'other'],
  ];
  for (const [agent, touchPoints, device] of agents) {
    it(`has ${agent.slice(0, 60)} with ${touchPoints} touch points as ${device}`, () => {
      assert.equal(deviceOf(agent, touchPoints), device);
    });
  }

  const referrers: readonly [string, string, string][] = [
    ['', 'https://shop.test/', 'direct'],
    ['https://shop.test/a', 'https://shop.test/b', 'internal'],
    ['https://www.google.co.uk/', 'https://shop.test/', 'search'],
    ['https://duckduckgo.com/', 'https://shop.test/', 'search'],
    ['https://t.co/abc', 'https://shop.test/', 'social'],
    ['https://www.facebook.com/', 'https://shop.test/?fbclid=1', 'social'],
    ['https://www.google.com/', 'https://shop.test/?gclid=1', 'paid'],
    ['https://news.test/', 'https://shop.test/?utm_medium=cpc', 'paid'],
    ['', 'https://shop.test/?utm_medium=email', 'email'],
    ['https://blog.test/private/path?token=1', 'https://shop.test/', 'other:blog.test'],
    ['https://notgoogle-fan.test/', 'https://shop.test/', 'other:notgoogle-fan.test'],
    ['android-app://com.example', 'https://shop.test/', 'direct'],
  ];
  for (const [referrer, address, kind] of referrers) {
    it(`tells ${referrer || 'no referrer'} on ${address} as ${kind}`, () => {
      assert.equal(referrerOf(referrer, address), kind);
    });
  }

  it("tells the time of day on the visitor's own clock, with its offset", () => {
    assert.match(timeOfDay(new Date()), /^\d\d:\d\d[+-]\d\d:\d\d$/);
    const zoned = Object.assign(new Date(0), {
      toString: () => 'Fri Nov 20 2026 07:05:00 GMT-0330 (Newfoundland Standard Time)',
    });
    assert.equal(timeOfDay(zoned), '07:05-03:30');
  });
});
