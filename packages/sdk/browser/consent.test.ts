import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { Browser } from 'playwright-core';
import type { Consent } from '../src/types.ts';
import { launch, skip } from './chromium.ts';
import { eventually, open, PRODUCTS, Stage } from './stage.ts';

const STEPS = [
  'track',
  'list',
  'event',
  'exposure',
  'flush',
  'id',
  'reset',
  'init',
  'sign in',
  'clear',
  'wait',
] as const;
/** A call, or a choice of the visitor. */
type Step = (typeof STEPS)[number] | Consent;

describe('consent', { skip, timeout: 600_000 }, () => {
  let stage: Stage;
  let browser: Browser;
  before(async () => {
    [stage, browser] = await Promise.all([Stage.set(), launch()]);
  });
  after(async () => {
    await browser.close();
    await stage.close();
  });

  /** Runs the steps in a new visit, and answers what was stored or sent although consent did not allow it. */
  async function violations(initial: Consent | undefined, steps: readonly Step[]): Promise<string[]> {
    const { page, context } = await open(browser, stage.shop);
    try {
      return await page.evaluate(
        async ({ initial, steps }) => {
          const { Decidable, config } = window;
          const found: string[] = [];
          let consent: string | undefined;
          let begun = false;
          // What the visitor has agreed to store: it may stay while they are asked again.
          let agreed = false;
          /** What may be sent of each call, by a text of its own that it sends. */
          const calls = new Map<string, 'may' | 'held' | 'never'>();
          const send = window.fetch;
          window.fetch = (...args) => {
            const body = String(args[1]?.body);
            if (!begun || consent === 'denied') found.push(`sent without consent: ${body}`);
            for (const [text, state] of calls)
              if (state !== 'may' && body.includes(text)) found.push(`${state}: ${body}`);
            return send(...args);
          };
          const decide = (state: string) => {
            consent = state;
            if (begun && state === 'granted') agreed = true;
            if (state === 'denied') agreed = false;
            for (const [text, before] of calls)
              if (state === 'denied') calls.set(text, 'never');
              else if (begun && state === 'granted' && before === 'held') calls.set(text, 'may');
          };
          let count = 0;
          const named = (waits: boolean) => {
            const text = `text-${count++}.`;
            const may = begun && consent === 'granted' ? 'may' : 'never';
            calls.set(text, begun && consent === 'pending' && waits ? 'held' : may);
            return text;
          };
          for (const [n, step] of ['init', ...steps].entries()) {
            if (step === 'init' || step === 'sign in') {
              const denied = localStorage.getItem(`decidable:${config.organizationId}:denied`) !== null;
              begun = true;
              decide(consent ?? initial ?? (denied ? 'denied' : 'granted'));
              void Decidable.init({
                ...config,
                cookieDomain: location.hostname,
                ...(step === 'sign in' && { sessionId: 'of-the-shop-itself' }),
                ...(initial !== undefined && { consent: initial }),
              });
            } else if (step === 'track') void Decidable.track([{ type: 'search', value: named(true) }]);
            else if (step === 'event') void Decidable.event(named(true));
            else if (step === 'exposure') Decidable.exposure('d', [named(true)]);
            else if (step === 'list') void Decidable.search([{ id: 'p01' }], { query: named(false) });
            else if (step === 'flush') void Decidable.flushExposures();
            else if (step === 'id') Decidable.getSessionId();
            else if (step === 'reset') Decidable.reset();
            else if (step === 'clear') localStorage.clear();
            else if (step === 'wait') await new Promise((resolve) => setTimeout(resolve, 70));
            else {
              decide(step);
              Decidable.setConsent(step as 'granted');
            }
            // A turn for what a call does later.
            await new Promise((resolve) => setTimeout(resolve));
            const kept = Object.keys(localStorage).filter((key) => !key.endsWith(':denied'));
            if (document.cookie) kept.push(document.cookie);
            if (!agreed && kept.length > 0) found.push(`${n} ${step}, ${consent}: stored ${kept}`);
          }
          await new Promise((resolve) => setTimeout(resolve, 100));
          return found;
        },
        { initial, steps },
      );
    } finally {
      await context.close();
    }
  }

  it('comes first: nothing is stored or sent that it does not allow, whatever is called in whatever order', async () => {
    const initial = fc.constantFrom<Consent | undefined>('granted', 'pending', 'denied', undefined);
    const step = fc.constantFrom<Step>(...STEPS, 'granted', 'pending', 'denied');
    await fc.assert(
      fc.asyncProperty(initial, fc.array(step, { maxLength: 14 }), async (first, steps) => {
        assert.deepEqual(await violations(first, steps), []);
      }),
      {
        numRuns: 60,
        examples: [
          ['denied', ['reset', 'wait']],
          ['pending', ['track', 'reset', 'wait']],
        ],
      },
    );
  });

  it('that was denied is remembered until it is given', async () => {
    const first = await open(browser, stage.shop);
    try {
      await first.page.evaluate(async () => {
        await window.Decidable.init({ ...window.config, autoTrack: false });
        await window.Decidable.track([]);
        window.Decidable.setConsent('denied');
      });
      const again = () =>
        first.page.evaluate(async () => {
          await window.Decidable.init({ ...window.config, autoTrack: false });
          return [window.Decidable.getSessionId() === null, Object.keys(localStorage).length];
        });
      await first.page.reload();
      assert.deepEqual(await again(), [true, 1]);
      await first.page.evaluate(() => window.Decidable.setConsent('granted'));
      await first.page.reload();
      assert.deepEqual(await again(), [false, 1]);
    } finally {
      await first.context.close();
    }
  });

  it('is not withdrawn by who removes what is stored, in whichever way', async () => {
    const one = await open(browser, stage.shop);
    try {
      const two = await open(browser, stage.shop, one.context);
      for (const { page } of [one, two])
        await page.evaluate(async () => {
          await window.Decidable.init(window.config);
          window.Decidable.getSessionId();
        });
      for (const remove of ['clear', 'each'] as const) {
        await one.page.evaluate((way) => {
          if (way === 'clear') localStorage.clear();
          else for (const key of Object.keys(localStorage)) localStorage.removeItem(key);
        }, remove);
        // Longer than an event takes from tab to tab.
        await two.page.waitForTimeout(300);
        assert.notEqual(await two.page.evaluate(() => window.Decidable.getSessionId()), null, remove);
      }
    } finally {
      await one.context.close();
    }
  });

  it('a page that is prerendered stores no calls and counts nothing before it is shown, and all of it then', async () => {
    const { page, context, calls } = await open(browser, stage.shop);
    try {
      const id = await page.evaluate(async () => {
        Object.defineProperty(document, 'prerendering', { configurable: true, value: true });
        const { Decidable } = window;
        await Decidable.init(window.config);
        void Decidable.track([{ type: 'category_view', value: 'rug' }]);
        void Decidable.event('opened');
        Decidable.exposure('prerendered', ['p01']);
        const { fallback } = await Decidable.rankedCatalog({ limit: 3 });
        if (fallback) throw new Error('A list may be asked for before the page is shown.');
        return Decidable.getSessionId()!;
      });
      await page.waitForTimeout(200);
      assert.deepEqual(calls, ['/catalog/ranked']);
      assert.deepEqual(await stage.signals(id), []);
      await page.evaluate(async () => {
        Object.defineProperty(document, 'prerendering', { value: false });
        document.dispatchEvent(new Event('prerenderingchange'));
        await window.Decidable.flushExposures();
      });
      await eventually(async () => (await stage.signals(id)).length === 3, 'the signals are stored');
      assert.equal((await stage.signals(id)).at(-1), 'category_view:rug');
      assert.equal((await stage.exposures('prerendered')).length, 1);
    } finally {
      await context.close();
    }
  });

  it('without storage a page that begins twice has one session', async () => {
    const { page, context } = await open(browser, `${stage.shop}/?blocked`);
    try {
      const ids = await page.evaluate(async () => {
        const { Decidable } = window;
        const ids: (string | null)[] = [];
        for (let n = 0; n < 2; n++) {
          await Decidable.init({ ...window.config, cookieDomain: location.hostname });
          await Decidable.track([]);
          ids.push(Decidable.getSessionId());
        }
        return ids;
      });
      assert.equal(ids[0], ids[1]);
      assert.equal((await stage.signals(ids[0]!)).length, 2, 'the automatic signals, once');
    } finally {
      await context.close();
    }
  });

  it('results of products whose ids are numbers keep the fields of the page, and their ids', async () => {
    const { page, context } = await open(browser, stage.shop);
    try {
      const results = await page.evaluate(
        async (ids) => {
          await window.Decidable.init(window.config);
          const products = ids.map((_, n) => ({ id: n + 1, mine: `mine ${n + 1}` }));
          const answer = await window.Decidable.rerank(products as never[]);
          return {
            fallback: answer.fallback,
            results: answer.results as unknown as { id: number; mine: string }[],
          };
        },
        PRODUCTS.slice(0, 3).map(({ id }) => id),
      );
      assert.equal(results.fallback, false);
      assert.deepEqual(results.results.map(({ id, mine }) => [id, mine]).toSorted(), [
        [1, 'mine 1'],
        [2, 'mine 2'],
        [3, 'mine 3'],
      ]);
    } finally {
      await context.close();
    }
  });
});
