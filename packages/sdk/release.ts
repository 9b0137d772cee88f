import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSdk } from './build.ts';

/** What `/sdk/manifest.json` tells: every release ever made, and where the moving addresses point. */
export interface Manifest {
  /** Version that `/sdk/v<major>/…` serves, by `v<major>`. */
  readonly moving: Readonly<Record<string, string>>;
  readonly releases: Readonly<Record<string, Release>>;
}

export interface Release {
  /** By file name; `integrity` is the value of the attribute of that name (SRI). */
  readonly files: Readonly<Record<string, { readonly integrity: string; readonly bytes: number }>>;
}

export const releases = new URL('./releases/', import.meta.url);

export async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(new URL('manifest.json', releases), 'utf8')) as Manifest;
}

export async function describeRelease(folder: URL): Promise<Release> {
  const names = (await readdir(folder)).sort();
  const files = await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(new URL(name, folder));
      const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
      return [name, { integrity, bytes: bytes.byteLength }] as const;
    }),
  );
  return { files: Object.fromEntries(files) };
}

/** Builds the version of `package.json` into `releases/` for good. A version that is there already is refused. */
async function release(): Promise<void> {
  const own = await readFile(new URL('./package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(own) as { version: string };
  const manifest = await readManifest().catch((error: NodeJS.ErrnoException): Manifest => {
    if (error.code !== 'ENOENT') throw error;
    return { moving: {}, releases: {} };
  });
  if (manifest.releases[version]) {
    throw new Error(`${version} was released: a release never changes. Raise the version in package.json.`);
  }
  const folder = new URL(`${version}/`, releases);
  const built = await mkdtemp(join(tmpdir(), 'decidable-sdk-'));
  try {
    await buildSdk(built);
    await mkdir(folder, { recursive: true });
    for (const name of await readdir(built)) await copyFile(join(built, name), new URL(name, folder));
  } finally {
    await rm(built, { recursive: true });
  }
  const next: Manifest = {
    moving: { ...manifest.moving, [`v${version.split('.')[0]}`]: version },
    releases: { ...manifest.releases, [version]: await describeRelease(folder) },
  };
  await writeFile(new URL('manifest.json', releases), `${JSON.stringify(next, null, 2)}\n`);
  console.log(`Released ${version}.`);
}

if (import.meta.main) await release();
