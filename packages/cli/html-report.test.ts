import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium } from './testing/chromium.ts';
import { decidable } from './testing/command.ts';

// The page as readers open it: written by the command, read by a real browser.

const EXAMPLES = new URL('../../examples/catalogues/', import.meta.url);
const executablePath = findChromium();
const skip = executablePath === undefined && !process.env.CI && 'Chromium is not installed';

/** Tries to run a script wherever catalogue text goes: markup, quoted attributes, embedded JSON. */
const EVIL = `</script><script>window.hacked=1</script><img src=x onerror="window.hacked=1">'"&amp;`;
const EVIL_NAME = `colour</script><svg onload="window.hacked=1">'"&amp;`;

describe('the HTML report', { skip }, () => {
  let folder: string;
  let browser: Browser;
  const asked: string[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'decidable-'));
    browser = await chromium.launch({ executablePath: executablePath ?? 'chromium', args: ['--no-sandbox'] });
  });
  after(async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(args: readonly string[], width = 1200): Promise<Page> {
    const report = join(folder, 'report.html');
    const { code, stderr } = await decidable([...args, '--report', report], { cwd: fileURLToPath(EXAMPLES) });
    assert.equal(code, 0, stderr);
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    asked.length = 0;
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => assert.fail(`the page failed: ${error.message}`));
    page.on('console', (message) => assert.notEqual(message.type(), 'error', message.text()));
    await page.goto(pathToFileURL(report).href);
    return page;
  }

  const names = (page: Page) => page.locator('.attributes > tbody > tr > th').allInnerTexts();

  test('asks for nothing but itself', async () => {
    const page = await open(['audit', 'computer-parts.csv']);
    assert.equal(asked.length, 1);
    const text = await readFile(join(folder, 'report.html'), 'utf8');
    assert.match(text, /Content-Security-Policy" content="default-src &#39;none&#39;/);
    // Links to what marketplaces say are followed by a click alone.
    assert.doesNotMatch(text.replaceAll(/<a href="https:[^"]*"/g, ''), /\b(src|href)=/u);
    await page.close();
  });

  test('sorts its table by a click, and back by another, and says how it is sorted', async () => {
    const page = await open(['audit', 'computer-parts.csv']);
    const first = await names(page);
    const button = page.getByRole('button', { name: 'Attribute' });
    await button.click();
    const ascending = await names(page);
    assert.deepEqual(
      ascending,
      first.toSorted((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())),
    );
    assert.equal(await page.locator('.attributes th[aria-sort]').getAttribute('aria-sort'), 'ascending');
    await button.click();
    assert.deepEqual(await names(page), ascending.toReversed());
    await page.getByRole('button', { name: 'Worth' }).focus();
    await page.keyboard.press('Enter');
    assert.equal((await names(page))[0], first[0]);
    await page.close();
  });

  test('holds every affected product, the first in sight when unfolded and the others on request', async () => {
    const rows = Array.from(
      { length: 3000 },
      (_, row) => `product-${row},${row < 180 ? `c${row % 9}` : ''},${row % 5}`,
    );
    const file = join(folder, 'many.csv');
    await writeFile(file, `id,colour,size\n${rows.join('\n')}\n`);
    const page = await open(['audit', file]);
    const list = page.locator('details.ids').first();
    assert.equal(await list.locator('li').count(), 24);
    await list.locator('summary').click();
    const more = list.getByRole('button', { name: /^Show 500 of 2,796 more$/ });
    await more.click();
    assert.equal(await list.locator('li').count(), 524);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      list.getByRole('button', { name: 'Save as a text file' }).click(),
    ]);
    const saved = (await readFile((await download.path()) ?? '', 'utf8')).trim().split('\n');
    assert.equal(saved.length, 2820);
    assert.equal(new Set(saved).size, 2820);
    await page.close();
  });

  test('shows titles beside ids, and saves both', async () => {
    const rows = Array.from(
      { length: 80 },
      (_, row) => `p-${row},Shirt number ${row} of linen,${row < 40 ? `c${row % 9}` : ''},${row % 5}`,
    );
    const file = join(folder, 'titles.csv');
    await writeFile(file, `id,title,colour,size\n${rows.join('\n')}\n`);
    const page = await open(['audit', file]);
    assert.match(await page.locator('.next').innerText(), /Start with Shirt number \d+ of linen \(p-\d+\)/);
    const list = page.locator('details.ids').first();
    await list.locator('summary').click();
    await list.getByRole('button', { name: 'Show 16 of 16 more' }).click();
    for (const entry of await list.locator('li').allInnerTexts())
      assert.match(entry, /^p-(\d+) Shirt number \1 of linen$/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      list.getByRole('button', { name: 'Save as a text file' }).click(),
    ]);
    const saved = (await readFile((await download.path()) ?? '', 'utf8')).trim().split('\n');
    assert.equal(saved.length, 40);
    for (const line of saved) assert.match(line, /^p-(\d+)\tShirt number \1 of linen$/);
    await page.close();
  });

  test('shows the values of every attribute: words as a table of bars, numbers as a named histogram', async () => {
    const page = await open(['audit', 'computer-parts.csv']);
    assert.equal(await page.locator('tr.more').count(), (await names(page)).length);
    assert.equal(
      await page.locator('.pair > :last-child:is(.values, .histogram)').count(),
      (await names(page)).length,
    );
    const brand = page.getByRole('table', { name: /^Values of brand/ });
    assert.match(await brand.locator('tbody tr').first().innerText(), /^Logitech\s+177/);
    const histogram = page.getByRole('img', { name: 'Products by response_time' });
    assert.equal(await histogram.count(), 1);
    assert.match((await histogram.locator('desc').textContent()) ?? '', /^[\d.]+: \d+; [\d.]+: \d+; /);
    await page.close();
  });

  test('names every picture and every column of its tables', async () => {
    for (const args of [
      ['audit', 'computer-parts.csv'],
      ['verify', 'monitors-before.csv', 'monitors-after.csv', '--repairs', 'monitors-repairs.json'],
    ]) {
      const page = await open(args);
      const unnamed =
        await page.evaluate<number>(`[...document.querySelectorAll('svg[role=img]')].filter((picture) =>
        !picture.querySelector(':scope > title')?.textContent).length`);
      assert.equal(unnamed, 0);
      const headless = await page.evaluate<number>(`[...document.querySelectorAll('table')].filter((table) =>
        table.querySelector(':scope > thead th[scope=col]') === null ||
        table.querySelector(':scope > tbody > tr > th[scope=row]') === null).length`);
      assert.equal(headless, 0);
      await page.close();
    }
  });

  test('shows text of the catalogue as text, never as markup', async () => {
    const quoted = EVIL.replaceAll('"', '""');
    const rows = Array.from(
      { length: 40 },
      (_, row) =>
        `"${quoted}${row}","Shirt ${row} of ${quoted}",${row % 4 === 3 ? '' : `<c${row % 3}>`},<script>${row % 2}</script>`,
    );
    const file = join(folder, 'evil.csv');
    await writeFile(file, `id,title,"${EVIL_NAME.replaceAll('"', '""')}",kind\n${rows.join('\n')}\n`);
    const page = await open(['audit', file]);
    assert.equal(await page.evaluate('window.hacked'), undefined);
    assert.equal(await page.locator('img').count(), 0);
    assert.equal(await page.locator('script').count(), 2);
    assert.equal((await names(page))[0], EVIL_NAME);
    await page.locator('details.ids summary').first().click();
    const entries = await page.locator('details.ids li').allInnerTexts();
    assert.ok(entries.some((entry) => entry.startsWith(`${EVIL}3 Shirt 3 of ${EVIL.slice(0, 30)}`)));
    assert.equal(await page.evaluate('window.hacked'), undefined);
    await page.close();
  });

  test('of a complete shelf gives no advice, and says what can be asked', async () => {
    const rows = Array.from({ length: 40 }, (_, row) => `p${row},c${row % 4},${row % 3}`);
    const file = join(folder, 'complete.csv');
    await writeFile(file, `id,colour,size\n${rows.join('\n')}\n`);
    const page = await open(['audit', file, '--horizon', '5000']);
    assert.equal(await page.locator('#attributes').innerText(), 'What shoppers can be asked');
    assert.equal(await page.locator('.advice').count(), 0);
    assert.match(await page.locator('.next li').innerText(), /complete/);
    assert.match(await page.locator('tr.more').first().innerText(), /40 products have it\./);
    await page.close();
  });

  for (const width of [360, 1200]) {
    test(`needs no sideways scrolling at a width of ${width}`, async () => {
      for (const args of [
        ['audit', 'computer-parts.csv', '--horizon', '5000'],
        ['verify', 'monitors-before.csv', 'monitors-after.csv', '--repairs', 'monitors-repairs.json'],
      ]) {
        const page = await open(args, width);
        const overflow = await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        assert.ok(overflow <= 0, `${args[0]} overflows by ${overflow}`);
        await page.close();
      }
    });
  }

  test('shows grades that can be read, in light and dark', async () => {
    const luminance = (color: string) => {
      const [r, g, b] = color.match(/\d+/g)!.map((channel) => {
        const value = Number(channel) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
    };
    const page = await open(['audit', 'computer-parts.csv']);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const grade of ['A', 'B', 'C', 'D', 'E']) {
        const colors = await page.evaluate<string[]>(`(() => {
          const badge = document.body.appendChild(document.createElement('span'));
          badge.className = 'grade small grade-${grade}';
          const { color, backgroundColor } = getComputedStyle(badge);
          return [color, backgroundColor];
        })()`);
        const [darker, lighter] = colors.map(luminance).sort((a, b) => a - b) as [number, number];
        const contrast = (lighter + 0.05) / (darker + 0.05);
        assert.ok(contrast >= 4.5, `${grade} in ${colorScheme}: ${contrast.toFixed(2)}`);
      }
    }
    await page.close();
  });

  test('of a verification shows each claim with its verdict, and what moved first', async () => {
    const page = await open([
      'verify',
      'monitors-before.csv',
      'monitors-after.csv',
      '--repairs',
      'monitors-repairs.json',
    ]);
    const claims = await page.locator('.claim h3').allInnerTexts();
    assert.equal(claims.length, 4);
    assert.match(claims[0], /^panel_type\s+verified$/);
    assert.ok((await page.locator('.moved tbody').count()) > 0);
    await page.close();
  });
});
