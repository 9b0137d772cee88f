import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { skip } from '../../sdk/browser/chromium.ts';
import { checkPage } from './check-page.ts';
import { OWNER, useDashboard } from './dashboard-under-test.ts';

describe('the way in', { skip }, () => {
  const dashboard = useDashboard();

  checkPage(dashboard, 'sign-in', '/', (page) => page.getByRole('button', { name: 'Sign in' }).waitFor(), {
    isSignedOut: true,
  });

  it('is shown in place of a page, which comes after signing in', async () => {
    await using visit = await dashboard().open('/keys', { isSignedOut: true });
    const { page } = visit;
    await page.getByLabel('E-mail').fill(OWNER.email);
    await page.getByLabel('Password').fill('a wrong one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page
      .getByRole('alert')
      .getByText(/password/i)
      .waitFor();
    await page.getByLabel('Password').fill(OWNER.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await page.getByRole('button', { name: /your account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('stays open to those whose short token has expired, also where the service cannot be reached for a while', async () => {
    await using visit = await dashboard().open('/keys', { isSignedOut: true });
    const { page } = visit;
    await page.getByLabel('E-mail').fill(OWNER.email);
    await page.getByLabel('Password').fill(OWNER.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await page.context().clearCookies({ name: 'decidable_access' });
    await page.route('**/sign-in/renewal', (route) => route.abort());
    await page.reload();
    await page.getByRole('alert').getByText('The service cannot be reached').waitFor();
    await page.unroute('**/sign-in/renewal');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    const names = (await page.context().cookies()).map(({ name }) => name);
    assert.ok(names.includes('decidable_access'), String(names));
  });
});
