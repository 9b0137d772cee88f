import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Browser, chromium } from 'playwright-core';
import { RunningService } from '../testing/running-service.ts';

const executablePath = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name)))
  .find((path) => existsSync(path));
/** Under CI a missing browser is a failure. */
const skip = executablePath === undefined && !process.env.CI && 'Chromium is not installed';

describe('the pages of the service in a browser', { skip }, () => {
  let running: RunningService;
  let browser: Browser;
  before(async () => {
    running = await RunningService.start();
    browser = await chromium.launch({ executablePath: executablePath ?? 'chromium', args: ['--no-sandbox'] });
  });
  after(async () => {
    await browser?.close();
    await running?.close();
  });

  /** Opens a page and records its requests to other origins and its errors, violations of its policy included. */
  async function open(path: string) {
    const page = await browser.newPage();
    const elsewhere: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(running.service.address) && !/^(data|blob):/.test(url)) elsewhere.push(url);
    });
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(running.url(path));
    return { page, elsewhere, complaints };
  }

  it('the reference shows the API within its policy, without requests to other origins', async () => {
    const { page, elsewhere, complaints } = await open('/reference');
    await page.getByRole('heading', { name: 'Decidable' }).first().waitFor();
    await page.getByText('/track/keywords').first().waitFor();
    for (const tag of ['Signals and sessions', 'Rankings', 'Catalogue grading', 'Outcomes']) {
      assert.ok((await page.getByText(tag).count()) > 0, tag);
    }
    assert.deepEqual(elsewhere, []);
    assert.deepEqual(complaints, []);
    await page.close();
  });
});
