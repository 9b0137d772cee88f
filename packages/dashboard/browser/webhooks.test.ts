import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { skip } from '../../sdk/browser/chromium.ts';
import { checkPage } from './check-page.ts';
import { useDashboard } from './dashboard-under-test.ts';

describe('the page of webhooks', { skip }, () => {
  const dashboard = useDashboard();

  checkPage(dashboard, 'webhooks', '/webhooks', (page) => page.getByText('Nobody delivers yet').waitFor());
  checkPage(dashboard, 'webhooks-create', '/webhooks', async (page) => {
    await page.getByRole('button', { name: 'Create webhook' }).first().click();
    await page.getByRole('dialog').getByLabel('Who delivers').selectOption('shopify');
  });

  it('creates one whose secret is shown once and works, and removes it', async () => {
    await using visit = await dashboard().open('/webhooks');
    const { page, complaints } = visit;
    await page.getByRole('button', { name: 'Create webhook' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Label').fill('Shop <img src=x onerror=alert(1)>');
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await dialog.getByText('Copy the secret now.').waitFor();
    const [secret, address] = await dialog.locator('.secret code').allTextContents();
    const deliver = async () => {
      const answer = await fetch(address!, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}` },
        body: '{"type":"identify"}',
      });
      return answer.status;
    };
    assert.equal(await deliver(), 200);
    assert.equal(
      await dialog.getByRole('link', { name: /takes them/ }).getAttribute('href'),
      '/docs/webhooks#segment-and-rudderstack',
    );
    await dialog.getByRole('button', { name: 'I have copied both' }).click();
    const row = page.getByRole('row', { name: /Shop <img/ });
    await row.getByText('Segment or RudderStack').waitFor();
    assert.equal(await page.locator('main img').count(), 0, 'what somebody stored stays text');
    assert.ok(!(await page.content()).includes(secret!));
    await row.getByRole('button', { name: 'Copy the address of Shop' }).click();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), address);
    await row.getByRole('button', { name: /^Remove Shop/ }).click();
    await dialog.getByRole('button', { name: 'Remove webhook' }).click();
    await row.waitFor({ state: 'detached' });
    assert.equal(await deliver(), 401);
    assert.deepEqual(complaints, []);
  });

  it('takes the secret of Shopify, and says what is wrong with it', async () => {
    await using visit = await dashboard().open('/webhooks');
    const { page } = visit;
    await page.getByRole('button', { name: 'Create webhook' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Who delivers').selectOption('shopify');
    await dialog.getByLabel('Secret of Shopify').fill('short');
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/secret/)
      .waitFor();
    await dialog.getByLabel('Secret of Shopify').fill('shpss_0123456789abcdef');
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('row', { name: /Shopify/ }).waitFor();
  });
});
