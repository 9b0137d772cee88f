import { basePath, endpoints } from '@decidable/contract';
import { page, pageHeaders } from './page.ts';

const rows = Object.values(endpoints)
  .map(({ path, summary }) => `<tr><td><code>${path}</code></td><td>${summary}</td></tr>`)
  .join('\n');

/**
 * The front page: what runs at this address, and links to the documentation.
 *
 * @param demo whether the demo shop is served
 */
export const frontPage = (demo: boolean): string =>
  page(
    'Decidable',
    `<h1>Decidable</h1>
<p class="lead">Grades product catalogues by the questions that shoppers ask, and ranks products for live sessions.</p>
<p>${demo ? '<a href="/demo/">Demo shop</a> · ' : ''}<a href="/reference">API reference</a> · <a href="/openapi.json">OpenAPI description</a></p>
<h2>Try it</h2>
<p>Every call is a <code>POST</code> with JSON, and a key in the <code>x-api-key</code> header.</p>
<pre><code>curl -X POST "$BASE_URL/catalog/audit" \\
  -H "content-type: application/json" -H "x-api-key: $API_KEY" \\
  -d '{"csv": "id,colour,size\\n1,red,\\n2,,M\\n3,blue,L"}'</code></pre>
<p>Here, <code>$BASE_URL</code> is this address followed by <code>${basePath}</code>.</p>
<h2>Endpoints</h2>
<table>
<thead><tr><th>Path</th><th>What it does</th></tr></thead>
<tbody>
${rows}
</tbody>
</table>`,
  );

/** The page for a browser that requested an unknown path. */
export const notFoundPage = {
  headers: pageHeaders,
  html: page(
    'Not found · Decidable',
    `<h1>There is no such page</h1>
<p class="lead">The address may be mistyped.</p>
<p>Begin at the <a href="/">front page</a>, or look something up in the <a href="/reference">API reference</a>. The API itself lives below <code>${basePath}</code>.</p>`,
  ),
};
