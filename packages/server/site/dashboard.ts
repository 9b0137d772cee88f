import { readdir, readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { page, pageHeaders } from './page.ts';
import { readStaticFile, type StaticFile, sendFile, staticFile } from './static-file.ts';

/** The dashboard as its package builds it; published, the package has nothing but the build. */
const ownDashboard = new URL('./dist/', import.meta.resolve('@decidable/dashboard/package.json'));

/** How to build it, for those who start the service without npm's scripts. */
export const BUILD_COMMAND = 'npm run build -w packages/dashboard';

/**
 * Nothing from elsewhere, no inline script or style, and markup from strings only by the policy with which the dashboard
 * shows its own guides: what shops and shoppers have stored can never become markup.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types guides',
].join('; ');

/** Addresses below it name their content by a hash, so that they never change. */
const HASHED = 'assets/';
const FOREVER = 'public, max-age=31536000, immutable';

/** Of `dashboard.json`, which the build writes. */
interface BuiltDashboard {
  readonly paths: readonly string[];
}

/** The build, or undefined where the dashboard has not been built. */
async function readBuild(folder: URL): Promise<BuiltDashboard | undefined> {
  try {
    return JSON.parse(await readFile(new URL('dashboard.json', folder), 'utf8')) as BuiltDashboard;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Serves the dashboard at `/`: its page for every path that the dashboard knows, and its files. Unknown paths stay
 * unknown.
 *
 * @param unbuilt called where there is no build; `/` then says how to make one
 */
export async function dashboard(
  app: FastifyInstance,
  { folder = ownDashboard, unbuilt }: { folder?: URL; unbuilt?: () => void },
): Promise<void> {
  const built = await readBuild(folder);
  if (built === undefined) {
    unbuilt?.();
    const said = staticFile('index.html', unbuiltPage);
    app.get('/', (request, reply) => sendFile(request, reply.headers(pageHeaders), said, 'no-cache'));
    return;
  }
  const index = await readStaticFile(new URL('index.html', folder));
  for (const path of built.paths) {
    app.get(path, (request, reply) => {
      reply
        .header('content-security-policy', POLICY)
        .header('referrer-policy', 'same-origin')
        .header('cross-origin-opener-policy', 'same-origin');
      return sendFile(request, reply, index, 'no-cache');
    });
  }
  for (const [name, file] of await readFiles(folder, '')) {
    app.get(`/${name}`, (request, reply) => sendFile(request, reply, file, 'no-cache'));
  }
  // One route for all: the framework takes longer to make a hundred than the rest of the site.
  const hashed = await readFiles(folder, HASHED);
  app.get<{ Params: { readonly name: string } }>(`/${HASHED}:name`, (request, reply) => {
    const file = hashed.get(request.params.name);
    return file === undefined ? reply.callNotFound() : sendFile(request, reply, file, FOREVER);
  });
}

/** The files of a place beside the page, by their names. */
async function readFiles(folder: URL, place: string): Promise<ReadonlyMap<string, StaticFile>> {
  const files = new Map<string, StaticFile>();
  for (const entry of await readdir(new URL(place, folder), { withFileTypes: true })) {
    if (!entry.isFile() || entry.name === 'index.html' || entry.name === 'dashboard.json') continue;
    files.set(entry.name, await readStaticFile(new URL(place + entry.name, folder)));
  }
  return files;
}

const unbuiltPage = page(
  'Decidable',
  `<h1>The dashboard is not built</h1>
<p class="lead">The service runs, and answers at <code>/api/v1</code>. Its dashboard is missing.</p>
<p>Build it with <code>${BUILD_COMMAND}</code>, then start the service again. <code>npm start</code> does both.</p>
<p><a href="/reference">API reference</a> · <a href="/openapi.json">OpenAPI description</a></p>`,
);
