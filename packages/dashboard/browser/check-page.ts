import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { violationsOf } from '../../sdk/browser/accessibility.ts';
import { type DashboardUnderTest, type Opening, screenshot, themes, widths } from './dashboard-under-test.ts';

/** Themes differ by their colours alone. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Claims that a page is accessible, fits its window and complains of nothing, in both themes and on a phone and a desk,
 * and keeps a picture of each.
 *
 * @param name of the pictures
 * @param ready resolves when the page shows what is to be checked; it may open dialogs and fill in fields
 * @example
 * describe('the page of API keys', { skip }, () => {
 *   const dashboard = useDashboard();
 *   checkPage(dashboard, 'keys', '/keys', (page) => page.getByRole('button', { name: 'Create key' }).waitFor());
 * });
 */
export function checkPage(
  dashboard: () => DashboardUnderTest,
  name: string,
  path: string,
  ready: (page: Page) => Promise<unknown>,
  opening: Opening = {},
): void {
  it(`${name} is accessible and fits, in both themes, on a phone and a desk`, async () => {
    await using visit = await dashboard().open(path, { ...opening, width: widths.at(-1)! });
    const { page, complaints } = visit;
    await ready(page);
    const height = page.viewportSize()!.height;
    // One visit for all: to load the page and to lead it there takes longer than to check it.
    for (const width of widths.toReversed()) {
      await page.setViewportSize({ width, height });
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        const at = `${theme}, ${width} px`;
        await screenshot(page, `${name}-${theme}-${width}`);
        assert.deepEqual(await violationsOf(page, theme === 'light' ? undefined : OF_COLOURS), [], at);
        const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
        assert.ok(Number(overflow) <= 0, `wider than the window by ${overflow} px: ${at}`);
      }
    }
    assert.deepEqual(complaints, []);
  });
}
