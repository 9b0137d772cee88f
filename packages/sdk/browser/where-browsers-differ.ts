import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { DrivenBrowser, Tab } from './driven-browser.ts';
import { assertNoPageWaits } from './first-byte.ts';
import { DENIED, eventually, Stage } from './stage.ts';

/**
 * Tests of the behaviour in which browsers differ: storage, leaving a page, the back/forward cache, security policies. The
 * rest is tested in Chromium.
 */
export function testWhereBrowsersDiffer(
  name: string,
  launch: () => Promise<DrivenBrowser>,
  skip: string | false,
): void {
  describe(`the SDK in ${name}, with the service on another origin`, { skip, timeout: 600_000 }, () =>
    tests(name, launch),
  );
}

function tests(name: string, launch: () => Promise<DrivenBrowser>): void {
  let stage: Stage;
  let browser: DrivenBrowser;
  const open: Tab[] = [];

  before(async () => {
    [stage, browser] = await Promise.all([Stage.set(), launch()]);
  });
  after(async () => {
    await browser?.close();
    await stage?.close();
  });
  /** Every test also checks for unhandled errors and violations of the shop's policy. */
  afterEach(async () => {
    for (const tab of open.splice(0)) {
      const found = await tab.evaluate(() => [...(window.unhandled ?? []), ...(window.violations ?? [])]);
      await tab.close();
      assert.deepEqual(found, []);
    }
  });

  async function visit(path: string): Promise<Tab> {
    const tab = await browser.open(stage.shop + path);
    open.push(tab);
    return tab;
  }
  const decisionOf = (tab: Tab): Promise<string> =>
    eventually(() => tab.evaluate(() => document.body?.dataset.decision ?? false), 'the page is ranked');
  const stored = async (decisionId: string): Promise<string[]> =>
    (await stage.exposures(decisionId)).map(({ itemId }) => itemId).sort();

  it('a session begins with device, referrer and time of day, and views change the order', async () => {
    const tab = await visit('/');
    const { id, device, before, after } = await tab.evaluate(async () => {
      const { Decidable } = window;
      await Decidable.init(window.config);
      const before = await Decidable.rankedCatalog({ limit: 5 });
      const tracked = await Decidable.track([{ type: 'category_view', value: 'rug' }]);
      return {
        id: Decidable.getSessionId()!,
        device: tracked.fallback ? tracked.reason : tracked.context.device,
        before,
        after: await Decidable.rankedCatalog({ limit: 5 }),
      };
    });
    assert.ok(!before.fallback && !after.fallback);
    assert.equal(device, 'desktop');
    assert.equal(before.explanation.personalised, false);
    assert.ok(after.items.every(({ attributes }) => attributes.category === 'rug'));
    assert.match(
      String(await stage.signals(id)),
      /^referrer:direct,time_of_day:\d\d:\d\d[+-]\d\d:\d\d,category_view:rug$/,
    );
  });

  /** Waits on a ranked page until all elements in view count as seen. */
  async function look(tab: Tab): Promise<{ decision: string; seen: string[] }> {
    const decision = await decisionOf(tab);
    const seen = await tab.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const items = [...document.querySelectorAll('.item')];
          // Notified after the observers of the SDK, and longer than an exposure takes: five products to a screen.
          const later = (): unknown =>
            setTimeout(() => resolve(items.slice(0, 5).map(({ textContent }) => textContent!)), 600);
          new IntersectionObserver(later).observe(items[0]!);
        }),
    );
    return { decision, seen: seen.sort() };
  }

  /** Leaves a page, does something, and goes back. Resolves to whether the browser had kept the page as it was. */
  async function leaveAndReturn(tab: Tab, meanwhile: () => Promise<void>): Promise<boolean> {
    const left = await tab.evaluate(() => {
      document.documentElement.dataset.left = 'true';
      return location.pathname;
    });
    await tab.goto(`${stage.shop}/elsewhere`);
    await meanwhile();
    await tab.back();
    const found = async () => {
      const { path, loaded, kept } = await tab.evaluate(() => ({
        path: location.pathname,
        loaded: document.readyState === 'complete',
        kept: document.documentElement.dataset.left === 'true',
      }));
      return path === left && loaded && { kept };
    };
    return (await eventually(found, 'the page is back')).kept;
  }

  /**
   * A browser does not guarantee to keep a page: it is reloaded while one of its requests counts as in flight, or when
   * memory is short. With an SDK that prevents caching, none of five pages is kept.
   */
  async function untilKept(attempt: () => Promise<boolean>): Promise<void> {
    for (let attempts = 0; attempts < 5; attempts++) if (await attempt()) return;
    assert.fail(`${name} kept none of five pages.`);
  }

  it('a page with the snippet goes on whatever becomes of the script', () =>
    assertNoPageWaits(stage, browser.open));

  it('exposures are stored once when the page is left, also when it comes back from the cache', async () => {
    await untilKept(async () => {
      const tab = await visit('/ranked');
      const { decision, seen } = await look(tab);
      const kept = await leaveAndReturn(tab, async () => {
        await eventually(async () => (await stored(decision)).length >= 5, 'the exposures are stored');
      });
      const ranked = await tab.evaluate(() => window.Decidable.rankedCatalog({ limit: 3 }));
      assert.equal(ranked.fallback, false);
      assert.deepEqual(await stored(decision), seen);
      return kept;
    });
  });

  it('requests in flight when a page enters the cache end when it comes back, and arrive all the same', async () => {
    await untilKept(async () => {
      const tab = await visit('/');
      const id = await tab.evaluate(async () => {
        const { Decidable, config } = window;
        // Tabs share their session, so each attempt uses a new one.
        localStorage.clear();
        const { timeout: _, ...standard } = config;
        await Decidable.init(standard);
        addEventListener('pagehide', () => {
          const calls: Promise<unknown>[] = [
            Decidable.rankedCatalog(),
            Decidable.track([{ type: 'category_view', value: 'lamp' }]),
          ];
          for (let i = 0; i < 5; i++) calls.push(Decidable.event(`put_aside_${i}`));
          void Promise.all(calls).then(() => {
            document.body.dataset.settled = 'true';
          });
        });
        return Decidable.getSessionId()!;
      });
      const kept = await leaveAndReturn(tab, async () => {
        await eventually(
          async () => (await stage.signals(id)).includes('category_view:lamp'),
          'the signal of the leaving page is stored',
        );
      });
      if (!kept) return false;
      await eventually(() => tab.evaluate(() => document.body?.dataset.settled === 'true'), 'all is settled');
      await tab.evaluate(() => void window.Decidable.track([{ type: 'category_view', value: 'chair' }]));
      await eventually(
        async () => (await stage.signals(id)).includes('category_view:chair'),
        'the signal after the return is stored',
      );
      const received = (await stage.signals(id)).filter((signal) => /:(lamp|chair)$/.test(signal));
      assert.deepEqual(received, ['category_view:lamp', 'category_view:chair']);
      const events = (await stage.events()).filter(
        ({ name, sessionId }) => sessionId === id && name.startsWith('put_aside'),
      );
      assert.equal(events.length, 5);
      return true;
    });
  });

  it('exposures are stored when the tab is closed', async () => {
    const tab = await visit('/ranked');
    const { decision, seen } = await look(tab);
    open.splice(open.indexOf(tab), 1);
    await tab.close();
    await eventually(async () => (await stored(decision)).length >= 5, 'the exposures are stored');
    assert.deepEqual(await stored(decision), seen);
  });

  it('consent withdrawn in one tab is withdrawn in the others', async () => {
    const [one, two] = [await visit('/'), await visit('/')];
    for (const tab of [one, two]) await tab.evaluate(() => window.Decidable.init(window.config));
    await one.evaluate(() => window.Decidable.setConsent('denied'));
    const id = () => two.evaluate(() => window.Decidable.getSessionId());
    await eventually(async () => (await id()) === null, 'the other tab heard of it');
    // Tabs in several processes see what is stored a moment later.
    const kept = () => two.evaluate(() => Object.keys(localStorage).join());
    await eventually(async () => (await kept()) === DENIED, 'only the denial is kept');
  });

  it('with storage blocked by the browser all works for as long as the page lives', async () => {
    const tab = await visit('/?blocked');
    const { blocked, ids, ranked } = await tab.evaluate(async () => {
      const { Decidable } = window;
      let blocked = false;
      try {
        blocked = !localStorage;
      } catch {
        blocked = true;
      }
      await Decidable.init(window.config);
      await Decidable.track([{ type: 'category_view', value: 'rug' }]);
      const ranked = await Decidable.rankedCatalog({ limit: 3 });
      return { blocked, ids: [Decidable.getSessionId(), Decidable.getSessionId()], ranked };
    });
    assert.equal(blocked, true);
    assert.ok(ids[0] && ids[0] === ids[1]);
    assert.ok(!ranked.fallback && ranked.explanation.personalised);
  });
}
