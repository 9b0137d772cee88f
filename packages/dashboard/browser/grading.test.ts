import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { skip } from '../../sdk/browser/chromium.ts';
import { checkPage } from './check-page.ts';
import { useDashboard } from './dashboard-under-test.ts';

const COLOURS = ['red', 'green', 'blue', 'black'];
const MATERIALS = ['leather', 'suede', 'canvas'];

/** Shoes: some colours are missing and follow from the shade, a third of the materials follows from nothing. */
function shoes(): string {
  const rows = Array.from({ length: 120 }, (_, n) => {
    const colour = COLOURS[n % 4];
    const material = MATERIALS[(n * 7 + Math.floor(n / 5)) % 3];
    return [
      `sku-${n}`,
      `Boot ${n} <b>bold</b>`,
      `"<p>A boot for <script>alert(1)</script> rain, snow and long walks in the hills, of fine ${material} with a sole of rubber, number ${n}.</p>"`,
      n % 2 === 0 ? 'boots' : 'sandals',
      n % 12 === 4 ? '' : colour,
      `${colour} shade`,
      n % 3 === 1 ? '' : n % 40 === 2 ? `${material}s` : material,
      `${36 + (n % 9)}`,
    ].join(',');
  });
  return ['id,title,description,category,colour,shade,material,<i>size</i>', ...rows].join('\n');
}

describe('the pages of gradings', { skip }, () => {
  const dashboard = useDashboard();
  let report = '';

  /** Drops an export on the page and waits for its report. */
  async function graded(page: Page, csv: string, name = 'shoes.csv'): Promise<string> {
    await page.locator('input[type=file]').setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(csv),
    });
    await page.waitForURL(/\/audit\/.+/);
    await page.getByRole('tab', { name: 'Attributes' }).waitFor();
    return new URL(page.url()).pathname;
  }

  before(async () => {
    await using visit = await dashboard().open('/audit');
    report = await graded(visit.page, shoes());
  });

  checkPage(dashboard, 'audit', '/audit', (page) => page.getByText('Kept audits').first().waitFor());
  for (const tab of [
    'Attributes',
    'Shelves',
    'Spellings',
    'Marketplaces',
    'Expected facts',
    'Other columns',
  ]) {
    checkPage(dashboard, `report-${tab.toLowerCase().replaceAll(' ', '-')}`, '/', async (page) => {
      await page.goto(report);
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await page.getByRole('tabpanel').locator(':scope > *').first().waitFor();
    });
  }
  checkPage(dashboard, 'attribute', '/', async (page) => {
    await page.goto(report);
    await page.getByRole('link', { name: /^colour/ }).click();
    await page.getByLabel(/^colour of Boot 4 /).waitFor();
  });
  checkPage(dashboard, 'verify', '/verify', (page) =>
    page.getByRole('button', { name: 'Compare' }).waitFor(),
  );
  checkPage(dashboard, 'monitor', '/monitor', (page) =>
    page.getByRole('heading', { name: 'Results' }).waitFor(),
  );

  it('an export is graded, filled in by keyboard, paste and suggestion, written back and verified', async () => {
    await using visit = await dashboard().open('/audit');
    const { page, complaints } = visit;
    await graded(page, shoes());
    const address = page.url();
    await page.getByRole('link', { name: /^material/ }).click();
    const rows = page.locator('.virtual.grid input');
    await rows.nth(0).click();
    // HTML in a title stays text.
    await page.getByText('<b>bold</b>').first().waitFor();
    // What the description says is offered, and marked where it stands.
    const first = page.locator('.grid-row').nth(0);
    const said = (await first.locator('mark').textContent())!;
    assert.match(said, /^(leather|suede|canvas)$/);
    assert.equal(await first.getByRole('button', { name: said }).count(), 1);
    await page.keyboard.press('ControlOrMeta+Enter');
    assert.equal(await rows.nth(0).inputValue(), said);
    await rows.nth(0).fill('suede');
    await page.keyboard.press('Enter');
    await page.keyboard.type('wrong');
    await page.keyboard.press('Escape');
    assert.equal(await rows.nth(1).inputValue(), '');
    await page.keyboard.type('canvas');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    await rows.nth(2).click();
    await page.evaluate('navigator.clipboard.writeText("leather\\tx\\nsuede\\ncanvas\\n")');
    await page.keyboard.press('ControlOrMeta+V');
    await page.waitForFunction('document.querySelectorAll(".virtual.grid input")[4].value === "canvas"');
    assert.equal(await rows.nth(2).inputValue(), 'leather');
    await rows.nth(4).click();
    await page.keyboard.press('ControlOrMeta+Z');
    assert.equal(await rows.nth(4).inputValue(), '');
    assert.equal(await rows.nth(0).inputValue(), 'suede');
    await page.keyboard.press('ControlOrMeta+Shift+Z');
    assert.equal(await rows.nth(4).inputValue(), 'canvas');
    await page.getByText('Saved', { exact: true }).waitFor();

    await page.goto(address);
    await page.getByRole('link', { name: /^colour/ }).click();
    await page.getByRole('button', { name: /Take all 10 from shade/ }).click();
    await page.getByText('10 values filled in.').waitFor();
    await page
      .getByText(/14 values|15 values/)
      .first()
      .waitFor();

    await page.getByRole('button', { name: 'Make the repaired export' }).click();
    await page.getByLabel('How were the values found?').fill('by hand');
    await page.getByLabel('Hours that it took').fill('2');
    await page.getByRole('button', { name: 'Make it and compare' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download it' }).click();
    const file = await saved;
    assert.equal(file.suggestedFilename(), 'shoes-repaired.csv');
    await page.getByRole('link', { name: 'See what it was worth' }).click();
    await page.waitForURL(/\/verify\/.+/);
    await page.getByRole('heading', { name: 'Claims' }).waitFor();
    assert.equal(await page.getByText('verified', { exact: true }).count(), 1);
    await page
      .getByText(/by hand/)
      .first()
      .waitFor();
    assert.deepEqual(complaints, []);
  });

  it('the same export is graded again without a column', async () => {
    await using visit = await dashboard().open(report);
    const { page, complaints } = visit;
    await page.getByRole('button', { name: 'Grade again' }).click();
    await page.getByText('How columns are read').click();
    await page.getByLabel('How shade is read').selectOption('ignored');
    await page.getByLabel('Shelf').fill('Shoes');
    await page.getByRole('dialog').getByRole('button', { name: 'Grade again' }).click();
    await page.waitForURL((url) => url.pathname !== report);
    await page.getByText(/shelf Shoes/).waitFor();
    assert.equal(await page.getByRole('link', { name: /^shade/ }).count(), 0);
    assert.deepEqual(complaints, []);
  });

  it('what marketplaces refuse stands on the first page, with the way to its products', async () => {
    await using visit = await dashboard().open('/audit');
    const { page, complaints } = visit;
    const [head, ...rows] = shoes().split('\n');
    const csv = [`${head},gtin`, ...rows.map((row, n) => `${row},${n === 7 ? '4006381333932' : ''}`)].join(
      '\n',
    );
    await graded(page, csv, 'numbers.csv');
    await page.getByText('The check digit of the GTIN is wrong. 1 of 120 products, in gtin.').waitFor();
    await page.getByRole('button', { name: 'See which' }).click();
    await page.getByText('“4006381333932” (sku-7)').waitFor();
    assert.match((await page.getByRole('link', { name: 'Google' }).first().getAttribute('href'))!, /^https:/);
    assert.deepEqual(complaints, []);
  });

  it('what an empty cell means of a fact that only ever says yes is asked, and answered once', async () => {
    await using visit = await dashboard().open('/audit');
    const { page, complaints } = visit;
    const [head, ...rows] = shoes().split('\n');
    const csv = [`${head},vegan`, ...rows.map((row, n) => `${row},${n % 5 < 2 ? 'yes' : ''}`)].join('\n');
    await graded(page, csv, 'vegan.csv');
    await page.getByText('Does an empty cell of vegan mean no?').waitFor();
    await page.getByText(/"yes" for 48 of 120 products/).waitFor();
    await page.getByRole('button', { name: 'Grade again' }).click();
    await page.getByLabel('What an empty vegan means').selectOption('no');
    const asked = page.url();
    await page.getByRole('dialog').getByRole('button', { name: 'Grade again' }).click();
    await page.waitForURL((url) => url.href !== asked);
    await page.getByRole('tab', { name: 'Attributes' }).waitFor();
    assert.equal(await page.getByText('Does an empty cell of vegan mean no?').count(), 0);
    assert.deepEqual(complaints, []);
  });

  it('a feed that has nothing is told what such shelves usually have, and what to add first', async () => {
    await using visit = await dashboard().open('/audit');
    const { page, complaints } = visit;
    const rows = Array.from({ length: 60 }, (_, n) => `feed-${n},Xumo running shoes no ${n},${20 + n}.50`);
    await graded(page, ['id,title,price', ...rows].join('\n'), 'feed.csv');
    await page
      .getByText('Add columns for size, colour and gender to the 60 products that are shoes')
      .waitFor();
    await page.getByText(/Shoppers who ask for size, colour and gender are left with all 60/).waitFor();
    await page
      .getByText(/Expected, not measured/)
      .first()
      .waitFor();
    assert.deepEqual(complaints, []);
  });

  it('several files that are dropped together are one export, and Monitor follows it from audit to audit', async () => {
    await using visit = await dashboard().open('/audit');
    const { page, complaints } = visit;
    const [head, ...rows] = shoes().split('\n');
    const part = (name: string, from: number, to: number) => ({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from([head, ...rows.slice(from, to)].join('\n')),
    });
    await page
      .locator('input[type=file]')
      .setInputFiles([part('boots-1.csv', 0, 60), part('boots-2.csv', 60, 120)]);
    await page.getByRole('heading', { level: 1, name: 'boots-1 and 1 more.csv' }).waitFor();
    await page.getByText('120 products', { exact: true }).waitFor();
    await page.goto('/monitor');
    await page.getByLabel('Shelf or export').selectOption('shoes.csv');
    await page.getByRole('heading', { name: 'What changed in between' }).waitFor();
    await page
      .getByRole('row', { name: /Audit of shoes\.csv/ })
      .first()
      .waitFor();
    assert.equal(await page.getByText('boots-1 and 1 more.csv').filter({ visible: true }).count(), 0);
    assert.deepEqual(complaints, []);
  });

  it('what is typed while the service cannot be reached is sent with what is typed next', async () => {
    await using visit = await dashboard().open(report);
    const { page } = visit;
    await page.getByRole('link', { name: /^material/ }).click();
    const rows = page.locator('.virtual.grid input');
    await rows.nth(0).click();
    await page.route('**/cells', (route) => route.abort(), { times: 1 });
    await page.keyboard.type('suede');
    await page.keyboard.press('Enter');
    await page.getByText('Not saved', { exact: true }).waitFor();
    await page.keyboard.type('canvas');
    await page.keyboard.press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await rows.nth(0).waitFor();
    assert.deepEqual([await rows.nth(0).inputValue(), await rows.nth(1).inputValue()], ['suede', 'canvas']);
  });

  it('of several files of which one cannot be read none is kept', async () => {
    await using visit = await dashboard().open('/audit');
    const { page } = visit;
    const part = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    const given = [part('hats-1.csv', shoes()), part('hats-2.csv', 'id,title\n1,"open')];
    await page.locator('input[type=file]').setInputFiles(given);
    await page
      .getByRole('alert')
      .getByText(/hats-2/)
      .waitFor();
    await page.reload();
    await page.getByText('shoes.csv').first().waitFor();
    assert.equal(await page.getByText('hats-1.csv').count(), 0);
  });

  it('the horizon changes what is recommended without asking the service', async () => {
    await using visit = await dashboard().open(report);
    const { page } = visit;
    const slider = page.getByLabel('A recorded value serves');
    await slider.waitFor();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.getByText(/any number of sessions/).waitFor();
    await slider.focus();
    await page.keyboard.press('Home');
    await page.getByText('10 sessions').first().waitFor();
    await page.getByText('Ask the shopper in the session instead').first().waitFor();
    assert.deepEqual(requests, []);
  });
});
