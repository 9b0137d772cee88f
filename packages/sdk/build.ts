import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { minify } from 'terser';
import { declarations } from './declarations.ts';
import * as module from './src/index.ts';

/**
 * Properties of the SDK's own parts, shortened in the files. None may be of the browser, of the service, of the page, or
 * of what is kept in the browser's storage, which pages of other releases read.
 */
export const OWN_PROPERTIES =
  /^(config|store|transport|session|outbox|exposures|underway|post|put|bring|seal|hurry|resume|capture|renew|forget|settle|first|sending|evicted|tries|ready|parcel|settled|call|list|flush|save|pause|rest|known|retry|timer|report|since)$/;

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds the script, the module, their source maps and the declarations into a folder. */
export async function buildSdk(folder: string): Promise<void> {
  const { version } = JSON.parse(await readFile(here('package.json'), 'utf8')) as { version: string };
  const shared = {
    bundle: true,
    // Written below: source maps name their sources as seen from `dist`, wherever the files go.
    write: false,
    minifySyntax: true,
    sourcemap: true,
    target: 'es2021',
    legalComments: 'none',
    mangleProps: OWN_PROPERTIES,
    absWorkingDir: here('.'),
  } as const satisfies BuildOptions;
  const [script, esModule] = await Promise.all([
    build({ ...shared, entryPoints: ['src/script.ts'], outfile: 'dist/decidable.js', format: 'iife' }),
    build({
      ...shared,
      entryPoints: {
        decidable: 'src/index.ts',
        'decidable-debug': 'src/debug.ts',
        'decidable-markup': 'src/readers/markup.ts',
        'decidable-data-layer': 'src/readers/data-layer.ts',
        'decidable-json-ld': 'src/readers/json-ld.ts',
      },
      outdir: 'dist',
      outExtension: { '.js': '.mjs' },
      format: 'esm',
      // The module loads the others when they are asked for.
      splitting: true,
    }),
  ]);
  const files = new Map(
    [...script.outputFiles, ...esModule.outputFiles].map(({ path, text }) => [basename(path), text]),
  );
  const exported = Object.keys(module);
  for (const name of [...files.keys()].filter((name) => !name.endsWith('.map'))) {
    // A second minifier finds shorter names.
    const { code, map } = await minify(files.get(name)!, {
      ecma: 2020,
      module: true,
      // Exports that keep their names are not renamed twice, on their way out of the client and out of the module.
      mangle: { reserved: name === 'decidable.mjs' ? exported : [] },
      compress: {
        passes: 6,
        pure_getters: true,
        inline: 1,
        hoist_funs: true,
        keep_fargs: false,
        sequences: false,
        lhs_constants: false,
        unsafe_arrows: true,
        // Sums in place of template literals: the same for whatever is no object with a `valueOf` of its own.
        unsafe: true,
      },
      format: { preamble: `/*! Decidable ${version}, Apache-2.0 */` },
      sourceMap: {
        content: files.get(`${name}.map`)!,
        filename: name,
        url: `${name}.map`,
        includeSources: true,
      },
    });
    files.set(name, code!).set(`${name}.map`, String(map));
  }
  await mkdir(folder, { recursive: true });
  for (const [name, text] of files) await writeFile(join(folder, name), text);
  await writeFile(join(folder, 'decidable.d.ts'), await declarations(exported));
}

if (import.meta.main) await buildSdk(here('dist'));
