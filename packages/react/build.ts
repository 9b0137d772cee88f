import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { declarationAsEmitted } from '../../scripts/pack/emitted.ts';
import { buildSdk } from '../sdk/build.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Emits the scripts and their types into a folder, checked against the declarations that the SDK is published with. */
export async function buildReact(folder: string): Promise<void> {
  const sdk = await mkdtemp(join(tmpdir(), 'decidable-react-'));
  try {
    await buildSdk(sdk);
    const config = join(sdk, 'tsconfig.json');
    const options = {
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      target: 'es2022',
      rootDir: here('src'),
      outDir: folder,
      types: [],
      typeRoots: [here('../../node_modules/@types')],
      paths: {
        '@decidable/sdk': [join(sdk, 'decidable.d.ts')],
        react: [here('../../node_modules/@types/react')],
      },
    };
    const extended = { extends: here('tsconfig.json'), compilerOptions: options };
    await writeFile(config, JSON.stringify({ ...extended, files: [here('src/index.ts')], include: [] }));
    await mkdir(folder, { recursive: true });
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

if (import.meta.main) await buildReact(here('dist'));
