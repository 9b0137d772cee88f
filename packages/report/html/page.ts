import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { embeddedJson, html, Markup } from './markup.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/**
 * A complete page in one file that makes no requests. Its content security policy allows only its own style
 * sheet and script, by their hashes, so injected markup could not run.
 */
export function page(title: string, body: Markup, data: unknown): string {
  const style = read('./report.css');
  const script = read('./report-client.js');
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
${body}
<script type="application/json" id="data">${embeddedJson(data)}</script>
<script>${new Markup(script)}</script>
</body>
</html>
`.text;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
