import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { routes } from '../routes.ts';
import { fingerprint, ownModules } from './fingerprint.ts';
import { guides, renderGuide } from './guides.ts';
import { operationsSource, readCurrent } from './operations.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('the table of operations is that of the contract', () => {
  assert.equal(readCurrent(), operationsSource(), 'run "npm run build -w packages/dashboard"');
});

test('every route has its page, and every page its route', () => {
  const without = routes.filter(
    ({ page }) => !existsSync(new URL(`../pages/${page}/page.tsx`, import.meta.url)),
  );
  assert.deepEqual(without, []);
  const paths = routes.map(({ path }) => path);
  assert.deepEqual([...new Set(paths)], paths);
});

test('every page of docs is in the index of the guides', () => {
  const listed = guides.map(({ file }) => file);
  const missing = globSync('docs/**/*.md', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !listed.includes(file));
  assert.deepEqual(missing, []);
});

test('links between guides lead to pages and headings that are served', () => {
  const pages = new Map(guides.map(({ file, path }) => [path, renderGuide(file).html]));
  const dead: string[] = [];
  let links = 0;
  for (const [path, html] of pages) {
    for (const [, href = ''] of html.matchAll(/href="([^"]+)"/g)) {
      if (!/^(#|\/docs)/.test(href)) continue;
      links++;
      const [to = '', anchor] = href.split('#');
      const target = pages.get(to === '' ? path : to);
      if (target === undefined || (anchor !== undefined && !target.includes(`id="${anchor}"`)))
        dead.push(`${path}: ${href}`);
    }
  }
  assert.ok(links > 20);
  assert.deepEqual(dead, []);
});

test('addresses of guides that messages, pages and READMEs name are served, each by one guide', () => {
  const served = guides.map(({ path }) => path);
  assert.deepEqual([...new Set(served)], served);
  const sources = globSync('packages/*/{README.md,src/**/*.{ts,tsx,py},pages/**/*.tsx}', { cwd: root });
  const named = sources.flatMap((file) => {
    const text = readFileSync(`${root}${file}`, 'utf8');
    return [...text.matchAll(/(?<![\w.-])\/docs\/[a-z/-]+/g)].map(([path]) => path);
  });
  assert.ok(named.length > 10, `${named.length} addresses`);
  assert.deepEqual(
    named.filter((path) => !served.includes(path)),
    [],
  );
});

test('what a guide says stays text: its markup is escaped', () => {
  const { html } = renderGuide('docs/guides/quick-start.md');
  assert.ok(html.includes('&#60;script'), 'the example of a script tag is shown');
  assert.doesNotMatch(html, /<script/);
});

test('what is built counts as stale when a module of another package has changed that it bundles', () => {
  const bundled = ownModules([
    `${root}packages/contract/metering.ts`,
    `${root}packages/contract/metering.ts?raw`,
    `${root}node_modules/preact/index.js`,
    '\0virtual:guides',
  ]);
  assert.deepEqual(bundled, ['packages/contract/metering.ts']);
  assert.notEqual(fingerprint(bundled), fingerprint([]));
  assert.equal(fingerprint(bundled), fingerprint(bundled));
});
