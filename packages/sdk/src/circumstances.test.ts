import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTablet, referrerOf, timeOfDay } from './circumstances.ts';

describe('the circumstances of a visit', () => {
  const safari =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15';
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0';

  it('tell a tablet that presents itself as a Mac, and leave all others to the headers', () => {
    assert.equal(isTablet(safari, 5), true);
    assert.equal(isTablet(safari, 0), false);
    assert.equal(isTablet(firefox, 10), false);
  });

  const referrers: readonly [string, string, string][] = [
    ['', 'https://shop.test/', 'direct'],
    ['https://shop.test/a', 'https://shop.test/b', 'internal'],
    ['https://www.google.co.uk/', 'https://shop.test/', 'other:www.google.co.uk'],
    ['https://www.facebook.com/', 'https://shop.test/?fbclid=1', 'other:www.facebook.com'],
    ['https://www.google.com/', 'https://shop.test/?gclid=1', 'paid'],
    ['https://news.test/', 'https://shop.test/?utm_medium=cpc', 'paid'],
    ['', 'https://shop.test/?utm_medium=email', 'email'],
    ['https://blog.test/private/path?token=1', 'https://shop.test/', 'other:blog.test'],
    ['https://notgoogle-fan.test/', 'https://shop.test/', 'other:notgoogle-fan.test'],
    ['android-app://com.example', 'https://shop.test/', 'direct'],
  ];
  for (const [referrer, address, kind] of referrers) {
    it(`tells ${referrer || 'no referrer'} on ${address} as ${kind}`, () => {
      assert.equal(referrerOf(referrer, new URL(address)), kind);
    });
  }

  it("tells the time of day on the visitor's own clock, with its offset", () => {
    assert.match(timeOfDay(new Date()), /^\d\d:\d\d[+-]\d\d:\d\d$/);
    const zoned = Object.assign(new Date(0), {
      toTimeString: () => '07:05:00 GMT-0330 (Newfoundland Standard Time)',
    });
    assert.equal(timeOfDay(zoned), '07:05-03:30');
  });
});
