import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { skip } from '../../sdk/browser/chromium.ts';
import { checkPage } from './check-page.ts';
import { useDashboard } from './dashboard-under-test.ts';

describe('the pages that teach the model', { skip }, () => {
  const dashboard = useDashboard();

  checkPage(dashboard, 'synonyms', '/synonyms', async (page) => {
    await page.getByLabel('Rules, one a line').fill('ssd, solid state drive\ncans => headphones\nsofa');
    await page.getByText('Line 3:').waitFor();
  });
  checkPage(dashboard, 'learning', '/learning', async (page) => {
    await page.getByRole('button', { name: 'Add persona' }).click();
    await page.getByRole('button', { name: 'Add behaviour' }).click();
    await page.getByText('Trained as a whole', { exact: true }).waitFor();
  });

  it('a rule is kept, and one that cannot be read is refused at its line', async () => {
    await using visit = await dashboard().open('/synonyms');
    const { page } = visit;
    const rules = page.getByLabel('Rules, one a line');
    await rules.fill('cans => headphones');
    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText('1 rule is in force').first().waitFor();
    await page.reload();
    await page.waitForFunction(() => document.querySelector('textarea')?.value.includes('cans'));
    await rules.fill('cans => headphones\nlonely');
    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByRole('alert').filter({ hasText: 'Line 2 has one word only' }).waitFor();
    const selected = await page.evaluate(() => {
      const area = document.querySelector('textarea')!;
      return area.value.slice(area.selectionStart, area.selectionEnd);
    });
    assert.equal(selected, 'lonely');
    await rules.fill('');
    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText('0 rules are in force').first().waitFor();
  });

  it('an own persona is kept, and the service says which rule is wrong', async () => {
    await using visit = await dashboard().open('/learning');
    const { page } = visit;
    await page.getByRole('button', { name: 'Add persona' }).click();
    await page.getByLabel('Name').fill('Night owl');
    await page.getByLabel('Persona 1, rule 1').selectOption({ label: 'keeps to one brand' });
    await page.getByRole('button', { name: 'Save personas' }).click();
    await page.getByText('The personas are in force.').waitFor();
    await page.reload();
    await page.getByText('night_owl').waitFor();
    assert.equal(await page.getByLabel('Persona 1, rule 1').inputValue(), 'measure one_brand');
    await page.getByLabel('Name').fill(' ');
    await page.getByRole('button', { name: 'Save personas' }).click();
    await page.getByRole('alert').filter({ hasText: 'Persona 1, the label must be' }).waitFor();
    assert.equal(visit.complaints.filter((each) => !each.includes('400')).length, 0);
  });

  it('the model is trained on demand', async () => {
    await using visit = await dashboard().open('/learning');
    const { page } = visit;
    await page.getByRole('button', { name: 'Train now' }).click();
    await page.getByText(/Trained on|No visit teaches anything yet/).waitFor();
    assert.deepEqual(visit.complaints, []);
  });
});
