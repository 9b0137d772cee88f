import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const packages = fileURLToPath(new URL('../packages', import.meta.url));
const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decidable-packed-'));
});
after(() => rm(folder, { recursive: true }));

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

async function pack(name: string): Promise<Packed> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: join(packages, name),
  });
  return (JSON.parse(stdout) as Packed[])[0];
}

test('what may be published holds no TypeScript to run: Node.js strips no types under node_modules', async () => {
  const published: string[] = [];
  for (const name of await readdir(packages)) {
    const { private: kept } = JSON.parse(await readFile(join(packages, name, 'package.json'), 'utf8'));
    if (kept === true) continue;
    published.push(name);
    const { files } = await pack(name);
    const sources = files.filter(({ path }) => path.endsWith('.ts') && !path.endsWith('.d.ts'));
    assert.deepEqual(sources, [], name);
  }
  assert.deepEqual(published, ['sdk']);
});

test('the packed SDK is imported by its name, as a module and as a script, with its types', async () => {
  const { filename } = await pack('sdk');
  const installed = join(folder, 'shop', 'node_modules', '@decidable', 'sdk');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components=1']);
  const shop = join(folder, 'shop');
  await writeFile(join(shop, 'package.json'), '{ "type": "module" }');
  await writeFile(
    join(shop, 'shop.ts'),
    `import { init, rankedCatalog } from '@decidable/sdk';
init({ apiKey: 'pk_live_x', organizationId: 'org_x' });
export const first: string | undefined = (await rankedCatalog({ limit: 1 })).items[0]?.id;
// @ts-expect-error: a limit is a number
await rankedCatalog({ limit: 'one' });
`,
  );
  const uses = `import * as sdk from '@decidable/sdk';
import { existsSync } from 'node:fs';
const script = existsSync(new URL(import.meta.resolve('@decidable/sdk/script')));
console.log(JSON.stringify([typeof sdk.init, typeof sdk.track, 'default' in sdk, script]));`;
  await writeFile(join(shop, 'uses.js'), uses);
  const { stdout } = await run(process.execPath, ['uses.js'], { cwd: shop });
  assert.deepEqual(JSON.parse(stdout), ['function', 'function', false, true]);
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--lib',
    'es2024,dom',
  ];
  await run(process.execPath, [compiler, ...options, 'shop.ts'], { cwd: shop });
});
