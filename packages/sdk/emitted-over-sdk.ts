import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { declarationAsEmitted } from '../../scripts/pack/emitted.ts';
import { buildSdk } from './build.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Emits a package over the SDK, checked against the declarations that the SDK is published with.
 *
 * @param of the folder of the package, with `src/index.ts` and a `tsconfig.json`
 * @param options further ones of the compiler
 */
export async function emitOverSdk(of: string, folder: string, options: object): Promise<void> {
  const sdk = await mkdtemp(join(tmpdir(), 'decidable-over-sdk-'));
  try {
    await buildSdk(sdk);
    const config = join(sdk, 'tsconfig.json');
    const compilerOptions = {
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      target: 'es2022',
      rootDir: join(of, 'src'),
      outDir: folder,
      types: [],
      typeRoots: [here('../../node_modules/@types')],
      ...options,
      paths: {
        '@decidable/sdk': [join(sdk, 'decidable.d.ts')],
        react: [here('../../node_modules/@types/react')],
      },
    };
    const extended = { extends: join(of, 'tsconfig.json'), compilerOptions };
    await writeFile(config, JSON.stringify({ ...extended, files: [join(of, 'src/index.ts')], include: [] }));
    const compiler = here('../../node_modules/typescript/bin/tsc');
    await promisify(execFile)(process.execPath, [compiler, '-p', config]);
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.d.ts')) continue;
      const types = join(folder, name);
      await writeFile(types, declarationAsEmitted(await readFile(types, 'utf8')));
    }
  } finally {
    await rm(sdk, { recursive: true });
  }
}
