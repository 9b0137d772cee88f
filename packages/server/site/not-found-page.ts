import { basePath } from '@decidable/contract';
import { page, pageHeaders } from './page.ts';

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
