import { readdir, readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { readStaticFile, type StaticFile, sendFile } from './static-file.ts';

const MOVING = 'public, max-age=300';
const EXACT = 'public, max-age=31536000, immutable';

/** The releases of the browser SDK in this repository. */
export const sdkReleases = new URL('../../sdk/releases/', import.meta.url);

/**
 * Serves every release of the browser SDK forever: `/sdk/v0/…` moves with the releases, `/sdk/v0.1.0/…` never
 * changes, `/sdk/manifest.json` lists them, with the hashes for `integrity`. Open to pages of all origins.
 */
export async function sdkFiles(
  app: FastifyInstance,
  { releases = sdkReleases }: { releases?: URL },
): Promise<void> {
  const manifest = new URL('manifest.json', releases);
  const { moving } = JSON.parse(await readFile(manifest, 'utf8')) as { moving: Record<string, string> };

  /** By version and name: `v0.1.0/decidable.js`. */
  const files = new Map<string, StaticFile>();
  for (const entry of await readdir(releases, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const folder = new URL(`${entry.name}/`, releases);
    for (const name of await readdir(folder)) {
      files.set(`v${entry.name}/${name}`, await readStaticFile(new URL(name, folder)));
    }
  }

  app.addHook('onRequest', async (_, reply) => {
    reply
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('timing-allow-origin', '*');
  });

  const described = await readStaticFile(manifest);
  app.get('/sdk/manifest.json', (request, reply) => sendFile(request, reply, described, MOVING));

  app.get<{ Params: { version: string; name: string } }>('/sdk/:version/:name', (request, reply) => {
    const { version, name } = request.params;
    const pointed = Object.hasOwn(moving, version) ? `v${moving[version]}` : undefined;
    const file = files.get(`${pointed ?? version}/${name}`);
    if (!file) return reply.callNotFound();
    return sendFile(request, reply, file, pointed ? MOVING : EXACT);
  });
}
