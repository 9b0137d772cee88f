import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { skip } from '../../sdk/browser/chromium.ts';
import { checkPage } from './check-page.ts';
import { useDashboard } from './dashboard-under-test.ts';

describe('the pages about shoppers', { skip }, () => {
  const dashboard = useDashboard();
  const SESSION = 'visitor-1';

  /** Calls an endpoint of the service as the shop does. */
  async function shop(path: string, body: object): Promise<Record<string, unknown>> {
    const { service, demo } = dashboard();
    const response = await fetch(`${service.address}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': demo.apiKey },
      body: JSON.stringify({ organizationId: demo.organizationId, sessionId: SESSION, ...body }),
    });
    assert.equal(response.status, 200);
    return (await response.json()) as Record<string, unknown>;
  }

  const signal = (type: string, value: string) => shop('/track', { signals: [{ type, value }] });

  before(async () => {
    await signal('category_view', 'headphones');
    await signal('price_filter', '50-150');
    await signal('search', 'wireless headphones');
    await signal('search', 'garden hose');
    const { decisionId, items } = await shop('/catalog/ranked', { limit: 12 });
    const ids = (items as { id: string }[]).map(({ id }) => id);
    await shop('/exposure', { decisionId, items: ids.slice(0, 8) });
    await signal('product_view', ids[1]);
    await signal('cart_add', ids[1]);
    await signal('product_view', 'SKU-4711');
  });

  checkPage(dashboard, 'sessions', '/sessions', (page) =>
    page.getByRole('link', { name: SESSION }).waitFor(),
  );
  checkPage(dashboard, 'session', `/sessions/${SESSION}`, async (page) => {
    await page.getByText('watching live').waitFor();
    const compare = page.getByRole('button', { name: 'Compare' });
    await compare.nth(1).click();
    await compare.nth(5).click();
    await page.getByRole('heading', { name: 'What would turn it round' }).waitFor();
  });
  checkPage(dashboard, 'outcomes', '/outcomes', (page) =>
    page.getByRole('heading', { name: 'Findings' }).waitFor(),
  );
  checkPage(dashboard, 'self-test', '/self-test', async (page) => {
    await page.getByLabel('Address of your shop').fill('https://shop.example');
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByRole('heading', { name: /The ids of products/ }).waitFor();
  });

  it('a session that is watched shows each signal as it arrives, and the list follows', async () => {
    await using visit = await dashboard().open(`/sessions/${SESSION}`);
    const { page } = visit;
    await page.getByText('watching live').waitFor();
    assert.equal(await page.title(), 'Session · Decidable');
    const list = page.getByRole('list', { name: 'Ranked products' });
    await list.getByRole('listitem').first().waitFor();
    const before = await list.textContent();
    await signal('category_view', 'keyboards');
    await page.getByText('Looked through the category').first().waitFor();
    assert.match((await page.locator('.timeline li').first().textContent()) ?? '', /keyboards/);
    await page.waitForFunction(
      (text) => document.querySelector('[aria-label="Ranked products"]')?.textContent !== text,
      before,
    );
    assert.deepEqual(visit.complaints, []);
  });

  it('a signal that comes while the stream is interrupted is shown when it goes on', async () => {
    await using visit = await dashboard().open('/sessions');
    const { page } = visit;
    const shown = page.locator('.timeline li').first();
    let streams = 0;
    await page.route('**/live', async (route) => {
      streams++;
      const body = 'data: {"signals":[],"state":{"personas":[],"interests":[]}}\n\n';
      if (streams === 1) return route.fulfill({ contentType: 'text/event-stream', body });
      await shown.waitFor();
      await signal('category_view', 'monitors');
      return route.continue();
    });
    await page.getByRole('link', { name: SESSION }).click();
    await shown.getByText('monitors').waitFor();
    assert.deepEqual(visit.complaints, []);
  });

  it('a search can be tried as the shopper', async () => {
    await using visit = await dashboard().open(`/sessions/${SESSION}`);
    const { page } = visit;
    await page.getByLabel('Try a search as this shopper').fill('mechanical keyboard');
    await page
      .locator('.ranked li')
      .filter({ hasText: /keyboard/i })
      .first()
      .waitFor();
  });

  it('an erased session is gone; erasing that fails says so, and is not begun again by itself', async () => {
    await shop('/track', { sessionId: 'to-erase', signals: [{ type: 'search', value: 'ssd' }] });
    await using visit = await dashboard().open('/sessions/to-erase');
    const { page } = visit;
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Erase the session' }).click();
    await page.getByLabel('Type erase to confirm').fill('erase');
    const erasing = '**/sessions/to-erase';
    let refused = 0;
    await page.route(erasing, (route) => {
      if (route.request().method() !== 'DELETE') return route.continue();
      refused++;
      const body = 'event: error\ndata: {"error":{"code":"INTERNAL","message":"The disk is full."}}\n\n';
      return route.fulfill({ contentType: 'text/event-stream', body });
    });
    await page.getByRole('button', { name: 'Erase the session' }).click();
    await page.getByRole('alert').getByText('The disk is full.').waitFor();
    assert.equal(refused, 1);
    await page.unroute(erasing);
    await page.getByLabel('Type erase to confirm').fill('erase');
    await page.getByRole('button', { name: 'Erase the session' }).click();
    await page.getByText('The session is erased.').waitFor();
    assert.equal(await page.getByRole('link', { name: 'to-erase' }).count(), 0);
  });
});
