import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextOfRequest, deviceOf, referrerOf, referrerSaid, timeOfDayOf } from './context.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const IPAD =
  'Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1 Mobile/15E148 Safari/604.1';
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const LINUX =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const CHROMEBOOK =
  'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

test('the User-Agent tells phones, tablets, desktops and robots apart', () => {
  assert.equal(deviceOf({ 'user-agent': IPHONE }), 'mobile');
  assert.equal(deviceOf({ 'user-agent': IPAD }), 'tablet');
  assert.equal(deviceOf({ 'user-agent': WINDOWS }), 'desktop');
  assert.equal(deviceOf({ 'user-agent': CHROMEBOOK }), 'desktop');
  assert.equal(deviceOf({ 'user-agent': GOOGLEBOT }), 'bot');
  assert.equal(deviceOf({ 'user-agent': 'Mozilla/5.0 (Toaster; rv:1.0)' }), 'other');
  assert.equal(deviceOf({}), 'other');
});

test('the HTTP client of a shop’s server is no robot, and tells nothing of the shopper', () => {
  for (const client of [
    'node',
    'undici',
    'axios/1.7.9',
    'okhttp/4.12.0',
    'python-requests/2.32.3',
    'Java/21.0.5',
    'Java-http-client/21.0.5',
    'Apache-HttpClient/5.4 (Java/21)',
    'Go-http-client/2.0',
    'GuzzleHttp/7',
    'curl/8.9.1',
    'Apache-HttpAsyncClient/4.1.5 (Java/21.0.5)',
    'Jakarta Commons-HttpClient/3.1',
    'Jersey/3.1 (HttpUrlConnection 21.0.5)',
    'Vert.x-WebClient/4.5',
    'go-resty/2.16 (https://github.com/go-resty/resty)',
    'RestSharp/112.1.0.0',
    'http.rb/5.2.0',
    'hackney/1.20.1',
    'WordPress/6.7; https://shop.example',
    'Drupal/11 (+https://www.drupal.org/)',
  ]) {
    assert.equal(deviceOf({ 'user-agent': client }), 'other', client);
    assert.equal(deviceOf({ 'user-agent': client, 'sec-ch-ua-mobile': '?1' }), 'mobile', client);
  }
  for (const robot of [
    'Scrapy/2.11',
    'HeadlessChrome/120',
    'AhrefsBot/7.0',
    'WhatsApp/2.23',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    // A dot is a dot.
    'httpsrb/1.0',
  ]) {
    assert.equal(deviceOf({ 'user-agent': robot }), 'bot', robot);
  }
});

test('client hints come before the User-Agent', () => {
  assert.equal(deviceOf({ 'user-agent': LINUX, 'sec-ch-ua-mobile': '?1' }), 'mobile');
  const tablet = { 'user-agent': LINUX, 'sec-ch-ua-mobile': '?0', 'sec-ch-ua-platform': '"Android"' };
  assert.equal(deviceOf(tablet), 'tablet');
  assert.equal(deviceOf({ 'user-agent': IPHONE, 'sec-ch-ua-form-factors': '"Desktop"' }), 'desktop');
});

test('a robot stays one whatever its hints say', () => {
  assert.equal(deviceOf({ 'user-agent': GOOGLEBOT, 'sec-ch-ua-mobile': '?1' }), 'bot');
});

const SHOP = 'https://shop.example/boots';
const REFERRERS: readonly (readonly [string | undefined, string | undefined, string])[] = [
  [undefined, SHOP, 'direct'],
  ['https://shop.example/', SHOP, 'internal'],
  ['https://www.google.co.uk/', SHOP, 'search'],
  ['https://duckduckgo.com/', SHOP, 'search'],
  ['https://mail.google.com/', SHOP, 'email'],
  ['https://l.facebook.com/', SHOP, 'social'],
  ['https://t.co/abc', SHOP, 'social'],
  ['https://www.blog.example/post', SHOP, 'other:blog.example'],
  ['https://notgoogle.example/', SHOP, 'other:notgoogle.example'],
  ['https://www.google.com/', `${SHOP}?gclid=1`, 'paid'],
  [undefined, `${SHOP}?utm_source=x&utm_medium=cpc`, 'paid'],
  [undefined, `${SHOP}?utm_medium=newsletter`, 'email'],
  [undefined, `${SHOP}?utm_medium=social`, 'social'],
  ['not a url', SHOP, 'direct'],
];
for (const [referrer, page, expected] of REFERRERS) {
  test(`from ${referrer ?? 'nowhere'} to ${page} is ${expected}`, () => {
    assert.equal(referrerOf(referrer, page), expected);
  });
}

test('another site that a signal names is told by its kind, as in a header', () => {
  for (const [value, told] of [
    ['other:www.Google.co.uk', 'search'],
    ['other:t.co', 'social'],
    ['other:t.co:443', 'social'],
    ['other:mail.example', 'email'],
    ['other:www.blog.example', 'other:blog.example'],
    ['other:blog.example:8080', 'other:blog.example'],
    [`other:${'a'.repeat(300)}`, `other:${'a'.repeat(253)}`],
    ['paid', 'paid'],
  ] as const) {
    assert.equal(referrerSaid(value), told);
  }
});

test('a request of the shop itself is internal, one without a referrer direct', () => {
  const inside = contextOfRequest({ referer: SHOP, origin: 'https://shop.example' }, 0);
  assert.equal(inside.referrer, 'internal');
  assert.equal(contextOfRequest({}, 0).referrer, 'direct');
  assert.equal(contextOfRequest({ origin: 'https://shop.example' }, 0).referrer, 'direct');
});

test('a campaign in the address of the page is seen in the headers alone', () => {
  const context = contextOfRequest({ referer: `${SHOP}?gclid=1`, origin: 'https://shop.example' }, 0);
  assert.equal(context.referrer, 'paid');
});

test('a server hands on what led to the shop', () => {
  const from = (referer: string, ...shops: string[]) => contextOfRequest({ referer }, 0, shops).referrer;
  assert.equal(from('https://www.google.com/'), 'search');
  assert.equal(from('https://t.co/abc'), 'social');
  assert.equal(from('https://mail.google.com/'), 'email');
  assert.equal(from(SHOP), 'other:shop.example');
  assert.equal(from(SHOP, 'https://www.shop.example', 'https://shop.example'), 'internal');
  assert.equal(from('https://www.google.com/', 'https://shop.example'), 'search');
  assert.equal(from(`${SHOP}?gclid=1`), 'paid');
  assert.equal(from('not a url'), 'direct');
});

test('the day has four quarters', () => {
  assert.deepEqual([0, 5, 6, 11, 12, 17, 18, 23].map(timeOfDayOf), [
    'night',
    'night',
    'morning',
    'morning',
    'afternoon',
    'afternoon',
    'evening',
    'evening',
  ]);
});
