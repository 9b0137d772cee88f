import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { skip } from '../../sdk/browser/chromium.ts';
import { pagePaths } from '../routes.ts';
import { checkPage } from './check-page.ts';
import { useDashboard } from './dashboard-under-test.ts';

/** Bytes of script that the first load of a page may take, compressed. */
const MOST_SCRIPT = 100_000;

describe('the overview', { skip }, () => {
  const dashboard = useDashboard();

  checkPage(dashboard, 'overview-new', '/', (page) => page.getByText('No sessions yet').waitFor());

  it('leads to a graded catalogue, to a live session and to a key, and shows the shopper who has come', async () => {
    await using visit = await dashboard().open('/');
    const { page, complaints } = visit;
    await page.getByRole('link', { name: 'Grade the catalogue' }).click();
    await page.getByRole('button', { name: 'Grade the catalogue of the shop' }).click();
    await page.waitForURL('**/audit/*');
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('link', { name: /Grade of the catalogue.*Grade [A-E].*of 188 products/s }).waitFor();
    const opened = page.waitForEvent('popup');
    // A list that is asked for soon enough takes the first signals along.
    const tracked = page
      .context()
      .waitForEvent('response', (each) => /\/(track|catalog\/ranked)$/.test(each.url()));
    await page.getByRole('link', { name: 'Open the demo shop' }).click();
    const shop = await opened;
    await shop.getByRole('link').first().waitFor();
    await tracked;
    await page.bringToFront();
    // Tabs without windows are always visible: the event stands for the return.
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await page.getByText('No sessions yet').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'API keys' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  checkPage(dashboard, 'overview', '/', (page) =>
    page.getByRole('listitem').getByText('signal').first().waitFor(),
  );

  it('works by keyboard: skip link, menus with arrow keys, Escape, and a chosen theme that stays', async () => {
    await using visit = await dashboard().open('/');
    const { page } = visit;
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate('document.activeElement.id'), 'main');
    await page.getByRole('button', { name: /your account/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitemradio', { name: 'Dark theme' }).waitFor();
    await page.keyboard.press('d');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark');
    await page.reload();
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark');
    await page.getByRole('button', { name: /your account/ }).click();
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('menuitem', { name: 'Sign out' }).isVisible(), false);
  });

  it('has its navigation in a drawer on a phone', async () => {
    await using visit = await dashboard().open('/', { width: 390 });
    const { page } = visit;
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
    assert.equal(await page.getByRole('dialog', { name: 'Menu' }).count(), 0);
  });

  it('no page loads more script than it may, nor anything from elsewhere', async () => {
    const { service } = dashboard();
    const tooLarge: string[] = [];
    // The script of a page comes also where what its address names is gone.
    for (const path of pagePaths.map((each) => each.replace(/:\w+/, 'gone'))) {
      await using visit = await dashboard().open('about:blank');
      const { page } = visit;
      const scripts: Promise<number>[] = [];
      page.on('response', (response) => {
        if (!response.url().startsWith(service.address)) tooLarge.push(`${path} loads ${response.url()}`);
        else if (response.request().resourceType() === 'script')
          scripts.push(response.body().then((body) => gzipSync(body).length));
      });
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
      assert.ok(bytes > 0, path);
      if (bytes > MOST_SCRIPT) tooLarge.push(`${path}: ${bytes} bytes`);
    }
    assert.deepEqual(tooLarge, []);
  });
});
