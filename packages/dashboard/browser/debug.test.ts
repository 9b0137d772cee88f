import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { skip } from '../../sdk/browser/chromium.ts';
import { checkPage } from './check-page.ts';
import { useDashboard } from './dashboard-under-test.ts';

describe('the debugger', { skip }, () => {
  const dashboard = useDashboard();

  const post = (path: string, body: object) => {
    const { service, demo } = dashboard();
    return fetch(`${service.address}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': demo.pageKey },
      body: JSON.stringify({
        organizationId: demo.organizationId,
        sessionId: 'session-of-the-test',
        ...body,
      }),
    });
  };

  it('teaches where there is no call, and shows each as it arrives, with what was not understood and the fix', async () => {
    await using visit = await dashboard().open('/debug');
    const { page, complaints } = visit;
    await page.getByRole('heading', { name: 'No calls in the last minutes' }).waitFor();
    const signals = [
      { type: 'category_view', value: 'boots' },
      { type: 'product_veiw', value: '<img src=x onerror=alert(1)>' },
    ];
    await post('/track', { signals });
    const calls = page.getByRole('list', { name: 'Calls, the latest first' }).locator('> li');
    await calls.getByText('category_view "boots"').waitFor();
    await calls.getByText('Did you mean product_view?').waitFor();
    await post('/event', {});
    await calls.nth(1).waitFor();
    assert.match((await calls.first().textContent())!, /\/event400 BAD_REQUEST.*name/);
    await calls.last().getByText('Body and answer').click();
    await calls.last().getByText('onerror=alert(1)').waitFor();
    assert.equal(await page.locator('main img').count(), 0, 'what somebody sent stays text');

    await post('/event', { name: 'fine' });
    await calls.nth(2).waitFor();
    await page.getByText('With problems', { exact: true }).click();
    await calls.nth(2).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('paused').waitFor();
    await post('/event', { name: '' });
    await page.getByRole('button', { name: 'Go on' }).click();
    await calls.nth(2).waitFor();
    assert.equal(await calls.count(), 3, 'what was there already is not shown twice');
    assert.deepEqual(complaints, []);
  });

  checkPage(dashboard, 'debug', '/debug', async (page) => {
    await page.getByText('Body and answer').last().click();
    await page.getByText('Correlation id').last().waitFor();
  });
});
