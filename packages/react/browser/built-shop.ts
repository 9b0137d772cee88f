import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type InlineConfig } from 'vite';
import type { render } from '../../../examples/react/server.tsx';
import { buildSdk } from '../../sdk/build.ts';
import { buildReact } from '../build.ts';

/** The example shop, built with one version of React. */
export interface BuiltShop {
  readonly render: typeof render;
  /** The script of its page. */
  readonly script: string;
}

/** Where the versions of React are installed from. */
const MANIFESTS = { 18: '../../../examples/react-18/package.json', 19: '../package.json' } as const;

export interface Variant {
  readonly version: keyof typeof MANIFESTS;
  /** In development strict mode runs effects twice, and React says more of what is wrong. */
  readonly mode: 'development' | 'production';
}

/** Builds the packages that the shop imports, as they are published, into a folder. */
export async function buildPackages(folder: string): Promise<void> {
  await Promise.all([buildReact(join(folder, 'react')), buildSdk(join(folder, 'sdk'))]);
}

/** Builds the example shop from these packages, for a browser and for a server. */
export async function buildShop({ version, mode }: Variant, packages: string): Promise<BuiltShop> {
  const folder = await mkdtemp(join(tmpdir(), 'decidable-react-'));
  const { resolve } = createRequire(new URL(MANIFESTS[version], import.meta.url));
  const placeOf = (name: string) => dirname(resolve(`${name}/package.json`));
  const installed = JSON.parse(await readFile(join(placeOf('react-dom'), 'package.json'), 'utf8'))
    .version as string;
  if (!installed.startsWith(`${version}.`))
    throw new Error(`Found React ${installed}, not ${version}: run npm ci.`);
  try {
    const shared = {
      root: fileURLToPath(new URL('../../../examples/react', import.meta.url)),
      configFile: false,
      // Bundlers warn of `'use client'`, which only frameworks with server components read.
      logLevel: 'error',
      mode,
      define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
      resolve: {
        alias: {
          '@decidable/react': join(packages, 'react/index.js'),
          '@decidable/sdk': join(packages, 'sdk/decidable.mjs'),
          react: placeOf('react'),
          'react-dom': placeOf('react-dom'),
        },
      },
    } as const satisfies InlineConfig;
    const output = { minify: false, emptyOutDir: false, write: true } as const;
    await build({
      ...shared,
      build: {
        ...output,
        outDir: join(folder, 'browser'),
        rollupOptions: { input: 'browser.tsx', output: { entryFileNames: 'shop.js', codeSplitting: false } },
      },
    });
    await build({
      ...shared,
      ssr: { noExternal: true },
      build: {
        ...output,
        ssr: 'server.tsx',
        outDir: join(folder, 'server'),
        rollupOptions: { output: { entryFileNames: 'server.mjs' } },
      },
    });
    const server = (await import(pathToFileURL(join(folder, 'server/server.mjs')).href)) as {
      render: typeof render;
    };
    return { render: server.render, script: await readFile(join(folder, 'browser/shop.js'), 'utf8') };
  } finally {
    await rm(folder, { recursive: true });
  }
}
