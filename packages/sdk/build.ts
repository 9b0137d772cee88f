import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { declarations } from './declarations.ts';
import * as module from './src/index.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds the script, the module, their source maps and the declarations into a folder. */
export async function buildSdk(folder: string): Promise<void> {
  const { version } = JSON.parse(await readFile(here('package.json'), 'utf8')) as { version: string };
  const shared: BuildOptions = {
    bundle: true,
    minify: true,
    sourcemap: true,
    target: 'es2021',
    legalComments: 'none',
    banner: { js: `/*! Decidable SDK ${version}, Apache-2.0 */` },
    absWorkingDir: here('.'),
  };
  await mkdir(folder, { recursive: true });
  await Promise.all([
    build({ ...shared, entryPoints: ['src/script.ts'], outfile: `${folder}/decidable.js`, format: 'iife' }),
    build({ ...shared, entryPoints: ['src/index.ts'], outfile: `${folder}/decidable.mjs`, format: 'esm' }),
    writeFile(`${folder}/decidable.d.ts`, await declarations(Object.keys(module))),
  ]);
}

if (import.meta.main) await buildSdk(here('dist'));
