import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { declarations } from './declarations.ts';
import * as module from './src/index.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds the script, the module, their source maps and the declarations into a folder. */
export async function buildSdk(folder: string): Promise<void> {
  const { version } = JSON.parse(await readFile(here('package.json'), 'utf8')) as { version: string };
  const shared = {
    bundle: true,
    // Written below: source maps name their sources as seen from `dist`, wherever the files go.
    write: false,
    minify: true,
    sourcemap: true,
    target: 'es2021',
    legalComments: 'none',
    banner: { js: `/*! Decidable SDK ${version}, Apache-2.0 */` },
    absWorkingDir: here('.'),
  } as const satisfies BuildOptions;
  const [script, esModule] = await Promise.all([
    build({ ...shared, entryPoints: ['src/script.ts'], outfile: 'dist/decidable.js', format: 'iife' }),
    build({
      ...shared,
      entryPoints: {
        decidable: 'src/index.ts',
        'decidable-debug': 'src/debug.ts',
        'decidable-markup': 'src/markup.ts',
      },
      outdir: 'dist',
      outExtension: { '.js': '.mjs' },
      format: 'esm',
      // The module loads the other two when they are asked for.
      splitting: true,
    }),
  ]);
  await mkdir(folder, { recursive: true });
  for (const { path, contents } of [...script.outputFiles, ...esModule.outputFiles]) {
    await writeFile(join(folder, basename(path)), contents);
  }
  await writeFile(join(folder, 'decidable.d.ts'), await declarations(Object.keys(module)));
}

if (import.meta.main) await buildSdk(here('dist'));
