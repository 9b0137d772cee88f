import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { SessionId } from '@decidable/server/storage';
import type { Browser, Page } from 'playwright-core';
import { readManifest } from '../../release.ts';
import { launch, skip } from '../chromium.ts';
import { eventually, leave, ORGANIZATION, Stage } from '../stage.ts';
import { SERVICE, SHOP, shopContext } from './served-shop.ts';
import { readTemplate, runScenario, runTemplate } from './tag-manager-contract.ts';

const template = readTemplate(
  readFileSync(new URL('../../../../examples/tag-manager/template.tpl', import.meta.url), 'utf8'),
);
const { code, parameters, permissions, tests } = template;

type Listening = [type: string, listener: (type: string, isGranted: boolean) => void];

describe('the template for Google Tag Manager, by its documented contract', () => {
  for (const { name, code: scenario } of tests.scenarios)
    it(`${name} (its own test)`, () => runScenario(template, scenario));

  it('is a tag for pages, and asks for no more than it uses', () => {
    assert.deepEqual([template.info.type, template.info.containerContexts], ['TAG', ['WEB']]);
    assert.deepEqual(Object.keys(permissions), ['access_globals', 'inject_script', 'access_consent']);
    const offered = parameters.find(({ name }) => name === 'consentType')!.selectItems!;
    assert.deepEqual(
      (permissions.access_consent as { consentType: string }[]).map(({ consentType }) => consentType).sort(),
      offered.flatMap(({ value }) => (value === 'none' ? [] : [value])).sort(),
    );
  });

  it('is written in what sandboxed JavaScript has', () => {
    const statements = code.replaceAll(/\/\/.*$/gm, '').replaceAll(/'[^']*'/g, "''");
    assert.doesNotMatch(statements, /\b(new|this|class|async|await|window|document|eval|function\*|yield)\b/);
    assert.doesNotMatch(statements, /`|\.\.\.|=>\s*\(\{|\?\.|\?\?/);
  });

  it('pins the newest release of the SDK, and takes addresses without a slash at the end', async () => {
    const { moving } = await readManifest();
    const field = (name: string) => parameters.find((each) => each.name === name)!;
    assert.equal(field('version').defaultValue, Object.values(moving)[0]);
    const [{ args = [] } = {}] = field('address').valueValidators!;
    const address = new RegExp(args[0]!);
    for (const good of ['https://decidable.example', 'https://shop.example/decidable'])
      assert.match(good, address);
    for (const bad of ['https://decidable.example/', 'http://decidable.example', 'decidable.example'])
      assert.doesNotMatch(bad, address);
  });
});

describe('a shop with the tag, in Chromium', { skip, timeout: 300_000 }, () => {
  let stage: Stage;
  let browser: Browser;
  before(async () => {
    [stage, browser] = await Promise.all([Stage.set(), launch()]);
  });
  after(async () => {
    await browser.close();
    await stage.close();
  });

  async function open(more: object, consent: Readonly<Record<string, boolean>> = {}): Promise<Page> {
    const files = { '/': ['text/html', '<!doctype html><title>Shop</title><h1>Shop</h1>'] } as const;
    const page = await (await shopContext(browser, stage, files)).newPage();
    await page.goto(`${SHOP}/`);
    const data = {
      address: SERVICE,
      apiKey: stage.key.value,
      organizationId: ORGANIZATION,
      version: parameters.find(({ name }) => name === 'version')!.defaultValue,
      dataLayer: true,
      consentType: 'none',
      ...more,
    };
    await page.evaluate(
      ([source, code, permissions, data, granted]) => {
        const page = window as unknown as Record<string, unknown>;
        // As in a shop: pushed before the tag runs.
        (page.dataLayer as unknown[]) = [
          { event: 'view_item', ecommerce: { items: [{ item_id: 'p03', item_category: 'rug' }] } },
        ];
        const consent = { granted: { ...granted }, listeners: [] as Listening[] };
        page.consent = consent;
        const run = new Function(`return ${source}`)() as (...args: unknown[]) => void;
        const ends = {
          gtmOnSuccess: () => (page.ended = 'success'),
          gtmOnFailure: () => (page.ended = 'failure'),
        };
        run(code, permissions, { ...data, ...ends }, page, consent);
      },
      [String(runTemplate), code, permissions, data, consent] as const,
    );
    await page.waitForFunction(() => 'ended' in window);
    assert.equal(await page.evaluate('ended'), 'success');
    return page;
  }

  const signalsOf = async (page: Page): Promise<string[]> => {
    const session = await page.evaluate(() => window.Decidable.getSessionId());
    if (session === null) return [];
    const log = await stage.service.storage.sessions.log(ORGANIZATION, session as SessionId);
    return log.flatMap(({ type, value }) =>
      /^(product|cart|purchase)/.test(type) ? [`${type} ${value}`] : [],
    );
  };

  it('has the events of its data layer tracked, those from before the tag as well', async () => {
    const page = await open({});
    await page.evaluate(() => {
      const layer = (window as unknown as { dataLayer: unknown[] }).dataLayer;
      layer.push({ event: 'add_to_cart', ecommerce: { items: [{ item_id: 'p03' }] } });
      layer.push({
        event: 'purchase',
        ecommerce: { transaction_id: 'o-1', items: [{ item_id: 'p03', quantity: 2 }] },
      });
    });
    await eventually(
      async () => (await signalsOf(page)).join() === 'product_view p03,cart_add p03,purchase p03',
      'signals',
    );
    await leave(page);
  });

  it('stores and sends nothing before consent is granted, then what waited', async () => {
    const page = await open({ consentType: 'personalization_storage' }, { personalization_storage: false });
    assert.equal(await page.evaluate(() => window.Decidable.getSessionId()), null);
    assert.equal(await page.evaluate(() => localStorage.length), 0);
    await page.evaluate(() => {
      const { listeners } = (window as unknown as { consent: { listeners: Listening[] } }).consent;
      for (const [type, listener] of listeners) listener(type, true);
    });
    await eventually(async () => (await signalsOf(page)).join() === 'product_view p03', 'the signal');
    await leave(page);
  });
});
