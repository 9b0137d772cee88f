import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { pageHeaders, style } from './page.ts';
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

const viewerPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Decidable</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="app"></div>
<noscript>This page needs JavaScript. The description itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/reference/viewer.js"></script>
<script src="/reference/start.js"></script>
</body>
</html>
`;

const viewerStart = `Scalar.createApiReference('#app', {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
});
`;

const require = createRequire(import.meta.url);
const viewerScript = pathToFileURL(
  join(dirname(require.resolve('@scalar/fastify-api-reference')), 'js', 'standalone.js'),
);

/** The description of the API, and a page that shows it. Nothing is loaded from other origins. */
export async function reference(app: FastifyInstance): Promise<void> {
  const description = new URL(import.meta.resolve('@decidable/contract/openapi.json'));
  const files: readonly (readonly [path: string, file: StaticFile, headers?: typeof pageHeaders])[] = [
    ['/site.css', staticFile('site.css', style)],
    ['/openapi.json', await readStaticFile(description)],
    ['/reference', staticFile('reference.html', viewerPage), viewerHeaders],
    ['/reference/viewer.js', await readStaticFile(viewerScript)],
    ['/reference/start.js', staticFile('start.js', viewerStart)],
  ];
  for (const [path, file, headers = {}] of files) {
    app.get(path, (request, reply) => sendFile(request, reply.headers(headers), file, 'no-cache'));
  }
}
