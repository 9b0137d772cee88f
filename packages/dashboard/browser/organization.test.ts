import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { skip } from '../../sdk/browser/chromium.ts';
import { checkPage } from './check-page.ts';
import { OWNER, screenshot, useDashboard, violationsOf } from './dashboard-under-test.ts';

describe('usage, members and settings', { skip }, () => {
  const dashboard = useDashboard();

  checkPage(dashboard, 'usage-empty', '/usage', (page) => page.getByText('No requests yet').waitFor());
  checkPage(dashboard, 'members', '/members', (page) =>
    page.getByRole('rowheader', { name: OWNER.name }).waitFor(),
  );
  checkPage(dashboard, 'members-invite', '/members', (page) =>
    page.getByRole('button', { name: 'Invite' }).click(),
  );
  checkPage(dashboard, 'settings', '/settings', (page) =>
    page.getByRole('button', { name: 'Delete organization' }).waitFor(),
  );

  it('an invitation by link makes a viewer, who is offered nothing that a viewer may not do', async () => {
    await using owner = await dashboard().open('/members');
    await owner.page.getByRole('button', { name: 'Invite' }).click();
    const dialog = owner.page.getByRole('dialog');
    await dialog.getByLabel('Role').selectOption('viewer');
    await dialog.getByLabel('E-mail').fill('vera@shop.example');
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    const link = (await dialog.locator('.secret code').textContent())!;
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await owner.page.getByRole('heading', { name: 'Open invitations' }).waitFor();

    await using guest = await dashboard().open(link, { isSignedOut: true });
    const { page } = guest;
    await page.getByText('as viewer').waitFor();
    assert.equal(new URL(page.url()).hash, '', 'the token stays in no history');
    assert.deepEqual(await violationsOf(page), []);
    await screenshot(page, 'invitation-light-1280');
    await page.getByLabel('Password').fill('a few good words');
    await page.getByRole('button', { name: 'Join Demo shop' }).click();
    await page.getByRole('heading', { level: 1, name: 'Demo shop' }).waitFor();
    await page.goto('/keys');
    await page.getByText('demo key').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Create key' }).count(), 0);
    assert.equal(await page.getByRole('button', { name: /Actions for/ }).count(), 0);
    await page.goto('/members');
    await page.getByRole('rowheader', { name: OWNER.name }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Invite' }).count(), 0);
    await page.getByRole('tab', { name: 'Audit log' }).click();
    await page.getByRole('cell', { name: OWNER.email }).first().waitFor();
  });

  it('renames the organization, takes it back, and changes the password', async () => {
    await using visit = await dashboard().open('/settings');
    const { page } = visit;
    await page.getByLabel('Name', { exact: true }).fill('Parts and more');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('button', { name: /Parts and more.*change organization/ }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: /Demo shop.*change organization/ }).waitFor();
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill('not this one');
    await dialog.getByLabel('New password').fill('another good phrase');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Current password').fill(OWNER.password);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password is changed.').waitFor();
  });
});
