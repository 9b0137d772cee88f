import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { skip } from '../../sdk/browser/chromium.ts';
import { checkPage } from './check-page.ts';
import { OWNER, useDashboard } from './dashboard-under-test.ts';

describe('the first start', { skip }, () => {
  const dashboard = useDashboard({ awaitsOwner: true });

  checkPage(dashboard, 'sign-in-new', '/', (page) => page.getByText('Nobody has an account yet.').waitFor());
  checkPage(dashboard, 'welcome', '/welcome#not-the-token', (page) =>
    page.getByLabel('E-mail').fill('a@b.example'),
  );

  it('refuses a wrong link in words, and its own link makes the owner of the demo shop', async () => {
    const { service } = dashboard();
    await using visit = await dashboard().open('/welcome#not-the-token');
    const { page } = visit;
    const fill = async () => {
      await page.getByLabel('E-mail').fill(OWNER.email);
      await page.getByLabel('Password').fill(OWNER.password);
      await page.getByRole('button', { name: 'Create account' }).click();
    };
    await fill();
    await page.getByRole('alert').getByText(/link/).waitFor();
    await page.goto('about:blank');
    await page.goto(`/welcome#${service.firstOwner}`);
    await page.getByLabel('Password').fill('too short');
    await page.getByLabel('E-mail').focus();
    await page.getByText(/at least 10 characters/).waitFor();
    await fill();
    await page.getByRole('heading', { level: 1, name: 'Demo shop' }).waitFor();
    assert.equal(new URL(page.url()).hash, '');
    await page.goto('about:blank');
    await page.goto(`/welcome#${service.firstOwner}`);
    await page.getByRole('heading', { name: 'There is an owner already' }).waitFor();
  });
});
