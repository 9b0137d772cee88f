import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { skip as noChromium } from '../../sdk/browser/chromium.ts';
import type { DrivenBrowser, Tab } from '../../sdk/browser/driven-browser.ts';
import { launchFirefox, skip as noFirefox } from '../../sdk/browser/firefox.ts';
import { OWNER, PATIENCE, useDashboard } from './dashboard-under-test.ts';

/*
 * One walk through the pages that use most of what browsers do differently: cookies, uploads, streams of events, popovers,
 * colours in pairs. The rest is tested in Chromium, in which the owner is created too.
 */
describe('the dashboard in Firefox', { skip: noFirefox || noChromium }, () => {
  const dashboard = useDashboard();
  let firefox: DrivenBrowser;
  let tab: Tab;
  before(async () => {
    firefox = await launchFirefox();
    tab = await firefox.open(`${dashboard().service.address}/keys`);
  });
  after(() => firefox.close());

  /** Waits until the page says it. */
  async function reads(wanted: RegExp): Promise<string> {
    const until = performance.now() + PATIENCE;
    for (;;) {
      const text = await tab.evaluate(() => document.body.innerText);
      if (wanted.test(text)) return text;
      if (performance.now() > until) assert.fail(`The page does not say ${wanted}: ${text}`);
      await pause(50);
    }
  }

  it('signs in, and shows the page that was asked for', async () => {
    await reads(/Sign in/);
    // Functions that run in the page have no closure.
    assert.deepEqual([OWNER.email, OWNER.password], ['mara@shop.example', 'correct horse battery']);
    await tab.evaluate(() => {
      const fill = (type: string, value: string) => {
        const input = document.querySelector<HTMLInputElement>(`input[type=${type}]`)!;
        input.value = value;
        input.dispatchEvent(new Event('input', { bubbles: true }));
      };
      fill('email', 'mara@shop.example');
      fill('password', 'correct horse battery');
    });
    // What was typed is drawn before the form is sent.
    await tab.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      document.querySelector('form')!.requestSubmit();
    });
    await reads(/demo key/);
  });

  it('grades the catalogue of the shop, with progress, and opens its report', async () => {
    await tab.goto(`${dashboard().service.address}/audit`);
    await reads(/Grade the catalogue of the shop/);
    await tab.evaluate(() =>
      [...document.querySelectorAll('button')]
        .find(({ innerText }) => /of the shop/.test(innerText))!
        .click(),
    );
    await reads(/Attributes/);
    const found = await tab.evaluate(() => ({
      path: location.pathname,
      wide: document.documentElement.scrollWidth - innerWidth,
      // Colours in pairs are read, and popovers stay closed.
      canvas: getComputedStyle(document.body).backgroundColor,
      open: [...document.querySelectorAll('[popover]')].filter((each) => each.matches(':popover-open'))
        .length,
    }));
    assert.match(found.path, /^\/audit\/.+/);
    assert.ok(found.wide <= 0, `${found.wide} px wider than the window`);
    assert.match(found.canvas, /^rgb\(\d+, \d+, \d+\)$/);
    assert.equal(found.open, 0);
  });

  it('shows a session as it comes', async () => {
    const { service, demo } = dashboard();
    await tab.goto(`${service.address}/sessions`);
    await reads(/Sessions/);
    const sent = await fetch(`${service.address}/api/v1/track`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': demo.apiKey },
      body: JSON.stringify({
        organizationId: demo.organizationId,
        sessionId: 'of-firefox',
        signals: [{ type: 'category_view', value: 'monitor' }],
      }),
    });
    assert.equal(sent.status, 200);
    await tab.goto(`${service.address}/sessions/of-firefox`);
    await reads(/monitor/);
  });
});
