import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { offerPassword } from '@decidable/server/people';
import { violationsOf } from '../../sdk/browser/accessibility.ts';
import { skip } from '../../sdk/browser/chromium.ts';
import { checkPage } from './check-page.ts';
import { OWNER, screenshot, useDashboard } from './dashboard-under-test.ts';

describe('usage, members and settings', { skip }, () => {
  const dashboard = useDashboard();

  checkPage(dashboard, 'usage-empty', '/usage', (page) => page.getByText('No requests yet').waitFor());
  it('counts what a key asks, by operation, and saves it as CSV', async () => {
    const { service, demo } = dashboard();
    for (const [path, more] of [
      ['/catalog/ranked', {}],
      ['/catalog/ranked', {}],
      ['/track', { signals: [{ type: 'category_view', value: 'monitor' }] }],
    ] as const) {
      const answer = await fetch(`${service.address}/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': demo.apiKey },
        body: JSON.stringify({ organizationId: demo.organizationId, sessionId: 'of-the-usage', ...more }),
      });
      assert.equal(answer.status, 200);
    }
    await using visit = await dashboard().open('/usage');
    const { page } = visit;
    await page.getByRole('heading', { name: '3 requests' }).waitFor();
    await page.getByRole('row', { name: /catalog.*2.*67 %/ }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const file = await (await saved).createReadStream();
    const text = (await Array.fromAsync(file)).join('');
    assert.match(text, /^day,operation,endpoint,requests\r?\n[\d-]+,catalog,\/catalog\/ranked,2/);
  });
  checkPage(dashboard, 'usage', '/usage', (page) =>
    page.getByRole('heading', { name: /requests$/ }).waitFor(),
  );

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
    // Every page says why, and offers nothing that the service would refuse.
    for (const [path, heading] of [
      ['/audit', 'Audit'],
      ['/verify', 'Verify'],
      ['/catalogue', 'Catalogue'],
      ['/catalogue/versions', 'Catalogue'],
      ['/synonyms', 'Synonyms'],
      ['/learning', 'Learning'],
      ['/settings', 'Settings'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.getByText('You are a viewer of Demo shop').waitFor();
      // What belongs to the page has come when nothing more is asked for.
      await page.waitForLoadState('networkidle');
      const changing =
        /Import|Choose a file|Grade|Compare|Save|Train|Restore|Go back|Rename|Delete organization|Add|Erase|Remove/;
      assert.deepEqual(
        await page.locator('main').getByRole('button', { name: changing }).allTextContents(),
        [],
      );
      assert.equal(await page.locator('main textarea:not([readonly])').count(), 0);
    }
    await page.goto('/members');
    await page.getByRole('rowheader', { name: OWNER.name }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Invite' }).count(), 0);
    await page.getByRole('tab', { name: 'Audit log' }).click();
    await page.getByRole('cell', { name: OWNER.email }).first().waitFor();
    await page.getByText('Joined: vera@shop.example').waitFor();

    // Whoever leaves is a member of nothing, and is told so.
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Leave organization' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave organization' }).click();
    await page.getByText('You have left Demo shop.').waitFor();
    await page.getByText('You are a viewer').waitFor({ state: 'detached' });
  });

  it('changes between organizations, shows HTML in a name as text, and deletes one with its name typed', async () => {
    await using visit = await dashboard().open('/keys');
    const { page, complaints } = visit;
    const name = '<img src=x onerror=alert(1)> & Söhne';
    await page.getByText('demo key').waitFor();
    const other = await page.evaluate(async (named) => {
      const me = (await (await fetch('/management/v1/me')).json()) as { csrfToken: string };
      const made = await fetch('/management/v1/organizations', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-token': me.csrfToken },
        body: JSON.stringify({ name: named }),
      });
      return made.status;
    }, name);
    assert.equal(other, 200);
    await page.reload();
    const choose = async (organization: string) => {
      await page.getByRole('button', { name: /change organization/ }).click();
      await page.getByRole('menuitemradio', { name: organization }).click();
    };
    await choose('Demo shop');
    await page.getByText('demo key').waitFor();
    await choose(name);
    await page.getByText('demo key').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `${name} (change organization)` }).waitFor();
    // The choice is remembered.
    await page.goto('/settings');
    await page.getByText(`What concerns ${name}, and you.`).waitFor();
    assert.equal(await page.locator('main img').count(), 0);
    await page.getByRole('button', { name: 'Delete organization' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('something else');
    assert.equal(await dialog.getByRole('button', { name: 'Delete organization' }).isEnabled(), false);
    await dialog.getByRole('textbox').fill(name);
    await dialog.getByRole('button', { name: 'Delete organization' }).click();
    await page.getByText(`${name} is deleted.`).waitFor();
    await page.getByRole('button', { name: 'Demo shop (change organization)' }).waitFor();
    assert.deepEqual(complaints, []);
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

  it('a link sets a new password, once', async () => {
    const { token } = await offerPassword(dashboard().service.storage, OWNER.email, Date.now());
    await using visit = await dashboard().open(`/password#${token}`, { isSignedOut: true });
    const { page } = visit;
    assert.deepEqual(await violationsOf(page), []);
    await screenshot(page, 'password-light-1280');
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page
      .getByText(/10 characters/)
      .first()
      .waitFor();
    await page.getByLabel('New password').fill(OWNER.password);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('heading', { level: 1, name: 'Demo shop' }).waitFor();
    await using again = await dashboard().open(`/password#${token}`, { isSignedOut: true });
    await again.page.getByLabel('New password').fill(OWNER.password);
    await again.page.getByRole('button', { name: 'Set password' }).click();
    await again.page.getByText(/used or is too old/).waitFor();
  });
});
