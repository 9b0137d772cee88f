import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { describeApi } from '@decidable/contract/describe';
import fastify from 'fastify';
import { type Browser, chromium } from 'playwright-core';
import { RunningService } from '../testing/running-service.ts';
import { reference } from './reference.ts';

const executablePath = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) =>
    ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) =>
      join(folder, name),
    ),
  )
  .find((path) => existsSync(path));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
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

  for (const path of ['/reference', '/reference/management']) {
    for (const colorScheme of ['light', 'dark'] as const) {
      it(`${path} can be used by everybody, ${colorScheme}, on a phone and a wide screen`, async () => {
        const page = await browser.newPage({ colorScheme });
        await page.goto(running.url(path));
        await page.getByRole('heading', { name: 'Decidable' }).first().waitFor();
        await page.locator('.scalar-code-copy').first().waitFor({ state: 'attached' });
        await page.evaluate(axe);
        for (const width of [390, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          const found = await page.evaluate(
            'axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + " " + target)))',
          );
          assert.deepEqual(found, [], `at ${width} px`);
        }
        const ruby = page.getByRole('radio', { name: 'Ruby' });
        await ruby.click();
        await page.locator('[role=radio][aria-checked=true]', { hasText: 'Ruby' }).waitFor();
        await page.close();
      });
    }
  }

  it('references and descriptions stand under the versions of their interfaces, too', async () => {
    for (const [old, versioned] of [
      ['/openapi.json', '/api/v1/openapi.json'],
      ['/openapi-management.json', '/management/v1/openapi.json'],
      ['/reference', '/api/v1/reference'],
      ['/reference/management', '/management/v1/reference'],
    ]) {
      const [before, now] = await Promise.all([fetch(running.url(old)), fetch(running.url(versioned))]);
      assert.deepEqual([before.status, now.status], [200, 200], versioned);
      assert.equal(await now.text(), await before.text());
      assert.equal(now.headers.get('content-security-policy'), before.headers.get('content-security-policy'));
    }
    const { page, complaints } = await open('/api/v1/reference');
    await page.getByText('/track/keywords').first().waitFor();
    assert.deepEqual(complaints, []);
    await page.close();
  });

  it('the reference of management shows its operations, and leads to that of shops', async () => {
    const { page, elsewhere, complaints } = await open('/reference/management');
    await page.getByText('Become the first owner').first().waitFor();
    assert.deepEqual([elsewhere, complaints], [[], []]);
    await page.getByRole('link', { name: 'API reference' }).click();
    await page.getByText('/track/keywords').first().waitFor();
    await page.close();
  });
});

it('a version that goes away says so above its reference, and another one does not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-reference-'));
  const app = fastify();
  try {
    const described = ['old', 'new'].map((name) => {
      const deprecated = { since: '2027-01-01', instead: 'version 2 <of it>' };
      const file = join(folder, `${name}.json`);
      const description = describeApi('1.0.0', [], name === 'old' ? deprecated : undefined);
      writeFileSync(file, JSON.stringify(description));
      return {
        title: name,
        path: `/reference/${name}`,
        description: `/${name}.json`,
        file: pathToFileURL(file).href,
        version: `/api/${name}`,
        other: { title: 'API reference', path: '/reference' },
      };
    });
    await app.register(reference, { described });
    const pageOf = async (path: string) => (await app.inject(path)).body;
    for (const path of ['/reference/old', '/api/old/reference'])
      assert.match(
        await pageOf(path),
        /role="note">Deprecated since 2027-01-01\. Use version 2 &#60;of it&#62;\./,
      );
    assert.doesNotMatch(await pageOf('/reference/new'), /role="note"/);
  } finally {
    await app.close();
    rmSync(folder, { recursive: true });
  }
});
