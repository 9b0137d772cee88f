import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContext } from 'playwright-core';
import type { Config } from '../src/types.ts';
import { launch, skip } from './chromium.ts';
import { eventually, leave, open, Stage } from './stage.ts';

describe('a session', { skip, timeout: 600_000 }, () => {
  let stage: Stage;
  let browser: Browser;
  before(async () => {
    [stage, browser] = await Promise.all([Stage.set(), launch()]);
  });
  after(async () => {
    await browser.close();
    await stage.close();
  });

  /** Names below `localhost` lead to this machine, and pages there may set secure cookies. */
  const at = (subdomain: string) => stage.shop.replace('localhost', `${subdomain}.shop.localhost`);

  async function begin(address: string, context: BrowserContext, config: Partial<Config>) {
    const { page } = await open(browser, address, context);
    const id = await page.evaluate(async (more) => {
      await window.Decidable.init({ ...window.config, ...more });
      return window.Decidable.getSessionId();
    }, config);
    return { page, id };
  }

  const cookies = async (context: BrowserContext) =>
    (await context.cookies()).map(({ name, value, domain }) => `${domain} ${name}=${value}`);

  it('is shared by the subdomains of a shop and its server where a cookie is asked for, renewed as well', async () => {
    const context = await browser.newContext();
    const shared = { cookieDomain: 'shop.localhost' };
    const first = await begin(at('www'), context, shared);
    assert.deepEqual(await cookies(context), [`.shop.localhost decidable_session=${first.id}`]);
    const second = await begin(at('blog'), context, shared);
    assert.equal(second.id, first.id);
    const renewed = await second.page.evaluate(() => {
      window.Decidable.reset();
      return window.Decidable.getSessionId();
    });
    assert.notEqual(renewed, first.id);
    assert.equal(await first.page.evaluate(() => window.Decidable.getSessionId()), renewed);
    await second.page.evaluate(() => window.Decidable.setConsent('denied'));
    assert.deepEqual(await cookies(context), []);
    await context.close();
  });

  it('has no cookie unless one is asked for', async () => {
    const context = await browser.newContext();
    const one = await begin(at('www'), context, {});
    const other = await begin(at('blog'), context, {});
    assert.deepEqual(await cookies(context), []);
    assert.notEqual(one.id, other.id);
    await context.close();
  });

  it('goes on where a server has begun it: by the id that init is told, or by the cookie that the server set', async () => {
    const context = await browser.newContext();
    await context.addCookies([
      { name: 'other', value: '1', url: at('www') },
      { name: 'decidable_session', value: 'by-cookie', domain: '.shop.localhost', path: '/' },
    ]);
    const byCookie = await begin(at('www'), context, { cookieDomain: 'shop.localhost' });
    assert.equal(byCookie.id, 'by-cookie');
    const told = await begin(at('www'), context, {
      cookieDomain: 'shop.localhost',
      sessionId: 'ranked-by-the-server',
    });
    assert.equal(told.id, 'ranked-by-the-server');
    assert.equal(await byCookie.page.evaluate(() => window.Decidable.getSessionId()), told.id);
    await eventually(async () => (await stage.signals(told.id!)).length === 2, 'its visit is told, once');
    const again = await begin(at('www'), context, { cookieDomain: 'shop.localhost' });
    await again.page.evaluate(() => window.Decidable.track([{ type: 'search', value: 'rug' }]));
    assert.deepEqual((await stage.signals(told.id!)).slice(2), ['search:rug']);
    await context.close();
  });

  it('is in the cookie as servers write it, and of a cookie that nobody can read nothing is taken', async () => {
    const context = await browser.newContext();
    const shared = { cookieDomain: 'shop.localhost' };
    const sessionId = 'a; domain=x 100% é';
    await begin(at('www'), context, { ...shared, sessionId });
    assert.deepEqual(await cookies(context), [
      `.shop.localhost decidable_session=${encodeURIComponent(sessionId)}`,
    ]);
    assert.equal((await begin(at('blog'), context, shared)).id, sessionId);

    const before = { name: 'decidable_session', value: '%E9', domain: '.shop.localhost', path: '/' };
    await context.addCookies([before]);
    const { id } = await begin(at('mail'), context, shared);
    assert.match(id!, /^[\d-]+$/);
    assert.deepEqual(await cookies(context), [`.shop.localhost decidable_session=${id}`]);
    await context.close();
  });

  it('is taken from a cookie of at most 128 characters: of a longer one the service would refuse every call', async () => {
    for (const written of ['x'.repeat(128), '%C3%A9'.repeat(128)])
      for (const more of ['', 'x']) {
        const context = await browser.newContext();
        await context.addCookies([
          {
            name: 'decidable_session',
            value: written + more,
            domain: '.shop.localhost',
            path: '/',
          },
        ]);
        const { id } = await begin(at('www'), context, { cookieDomain: 'shop.localhost' });
        if (more) assert.match(id!, /^[\d-]+$/);
        else assert.equal(id, decodeURIComponent(written));
        await eventually(async () => (await stage.signals(id!)).length > 0, 'the service takes its calls');
        await context.close();
      }
  });

  it('is renewed and removed also where a server has set the cookie without a domain, and is no other cookie’s', async () => {
    const context = await browser.newContext();
    const shared = { cookieDomain: 'shop.localhost' };
    await context.addCookies([
      { name: 'old-decidable_session', value: 'other', url: at('blog') },
      { name: 'ref', value: 'decidable_session=other', url: at('blog') },
    ]);
    assert.match((await begin(at('blog'), context, shared)).id!, /^[\d-]+$/);
    await context.clearCookies({ name: 'decidable_session' });

    const ofServer = { name: 'decidable_session', value: 'of-the-server', url: at('www') };
    await context.addCookies([ofServer]);
    const mine = async () => (await cookies(context)).filter((cookie) => / decidable_session=/.test(cookie));
    const { page, id } = await begin(at('www'), context, shared);
    assert.equal(id, 'of-the-server');
    const renewed = await page.evaluate(() => {
      window.Decidable.reset();
      return window.Decidable.getSessionId();
    });
    assert.notEqual(renewed, 'of-the-server');
    assert.deepEqual(await mine(), [`.shop.localhost decidable_session=${renewed}`]);

    await context.addCookies([ofServer]);
    await page.evaluate(() => window.Decidable.setConsent('denied'));
    assert.deepEqual(await mine(), []);
    await context.close();
  });

  it('is left to the cookie of the server on a page without HTTPS, where browsers refuse ours', async () => {
    const context = await browser.newContext();
    const address = 'http://www.shop.test/';
    await context.route(`${address}**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: new URL(pathname, stage.shop).href }) });
    });
    await context.addCookies([{ name: 'decidable_session', value: 'of-the-server', url: address }]);
    const { page, id } = await begin(address, context, { cookieDomain: 'shop.test' });
    assert.equal(id, 'of-the-server');
    assert.deepEqual(await cookies(context), ['www.shop.test decidable_session=of-the-server']);
    await leave(page);
  });

  it('of a shopper who signs in is the shop’s own from then on, and what came before stays with the former', async () => {
    const context = await browser.newContext();
    const { page, id } = await begin(at('www'), context, { autoTrack: false });
    await page.evaluate(async () => {
      const { Decidable, config } = window;
      await Decidable.track([{ type: 'search', value: 'before' }]);
      await Decidable.init({ ...config, autoTrack: false, sessionId: 'pseudonym' });
      await Decidable.track([{ type: 'search', value: 'after' }]);
    });
    assert.deepEqual(await stage.signals(id!), ['search:before']);
    assert.deepEqual(await stage.signals('pseudonym'), ['search:after']);
    await page.evaluate(() => window.Decidable.reset());
    assert.notEqual(await page.evaluate(() => window.Decidable.getSessionId()), 'pseudonym');
    await context.close();
  });
});
