import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { minify } from 'terser';
import { emitOverSdk } from '../sdk/emitted-over-sdk.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What the classes share with each other alone, shortened in the file. None may be of the browser or of the SDK. */
const OWN_PROPERTIES =
  /^(ask|begin|did|drop|given|isMade|listed|most|own|question|say|sdk|show|tell|template|wanted)$/;

/** Builds the module: one file without imports. */
export async function buildModule(): Promise<string> {
  const { version } = JSON.parse(await readFile(here('package.json'), 'utf8')) as { version: string };
  const { outputFiles } = await build({
    entryPoints: [here('src/index.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    minifySyntax: true,
    legalComments: 'none',
    mangleProps: OWN_PROPERTIES,
  });
  const { code } = await minify(outputFiles[0]!.text, {
    ecma: 2020,
    module: true,
    format: { preamble: `/*! Decidable elements ${version}, Apache-2.0 */` },
  });
  return code!;
}

/** Builds the module and its types into a folder. */
export async function buildElements(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'decidable-elements.mjs'), await buildModule());
  await emitOverSdk(here('.'), folder, { emitDeclarationOnly: true });
}

if (import.meta.main) await buildElements(here('dist'));
