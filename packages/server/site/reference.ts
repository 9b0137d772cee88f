import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { basePath, type Deprecation, deprecationWords } from '@decidable/contract';
import { managementPath } from '@decidable/contract/management';
import type { FastifyInstance } from 'fastify';
import { escaped, pageHeaders, style } from './page.ts';
import { readStaticFile, type StaticFile, sendFile, staticFile } from './static-file.ts';

/** The viewer writes its own styles and sends requests to this service only. */
const viewerHeaders = {
  ...pageHeaders,
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
};

/** An interface with a reference of its own. */
interface Described {
  readonly title: string;
  /** Where its page is. */
  readonly path: string;
  /** Where its description is, and the file of it. */
  readonly description: string;
  readonly file: string;
  /** The path of its version, below which both stand as well. */
  readonly version: string;
  /** Beside the page: the other reference. */
  readonly other: { readonly title: string; readonly path: string };
}

const ofShops = { title: 'API reference', path: '/reference' };
const ofManagement = { title: 'Management reference', path: '/reference/management' };

const references: readonly Described[] = [
  {
    ...ofShops,
    description: '/openapi.json',
    file: '@decidable/contract/openapi.json',
    version: basePath,
    other: ofManagement,
  },
  {
    ...ofManagement,
    description: '/openapi-management.json',
    file: '@decidable/contract/openapi-management.json',
    version: managementPath,
    other: ofShops,
  },
];

/** The viewer's own quiet greys and coloured words are too pale to be read (WCAG 1.4.3). */
const readableColors = `
nav[aria-label=References] { padding: 0.5rem 1rem; font: 0.875rem/1.5 system-ui, sans-serif; background: var(--scalar-background-2); }
p[role=note] { margin: 0; padding: 0.5rem 1rem; font: 0.875rem/1.5 system-ui, sans-serif; color: #3d2b00; background: #ffe08a; }
nav[aria-label=References] a { color: var(--scalar-color-1); }
.light-mode { --scalar-color-2: #4a4f57; --scalar-color-3: #5f656d; --scalar-color-green: #00663f; --scalar-color-blue: #005a94;
  --scalar-color-orange: #974800; --scalar-color-red: #b3202c; --scalar-color-purple: #6b2fa8; --scalar-color-yellow: #7a5b00;
  --scalar-sidebar-color-2: #4a4f57; --scalar-sidebar-search-color: #5f656d; }
.dark-mode { --scalar-color-3: #9a9a9a; --scalar-sidebar-search-color: #9a9a9a; }
`;

/**
 * The viewer leaves controls without a name or with roles that their elements do not have (axe-core: button-name,
 * aria-allowed-attr, aria-required-attr and others). It has no setting for that, so they are mended as it draws them.
 */
const namedControls = `const name = (element, label) => {
  if (!element.hasAttribute('aria-label')) element.setAttribute('aria-label', label);
};
const mend = () => {
  const all = (selector) => document.querySelectorAll(selector);
  for (const button of all('button[aria-selected]:not([role])')) button.removeAttribute('aria-selected');
  for (const button of all('button[role=search]')) button.removeAttribute('role');
  for (const aside of all('aside[role=navigation]')) aside.setAttribute('role', 'region');
  for (const button of all('button.scalar-code-copy, button.code-copy')) name(button, 'Copy');
  for (const button of all('button.client-libraries__select')) name(button, 'More languages');
  for (const list of all('.client-libraries-list[role=tablist]')) {
    list.setAttribute('role', 'group');
    list.removeAttribute('aria-orientation');
  }
  for (const tab of all('.client-libraries-list [aria-selected]')) {
    tab.setAttribute('role', 'radio');
    tab.setAttribute('aria-checked', tab.getAttribute('aria-selected'));
    tab.removeAttribute('aria-selected');
  }
  for (const field of all('[role=combobox]:not([aria-controls])')) {
    name(field, field.dataset.placeholder || 'Value');
    field.setAttribute('role', 'textbox');
  }
};
const app = document.getElementById('app');
new MutationObserver(mend).observe(app, { subtree: true, childList: true, attributeFilter: ['aria-selected'] });
mend();
`;

/** A version that goes away says so above everything. */
const banner = (deprecated: Deprecation | undefined): string =>
  deprecated === undefined ? '' : `<p role="note">${escaped(deprecationWords(deprecated))}</p>\n`;

const viewerPage = (
  { title, path, description, other }: Described,
  deprecated: Deprecation | undefined,
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Decidable</title>
<link rel="icon" href="data:,">
</head>
<body>
<nav aria-label="References"><a href="${other.path}">${other.title}</a></nav>
${banner(deprecated)}<div id="app"></div>
<noscript>This page needs JavaScript. The description itself is at <a href="${description}">${description}</a>.</noscript>
<script src="/reference/viewer.js"></script>
<script src="${path}/start.js"></script>
</body>
</html>
`;

const viewerStart = ({ description }: Described): string => `Scalar.createApiReference('#app', {
  url: '${description}',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  customCss: ${JSON.stringify(readableColors)},
});
${namedControls}`;

const require = createRequire(import.meta.url);
const viewerScript = pathToFileURL(
  join(dirname(require.resolve('@scalar/fastify-api-reference')), 'js', 'standalone.js'),
);

/** The descriptions of the interfaces, each with a page that shows it. Nothing is loaded from other origins. */
export async function reference(
  app: FastifyInstance,
  { described: all = references }: { readonly described?: readonly Described[] } = {},
): Promise<void> {
  const files: (readonly [path: string, file: StaticFile, headers?: typeof pageHeaders])[] = [
    ['/site.css', staticFile('site.css', style)],
    ['/reference/viewer.js', await readStaticFile(viewerScript)],
  ];
  for (const described of all) {
    const { path, description, file, version } = described;
    const json = await readStaticFile(new URL(import.meta.resolve(file)));
    const { info } = JSON.parse(json.plain.toString()) as { info: { 'x-deprecated'?: Deprecation } };
    const page = staticFile('reference.html', viewerPage(described, info['x-deprecated']));
    files.push(
      [path, page, viewerHeaders],
      [`${version}/reference`, page, viewerHeaders],
      [`${path}/start.js`, staticFile('start.js', viewerStart(described))],
      [description, json],
      [`${version}/openapi.json`, json],
    );
  }
  for (const [path, file, headers = {}] of files) {
    app.get(path, (request, reply) => sendFile(request, reply.headers(headers), file, 'no-cache'));
  }
}
