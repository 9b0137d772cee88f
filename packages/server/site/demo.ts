import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { type RecentCalls, shownCall } from '../calls/index.ts';
import type { OrganizationId } from '../storage/ports.ts';
import { escaped } from './page.ts';
import { readStaticFile, type StaticFile, sendFile, staticFile } from './static-file.ts';

/** The organization, key and catalogue of the demo shop. */
export interface DemoShop {
  readonly organizationId: OrganizationId;
  /** Minted at this start: the store has only hashes of keys. */
  readonly pageKey: string;
  /** The catalogue of the organization, as CSV. */
  readonly catalogue: string;
  /** The shop's own pages, scripts and styles. */
  readonly storefront?: URL;
}

const ownStorefront = new URL('../../../examples/storefront/', import.meta.url);

/** No inline style, no inline script but those given, no other origin, no markup from strings: that of a careful shop. */
const policy = (inlineScripts: readonly string[]): string =>
  [
    "default-src 'none'",
    [
      "script-src 'self'",
      ...inlineScripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`),
    ].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');

/** What became of the calls of one session: whoever has its id may see them, as the endpoints let him. */
const CALLS_OF_SESSION = {
  type: 'object',
  required: ['sessionId'],
  properties: { sessionId: { type: 'string', minLength: 1, maxLength: 128 } },
} as const;

/**
 * Serves the demo shop at `/demo/`. The pages carry the key as a shop's template would: in the markup.
 *
 * @param calls those of the last minutes, which `/demo/debug` shows each visitor of his own session
 */
export async function demoShop(
  app: FastifyInstance,
  { calls, ...shop }: DemoShop & { readonly calls: RecentCalls },
): Promise<void> {
  const folder = shop.storefront ?? ownStorefront;
  const pages = new Map<string, { readonly file: StaticFile; readonly policy: string }>();
  const assets = new Map([['catalogue.csv', staticFile('catalogue.csv', shop.catalogue)]]);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const { name } = entry;
    if (!entry.isFile() || name.endsWith('.test.ts') || name.endsWith('.md')) continue;
    const file = await readStaticFile(new URL(name, folder));
    if (!name.endsWith('.html')) {
      assets.set(name, file);
      continue;
    }
    const template = await readFile(new URL(name, folder), 'utf8');
    const page = template
      .replaceAll('{{organizationId}}', () => escaped(shop.organizationId))
      .replaceAll('{{apiKey}}', () => escaped(shop.pageKey));
    pages.set(name === 'index.html' ? '' : name.slice(0, -'.html'.length), {
      file: staticFile(name, page),
      policy: policy([...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) => script!)),
    });
  }

  app.post<{ Body: { sessionId: string } }>(
    '/demo/calls',
    { schema: { body: CALLS_OF_SESSION } },
    async ({ body }) => ({
      calls: calls
        .of(shop.organizationId)
        .map(shownCall)
        .filter(({ sessionId }) => sessionId === body.sessionId),
    }),
  );

  app.get('/demo', (_, reply) => reply.redirect('/demo/', 308));

  app.get<{ Params: { '*': string } }>('/demo/*', (request, reply) => {
    const name = request.params['*'];
    const page = pages.get(name);
    const asset = assets.get(name);
    if (page) {
      reply.header('content-security-policy', page.policy).header('referrer-policy', 'same-origin');
      return sendFile(request, reply, page.file, 'no-cache');
    }
    return asset ? sendFile(request, reply, asset, 'no-cache') : reply.callNotFound();
  });
}
