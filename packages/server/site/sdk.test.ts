import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { sdkFiles, sdkReleases } from './sdk.ts';

describe('the files of the browser SDK', () => {
  let app: FastifyInstance;
  let newest: string;
  before(async () => {
    app = Fastify();
    await app.register(sdkFiles);
    newest = (await app.inject('/sdk/manifest.json')).json().moving.v0;
  });
  after(() => app.close());

  it('never change under an exact version, and may be cached forever', async () => {
    const answer = await app.inject(`/sdk/v${newest}/decidable.js`);
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(answer.headers['content-type'], 'text/javascript; charset=utf-8');
  });

  it('move with the releases under a major version, and may be cached for five minutes', async () => {
    const [moving, manifest] = [
      await app.inject('/sdk/v0/decidable.js'),
      await app.inject('/sdk/manifest.json'),
    ];
    const exact = await app.inject(`/sdk/v${manifest.json().moving.v0}/decidable.js`);
    assert.equal(moving.headers['cache-control'], 'public, max-age=300');
    assert.equal(manifest.headers['cache-control'], 'public, max-age=300');
    assert.equal(moving.body, exact.body);
  });

  it('have their hashes in the manifest, source maps beside them, and are open to pages of every origin', async () => {
    const { releases } = (await app.inject('/sdk/manifest.json')).json();
    for (const [version, { files }] of Object.entries<{ files: Record<string, { integrity: string }> }>(
      releases,
    )) {
      assert.ok('decidable.js.map' in files && 'decidable.mjs.map' in files);
      for (const [name, { integrity }] of Object.entries(files)) {
        const answer = await app.inject(`/sdk/v${version}/${name}`);
        const hash = createHash('sha384').update(answer.rawPayload).digest('base64');
        assert.equal(integrity, `sha384-${hash}`, name);
        assert.equal(answer.headers['access-control-allow-origin'], '*');
      }
    }
  });

  it('are compressed, and not sent again to a browser that has cached them', async () => {
    const url = '/sdk/v0/decidable.mjs';
    const plain = await app.inject(url);
    const brotli = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    assert.equal(brotli.headers['content-encoding'], 'br');
    assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), plain.body);
    for (const held of [`W/${plain.headers.etag}`, `"another" ,${plain.headers.etag}`]) {
      const known = await app.inject({ url, headers: { 'if-none-match': held } });
      assert.equal(known.statusCode, 304);
      assert.equal(known.body, '');
    }
  });

  it('are never sent in an encoding that the client rules out', async () => {
    for (const [accepted, encoding] of [
      ['br;q=0, gzip', 'gzip'],
      ['gzip;q=0.000, br; q=0', undefined],
      ['br; Q=0.0,GZIP;q=0.5', 'gzip'],
      ['gzip;q=1, br;q=0.1', 'br'],
      ['identity', undefined],
      ['x-br, gzip-x', undefined],
    ] as const) {
      const url = '/sdk/v0/decidable.mjs';
      const answer = await app.inject({ url, headers: { 'accept-encoding': accepted } });
      assert.equal(answer.headers['content-encoding'], encoding, accepted);
    }
  });

  it('cost no more for a header of blanks only: under 50 ms of CPU time', async () => {
    const blanks = `"a"${' '.repeat(15_000)}"b"`;
    const before = process.threadCpuUsage();
    const { statusCode } = await app.inject({
      url: '/sdk/manifest.json',
      headers: { 'if-none-match': blanks },
    });
    const { user } = process.threadCpuUsage(before);
    assert.equal(statusCode, 200);
    assert.ok(user < 50_000, `${user} µs`);
  });

  it('are not found under a version or a name that was never released', async () => {
    for (const path of [
      'v9/decidable.js',
      'v0/secret.js',
      'v0.1/decidable.js',
      'v0/..%2fmanifest.json',
      '__proto__/x',
    ]) {
      assert.equal((await app.inject(`/sdk/${path}`)).statusCode, 404, path);
    }
  });

  it('of earlier releases stay when a new one moves the major version', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'releases-'));
    await cp(sdkReleases, folder, { recursive: true });
    await cp(join(folder, newest), join(folder, '0.99.0'), { recursive: true });
    await writeFile(join(folder, '0.99.0', 'decidable.js'), 'globalThis.Decidable = {};');
    await writeFile(join(folder, 'manifest.json'), '{ "moving": { "v0": "0.99.0" }, "releases": {} }');
    const later = Fastify();
    await later.register(sdkFiles, { releases: pathToFileURL(`${folder}/`) });
    assert.equal((await later.inject('/sdk/v0/decidable.js')).body, 'globalThis.Decidable = {};');
    assert.equal(
      (await later.inject(`/sdk/v${newest}/decidable.js`)).body,
      (await app.inject(`/sdk/v${newest}/decidable.js`)).body,
    );
    await later.close();
    await rm(folder, { recursive: true });
  });
});
