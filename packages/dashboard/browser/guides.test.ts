import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { skip } from '../../sdk/browser/chromium.ts';
import { checkPage } from './check-page.ts';
import { useDashboard } from './dashboard-under-test.ts';

describe('the guides', { skip }, () => {
  const dashboard = useDashboard();

  checkPage(
    dashboard,
    'guides',
    '/docs',
    (page) => page.getByRole('link', { name: /Grading a catalogue/ }).waitFor(),
    { isSignedOut: true },
  );
  checkPage(
    dashboard,
    'guide',
    '/docs/grading',
    (page) => page.getByRole('heading', { name: 'What is measured' }).waitFor(),
    { isSignedOut: true },
  );
  checkPage(dashboard, 'guide-signed-in', '/docs/running', (page) =>
    page.getByRole('heading', { name: 'Set it up' }).waitFor(),
  );

  it('lead to each other, and to the headings that their links name', async () => {
    await using visit = await dashboard().open('/docs/quick-start', { isSignedOut: true });
    const { page, complaints } = visit;
    await page.getByRole('link', { name: 'Running', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Running it for your shop' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/docs/running');
    await page.goto('/docs/design/ranking');
    await page.locator('.prose a[href^="#"]').first().waitFor();
    const dead = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('.prose a[href^="#"]')]
        .map((link) => decodeURIComponent(link.hash.slice(1)))
        .filter((id) => document.getElementById(id) === null),
    );
    assert.deepEqual(dead, []);
    assert.deepEqual(complaints, []);
  });
});
