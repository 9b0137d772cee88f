import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';

/** The pages of `docs` that the dashboard serves, in the order of its index: file below the repository, and what it is for. */
const sections = {
  Guides: {
    'docs/guides/quick-start.md': 'Put live ranking into the pages of a shop, with a script tag.',
    'docs/guides/ranking.md': 'Rank from a server, read a breakdown, train the model.',
    'docs/guides/node-client.md': 'Call the service from your server: types, retries, failures.',
    'docs/guides/python-client.md': 'The same in Python.',
    'docs/guides/php-client.md': 'The same in PHP.',
    'docs/guides/grading.md': 'Read a report, repair a catalogue, verify the repair.',
    'docs/guides/orders.md': 'Know what was really bought, and limit a key.',
    'docs/guides/meaning.md': 'Find products by meaning, with an embedder.',
    'docs/guides/running.md': 'Run the service with your own catalogue.',
    'docs/guides/stored-data.md': 'What is stored of a shopper, how to show it and how to erase it.',
    'docs/guides/sdk-privacy.md': 'Ask for consent before anything is stored or sent.',
    'docs/guides/sdk-content-security-policy.md': 'Use the SDK under a strict policy, with integrity.',
    'docs/guides/react.md': 'Rankings, suggestions and exposures in React.',
    'docs/guides/instantsearch.md': 'The hits of InstantSearch in the order of the session.',
    'docs/guides/tag-manager.md': 'The SDK by a tag, with the events of Google Analytics 4.',
    'docs/guides/shopify.md': 'Blocks for the theme, a web pixel, and orders.',
    'docs/guides/woocommerce.md': 'A plugin: pages, block, feed and orders.',
    'docs/guides/webhooks.md':
      'Events of Segment, RudderStack or Snowplow, and orders of Shopify or WooCommerce.',
    'docs/guides/elements.md': 'Shelves, search and suggestions as web components, also in Vue and Svelte.',
    'docs/guides/sdk-server-rendering.md': 'Use the SDK with Next.js and other rendered apps.',
  },
  'Look up': {
    'docs/glossary.md': 'Every term, in one sentence.',
    'docs/configuration.md': 'Every setting of the service.',
    'docs/versioning.md': 'What may change, and what may not.',
    'CHANGELOG.md': 'What is new.',
  },
  'How it works': {
    'docs/DESIGN.md': 'The decisions, their reasons, and what was turned down.',
    'docs/a-request.md': 'The way of a request through the files.',
    'docs/extending.md': 'Add an expert, a signal, a language, an endpoint.',
    'docs/design/catalogue.md': 'Reading catalogues, and verifying repairs.',
    'docs/design/audit.md': 'How a catalogue is graded.',
    'docs/design/session.md': 'Sessions and personas.',
    'docs/design/ranking.md': 'Ranking and learning.',
    'docs/design/gateway.md': 'The contract and the gateway.',
    'docs/design/storage.md': 'The store, workers and operations.',
    'docs/design/sdk.md': 'The browser SDK and the demo shop.',
    'docs/design/management.md': 'People, roles and the management interface.',
    'docs/design/dashboard.md': 'The dashboard, and how it is served.',
    'docs/design/command-line.md': 'The command line and its reports.',
  },
} as const satisfies Record<string, Record<string, string>>;

/** Where the service itself serves a file of the repository. */
const served: Readonly<Record<string, string>> = {
  'packages/contract/openapi.json': '/openapi.json',
  'examples/storefront': '/demo/',
};

export interface Guide {
  /** The file, relative to the root of the repository. */
  readonly file: string;
  /** The address in the dashboard, such as `/docs/running`. */
  readonly path: string;
  readonly section: string;
  readonly description: string;
  readonly title: string;
}

export interface GuidePage {
  /** The page without its first heading. */
  readonly html: string;
  readonly headings: readonly { readonly id: string; readonly text: string }[];
}

const root = new URL('../../../', import.meta.url);
/** The released SDK leads to `/docs/quick-start`. */
const addressOf = (file: string): string =>
  `/docs/${file
    .replace(/^docs\/(guides\/)?/, '')
    .replace(/\.md$/, '')
    .toLowerCase()}`;

export const guides: readonly Guide[] = Object.entries(sections).flatMap(([section, files]) =>
  Object.entries(files).map(([file, description]) => ({
    file,
    path: addressOf(file),
    section,
    description,
    title: /^# (.+)$/m.exec(readFileSync(new URL(file, root), 'utf8'))?.[1] ?? file,
  })),
);

const addresses: ReadonlyMap<string, string> = new Map([
  ...guides.map(({ file, path }) => [file, path] as const),
  ...Object.entries(served),
]);

/** What a heading is called in an address, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Renders a page of `docs`. Its relative links lead to the pages that are served, or are no links at all. */
export function renderGuide(file: string): GuidePage {
  const headings: { id: string; text: string }[] = [];
  const markdown = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        if (depth === 1) return '';
        const id = anchorOf(text);
        const inner = this.parser.parseInline(tokens);
        if (depth === 2) headings.push({ id, text: text.replaceAll('`', '') });
        return `<h${depth} id="${escaped(id)}"><a href="#${escaped(id)}">${inner}</a></h${depth}>`;
      },
      link({ href, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        const to = target(file, href);
        return to === undefined ? inner : `<a href="${escaped(to)}">${inner}</a>`;
      },
      // A wide table or listing scrolls by itself, and by keyboard too.
      table(token: Tokens.Table) {
        const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
          `<tr>${cells
            .map(({ tokens, text }) => {
              // A heading without a word is none.
              const as = text === '' ? 'td' : tag;
              return `<${as}>${this.parser.parseInline(tokens)}</${as}>`;
            })
            .join('')}</tr>`;
        const isHeaded = token.header.some(({ text }) => text !== '');
        const head = isHeaded ? `<thead>${row(token.header, 'th')}</thead>` : '';
        const body = token.rows.map((cells) => row(cells, 'td')).join('');
        return `<div class="scrolls" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${body}</tbody></table></div>`;
      },
      code({ text }: Tokens.Code) {
        return `<pre tabindex="0"><code>${escaped(text)}</code></pre>`;
      },
    },
  });
  const html = markdown.parse(readFileSync(new URL(file, root), 'utf8'), { async: false });
  return { html, headings };
}

/** Where a link of a page leads to in the dashboard; undefined for files that are not served. */
function target(file: string, href: string): string | undefined {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const address = addresses.get(posix.join(posix.dirname(file), path));
  if (address === undefined) return undefined;
  return anchor === undefined ? address : `${address}#${anchor}`;
}
