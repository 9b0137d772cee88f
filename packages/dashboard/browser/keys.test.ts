import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { skip } from '../../sdk/browser/chromium.ts';
import { checkPage } from './check-page.ts';
import { useDashboard } from './dashboard-under-test.ts';

describe('the page of API keys', { skip }, () => {
  const dashboard = useDashboard();

  checkPage(dashboard, 'keys', '/keys', (page) => page.getByText('demo key').waitFor());
  checkPage(dashboard, 'keys-create', '/keys', async (page) => {
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').getByLabel('Web origins').fill('https://shop.example');
  });

  it('creates a key whose value is shown once and works, edits it, and revokes it', async () => {
    const { service, demo } = dashboard();
    await using visit = await dashboard().open('/keys');
    const { page, complaints } = visit;
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('On a server').check();
    await dialog.getByLabel('Label').fill('Nightly grading <img src=x onerror=alert(1)>');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Copy it now.').waitFor();
    const value = (await dialog.locator('.secret code').textContent())!;
    assert.match(value, /^pk_live_/);
    await page.keyboard.press('Escape');
    assert.equal(await dialog.isVisible(), true, 'Escape does not close what is shown once');
    await dialog.getByRole('button', { name: 'Copy the key' }).click();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), value);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();

    const status = async () => {
      const answer = await fetch(`${service.address}/api/v1/catalog/ranked`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': value },
        body: JSON.stringify({ organizationId: demo.organizationId, sessionId: 'of-the-test', limit: 1 }),
      });
      return answer.status;
    };
    assert.equal(await status(), 200);

    const row = page.getByRole('row', { name: /Nightly grading <img/ });
    await row.waitFor();
    assert.equal(await page.locator('main img').count(), 0, 'what somebody stored stays text');
    await row.getByRole('button', { name: /Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await dialog.getByLabel('Web origins').fill('https://shop.example/path');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Web origins').fill('https://shop.example');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText('https://shop.example').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.getByText('anywhere').waitFor();

    await row.getByRole('button', { name: /Actions for/ }).click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Revoke key' }).click();
    await row.waitFor({ state: 'detached' });
    assert.equal(await status(), 401);
    await page.getByRole('button', { name: /revoked or expired/ }).click();
    await row.getByText('revoked').waitFor();
    assert.equal(complaints.filter((complaint) => !complaint.includes('400')).length, 0, String(complaints));
  });
});
