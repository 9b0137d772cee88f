import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import { dashboard } from './dashboard.ts';

let place: string;
before(async () => {
  place = await mkdtemp(join(tmpdir(), 'decidable-built-'));
  await mkdir(join(place, 'assets'));
  const paths = ['/', '/keys', '/audit/:gradingId'];
  await writeFile(join(place, 'dashboard.json'), JSON.stringify({ paths }));
  await writeFile(join(place, 'index.html'), '<!doctype html><title>Decidable</title>');
  await writeFile(join(place, 'theme.js'), '// theme');
  await writeFile(join(place, 'assets', 'index-B4xq.js'), '// code');
});
after(() => rm(place, { recursive: true }));

describe('the dashboard as it is served', () => {
  let app: FastifyInstance;
  before(async () => {
    app = Fastify();
    await app.register(dashboard, { folder: pathToFileURL(`${place}/`) });
  });
  after(() => app.close());

  it('has its page at every path that it knows, and at no other', async () => {
    for (const [path, status] of [
      ['/', 200],
      ['/keys', 200],
      ['/audit/a-grading', 200],
      ['/audit/a-grading/more', 404],
      ['/nowhere', 404],
      ['/dashboard.json', 404],
      ['/assets/nowhere.js', 404],
      ['/assets/../dashboard.json', 404],
    ] as const) {
      assert.equal((await app.inject({ url: path })).statusCode, status, path);
    }
  });

  it('allows no inline script or style, no other origin, and no markup from strings', async () => {
    const { headers } = await app.inject({ url: '/keys' });
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.match(policy, /require-trusted-types-for 'script'/);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
  });

  it('lets browsers keep what is named by its content, and ask for everything else', async () => {
    const caching = async (url: string) => (await app.inject({ url })).headers['cache-control'];
    assert.equal(await caching('/assets/index-B4xq.js'), 'public, max-age=31536000, immutable');
    assert.equal(await caching('/theme.js'), 'no-cache');
    assert.equal(await caching('/'), 'no-cache');
  });
});

describe('a dashboard that is not built', () => {
  it('says how to build it, in the page and to the log', async () => {
    const app = Fastify();
    let told = 0;
    await app.register(dashboard, {
      folder: pathToFileURL(`${join(place, 'nothing')}/`),
      unbuilt: () => told++,
    });
    const { statusCode, body } = await app.inject({ url: '/' });
    assert.equal(statusCode, 200);
    assert.match(body, /npm run build -w packages\/dashboard/);
    assert.equal(told, 1);
    assert.equal((await app.inject({ url: '/keys' })).statusCode, 404);
    await app.close();
  });
});
