import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { skip } from '../../sdk/browser/chromium.ts';
import { checkPage } from './check-page.ts';
import { useDashboard } from './dashboard-under-test.ts';

/** An export as shops have them, of three products. */
const CSV = [
  'SKU,Product name,Category,Brand,Price,Colour,Purchase price',
  'k-1,Brass kettle,Kettles,Alder,49.90,brass,21.00',
  'k-2,Steel kettle,Kettles,Alder,39.90,steel,17.00',
  'm-1,Oak mill,Mills,Birch,24.50,oak,9.00',
].join('\n');

const drop = (page: Page, name = 'shop.csv', content = CSV) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

describe('the page of the catalogue', { skip }, () => {
  const dashboard = useDashboard();
  const row = (page: Page, name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });

  checkPage(dashboard, 'catalogue', '/catalogue', (page) =>
    page.getByRole('heading', { name: 'What the file should have' }).waitFor(),
  );
  checkPage(dashboard, 'catalogue-preview', '/catalogue', async (page) => {
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    await drop(page);
    await page.getByRole('button', { name: 'Import 3 products' }).waitFor();
  });
  checkPage(dashboard, 'catalogue-products', '/catalogue/products', (page) =>
    page.getByText('1 to 50 of').waitFor(),
  );
  checkPage(dashboard, 'catalogue-product', '/catalogue/products', async (page) => {
    await page.getByRole('button', { name: 'Montech XR' }).first().click();
    await page.getByLabel('price').waitFor();
  });
  checkPage(dashboard, 'catalogue-categories', '/catalogue/categories', (page) =>
    page.getByRole('rowheader', { name: 'keyboard' }).waitFor(),
  );
  checkPage(dashboard, 'catalogue-category', '/catalogue/categories', async (page) => {
    await page.getByRole('checkbox', { name: 'Tick keyboard', exact: true }).check();
    await page.getByRole('checkbox', { name: 'Tick mouse', exact: true }).check();
    await page.getByRole('button', { name: 'Merge 2' }).click();
    await page.getByText('already and will have').waitFor();
  });
  checkPage(dashboard, 'catalogue-columns', '/catalogue/columns', async (page) => {
    await page.getByLabel('Private: color').check();
    await page.getByRole('button', { name: 'Save columns' }).waitFor();
  });
  checkPage(dashboard, 'catalogue-versions', '/catalogue/versions', (page) =>
    page.getByText('current').first().waitFor(),
  );

  it('a product is found, changed and cleared, and the change can be undone', async () => {
    await using visit = await dashboard().open('/catalogue/products');
    const { page } = visit;
    await page.getByLabel('Find by id or title').fill('case-00001');
    await page.getByText('1 to 1 of 1').waitFor();
    await page.getByRole('button', { name: 'Montech XR' }).click();
    await page.getByLabel('color').fill('');
    await page.getByLabel('Another attribute').fill('made in');
    await page.keyboard.press('Enter');
    await page.getByLabel('made in').fill('Norway');
    await page.getByRole('button', { name: 'Save product' }).click();
    await page.getByText('Montech XR is changed.').waitFor();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor({ state: 'detached' });
    /** Opens the product until it has the field: the list shows a change once the new catalogue is ranked. */
    const openedWith = async (field: string) => {
      for (let tries = 0; ; tries++) {
        await page.getByRole('button', { name: 'Montech XR' }).click();
        await dialog.getByLabel('name').waitFor();
        if (tries === 100 || (await page.getByLabel(field).count()) > 0) return;
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
        await page.waitForTimeout(100);
      }
    };
    await openedWith('made in');
    assert.equal(await page.getByLabel('made in').inputValue(), 'Norway');
    assert.equal(await page.getByLabel('color').count(), 0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The change is undone.').waitFor();
    await openedWith('color');
    assert.equal(await page.getByLabel('color').inputValue(), 'Black');
    assert.deepEqual(visit.complaints, []);
  });

  it('a product is added, and deleted again', async () => {
    await using visit = await dashboard().open('/catalogue/products');
    const { page } = visit;
    await page.getByRole('button', { name: 'Add product' }).click();
    await page.getByLabel('Id', { exact: true }).fill('mat-1');
    await page.getByLabel('name').fill('Desk mat of felt');
    await page.getByRole('button', { name: 'Add product' }).last().click();
    await page.getByText('mat-1 is added.').waitFor();
    await page.getByLabel('Find by id or title').fill('felt');
    await page.getByRole('checkbox', { name: 'Tick Desk mat of felt' }).check();
    await page.getByRole('button', { name: 'Delete 1', exact: true }).click();
    await page.getByRole('button', { name: 'Delete 1 product' }).click();
    await page.getByText('1 product is deleted.').waitFor();
    await page.getByText('No product fits').waitFor();
    assert.deepEqual(visit.complaints, []);
  });

  it('two categories become one', async () => {
    await using visit = await dashboard().open('/catalogue/categories');
    const { page } = visit;
    await page.getByRole('button', { name: 'Actions for keyboard' }).click();
    await page.getByRole('menuitem', { name: 'Rename or merge' }).click();
    await page.getByLabel('Name', { exact: true }).fill('mouse');
    await page.getByText('already and will have').waitFor();
    await page.getByRole('button', { name: /^Change \d+ products$/ }).click();
    await page.getByText('in mouse now.').waitFor();
    await row(page, 'keyboard').waitFor({ state: 'detached' });
    assert.deepEqual(visit.complaints, []);
  });

  it('a file is seen before it is imported, a column made private, and the version before restored', async () => {
    await using visit = await dashboard().open('/catalogue');
    const { page } = visit;
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    await drop(page);
    await page.getByRole('button', { name: 'Import 3 products' }).waitFor();
    assert.match((await row(page, 'Purchase price').textContent())!, /says what the shop pays/);
    await page.getByLabel('Private: Colour').check();
    await page.getByText('Nothing is stored yet.').waitFor();
    await page.getByRole('button', { name: 'Import 3 products' }).click();
    await page.getByRole('heading', { name: '3 products imported' }).waitFor();

    await page.getByRole('link', { name: 'Columns' }).click();
    assert.match((await row(page, 'Colour').textContent())!, /was made private/);
    await page.getByLabel('Private: Brand').check();
    await page.getByRole('button', { name: 'Save columns' }).click();
    await page.getByText('The columns are changed').waitFor();
    await page.reload();
    assert.match((await row(page, 'Brand').textContent())!, /was made private/);

    await page.getByRole('link', { name: 'Versions' }).click();
    const largest = page.getByRole('row').filter({ hasText: '1,413' }).first();
    await largest.getByRole('button', { name: /^Go back/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Go back', exact: true }).click();
    await page.getByText('Back to the version of').waitFor();
    await page.getByRole('link', { name: 'Products' }).click();
    await page.getByText('of 1,413').waitFor();
    assert.deepEqual(visit.complaints, []);
  });

  it('a file that cannot be read is refused with the reason', async () => {
    await using visit = await dashboard().open('/catalogue');
    const { page } = visit;
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    await drop(page, 'none.csv', 'one,two\n');
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  });
});
