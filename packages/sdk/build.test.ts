import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { buildSdk, OWN_PROPERTIES } from './build.ts';
import { describeRelease, readManifest, releases } from './release.ts';

const run = promisify(execFile);

describe('the build', () => {
  let folder: string;
  const built = (name: string) => readFile(join(folder, name), 'utf8');

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'decidable-sdk-'));
    await buildSdk(folder);
  });
  after(() => rm(folder, { recursive: true }));

  const LOADED = ['debug', 'markup', 'data-layer', 'json-ld'].map((name) => `decidable-${name}.mjs`);
  const SCRIPTS = ['decidable.js', 'decidable.mjs', ...LOADED];

  it('is a script, or a module, of at most 6 kB compressed, and 1.1 kB for each option that loads a file', async () => {
    const sizes = await Promise.all(
      SCRIPTS.map(async (name) => gzipSync(await built(name), { level: 9 }).byteLength),
    );
    const [script, module, ...loaded] = sizes as [number, number, ...number[]];
    assert.ok(Math.max(script, module) <= 6_000 && Math.max(...loaded) <= 1_100, `${sizes}`);
    assert.equal((await readdir(folder)).length, 2 * SCRIPTS.length + 1, 'no file that is not named here');
    for (const name of ['decidable.js', 'decidable.mjs'])
      assert.doesNotMatch(await built(name), /console\.info|data-decidable/);
  });

  it('names its version and licence in the first line of each file', async () => {
    const { version } = JSON.parse(await readFile(new URL('./package.json', import.meta.url), 'utf8'));
    for (const name of SCRIPTS)
      assert.equal((await built(name)).split('\n')[0], `/*! Decidable ${version}, Apache-2.0 */`, name);
  });

  it('evaluates no text as code, reads no cookie but its own, and waits for no unload', async () => {
    for (const name of SCRIPTS) {
      assert.doesNotMatch(await built(name), /\beval\b|new Function|beforeunload|"unload"|sendBeacon/);
    }
  });

  it('has a global with the methods of the module and a queue, and no default export', async () => {
    const module = await import(pathToFileURL(join(folder, 'decidable.mjs')).href);
    const expected = [
      'attributeFilter',
      'captureAutoSignals',
      'dwell',
      'event',
      'exposure',
      'flushExposures',
      'getSession',
      'getSessionId',
      'init',
      'observe',
      'otherSignal',
      'priceFilter',
      'rankedCatalog',
      'rerank',
      'reset',
      'search',
      'setConsent',
      'suggest',
      'track',
    ];
    assert.deepEqual(Object.keys(module).sort(), expected);
    const script = await built('decidable.js');
    const inPage = `globalThis.document = { currentScript: null };\n${script}\nconsole.log(Object.keys(Decidable).sort().join())`;
    const { stdout } = await run(process.execPath, ['-e', inPage]);
    assert.equal(stdout.trim(), [...expected, 'push'].sort().join());
  });

  it('can be imported by a server, where it touches nothing and every call answers at once', async () => {
    const page = join(folder, 'server.mjs');
    await writeFile(
      page,
      `const touched = [];
       for (const name of ['document', 'window', 'location', 'localStorage', 'fetch', 'setTimeout', 'addEventListener']) {
         Object.defineProperty(globalThis, name, { configurable: true, get() { touched.push(name); return undefined; } });
       }
       const sdk = await import('./decidable.mjs');
       const atImport = [...touched];
       await sdk.init({ apiKey: 'pk_live_x', organizationId: 'org_x', endpoint: 'http://127.0.0.1:1/api/v1' });
       sdk.exposure('d', ['a']);
       await sdk.flushExposures();
       sdk.setConsent('granted');
       const answers = await Promise.all([sdk.track([]), sdk.event('e'), sdk.getSession(), sdk.rankedCatalog(),
         sdk.search([{ id: 'a' }]), sdk.captureAutoSignals(), sdk.rerank([{ id: 'a' }]), sdk.suggest('a')]);
       sdk.reset();
       console.log(JSON.stringify({ atImport, reasons: answers.map(({ reason }) => reason), id: sdk.getSessionId(), results: answers[4].results }));`,
    );
    const { stdout, stderr } = await run(process.execPath, [page]);
    assert.equal(stderr, '');
    assert.deepEqual(JSON.parse(stdout), {
      atImport: [],
      reasons: Array(8).fill('not_initialised'),
      id: null,
      results: [{ id: 'a' }],
    });
  });

  it('shortens no name of its interface or of the service', async () => {
    const properties = /(?:^|[{;]) *(?:readonly )?(\w+)\??[:(<]/gm;
    const names = [...(await built('decidable.d.ts')).matchAll(properties)].map(([, name]) => name!);
    assert.ok(names.includes('sessionId') && names.includes('rankedCatalog'));
    assert.deepEqual(
      names.filter((name) => OWN_PROPERTIES.test(name)),
      [],
    );
  });

  it('declares its types in one file that needs no other', async () => {
    const declarations = await built('decidable.d.ts');
    assert.doesNotMatch(declarations, /\bimport\b|typebox/i);
    await writeFile(
      join(folder, 'shop.ts'),
      `import { attributeFilter, dwell, init, observe, otherSignal, priceFilter, rankedCatalog, rerank, search, suggest, track, type Config, type ScriptClient } from './decidable.js';
       const config: Config = { apiKey: 'k', organizationId: 'o', consent: 'pending' };
       await init(config);
       const answer = await track([{ type: 'category_view', value: 'lamp' }]);
       const persona: string | undefined = answer.personas[0]?.label;
       const ranked = await rankedCatalog({ limit: 3 });
       if (!ranked.fallback) for (const item of ranked.items) observe(document.body, ranked.decisionId, { id: item.id, position: item.rank });
       const found = await search([{ id: 'a', price: 3 }]);
       if (found.fallback) console.log(found.reason, found.results[0]?.price, persona);
       // Of both answers alike.
       const first: number | undefined = found.results[0]?.rank;
       const price: number | undefined = found.results[0]?.price;
       const reranked = await rerank([{ id: 'a', name: 'A' }], { query: 'a' });
       console.log(reranked.decisionId, reranked.results[0]?.name, reranked.results[0]?.previousRank, first, price);
       // Ids may be numbers, as the page has them.
       const numbered = await rerank([{ id: 7, name: 'A' }]);
       const id: number | undefined = numbered.results[0]?.id;
       if (!numbered.fallback) observe(document.body, numbered.decisionId, { id: numbered.results[0]!.id, position: numbered.results[0]!.rank });
       observe(document.body, 'd', 7);
       // @ts-expect-error: no id
       await search([{ price: 3 }]);
       console.log(id);
       console.log((await suggest('la', { limit: 5 })).suggestions.map((each) => each.query));
       await track([priceFilter({ max: 60 }), attributeFilter('colour', 'red'), dwell('sku-1', 12), otherSignal('quiz', 'b'),
         { type: 'product_view', value: 7 }, { type: 'price_filter', value: '10-20', at: Date.now() }]);
       // @ts-expect-error: a type that there is not
       await track([{ type: 'category_veiw', value: 'lamp' }]);
       // @ts-expect-error: no price range
       await track([{ type: 'price_filter', value: 'cheap' }]);
       // @ts-expect-error: a signal without its value
       await track([{ type: 'search' }]);
       declare const Decidable: ScriptClient;
       Decidable.push(['init', config], ['track', [{ type: 'search', value: 'lamp' }]], (client) => client.reset());
       // @ts-expect-error: a configuration without a key
       await init({ organizationId: 'o' });`,
    );
    await writeFile(join(folder, 'decidable.d.mts'), declarations);
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    const options = {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2022',
      types: [],
      lib: ['es2022', 'dom'],
    };
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['shop.ts', 'decidable.d.ts'] }),
    );
    const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
    await run(tsc, ['-p', folder]).catch(({ stdout }) => assert.fail(stdout));
  });

  it('has its sources in its maps, and no path of the machine that built it', async () => {
    for (const name of SCRIPTS.map((script) => `${script}.map`)) {
      const { sources, sourcesContent } = JSON.parse(await built(name)) as Record<string, string[]>;
      assert.ok(
        sources!.every((source) => /^\.\.\/src\/(readers\/)?[a-z-]+\.ts$/.test(source)),
        String(sources),
      );
      assert.equal(sourcesContent!.length, sources!.length);
    }
  });
});

describe('released files', () => {
  it('never change: each is what the manifest says, none is missing and none was added', async () => {
    const manifest = await readManifest();
    for (const [version, release] of Object.entries(manifest.releases)) {
      assert.deepEqual(await describeRelease(new URL(`${version}/`, releases)), release, version);
    }
    for (const version of Object.values(manifest.moving)) assert.ok(manifest.releases[version]);
  });

  it('of the current version are the scripts that its source builds: a changed source needs a new version', async () => {
    const { version } = JSON.parse(await readFile(new URL('./package.json', import.meta.url), 'utf8'));
    const released = (await readManifest()).releases[version];
    if (!released) return;
    const folder = await mkdtemp(join(tmpdir(), 'decidable-sdk-'));
    await buildSdk(folder);
    const built = await describeRelease(pathToFileURL(`${folder}/`));
    // Not the declarations: the service may gain fields that an SDK of before hands through all the same.
    for (const name of Object.keys(built.files).filter((name) => name.endsWith('js')))
      assert.deepEqual(built.files[name], released.files[name], name);
    await rm(folder, { recursive: true });
  });
});
