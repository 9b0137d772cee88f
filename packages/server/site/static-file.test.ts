import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { sendFile, staticFile } from './static-file.ts';

const text = 'const shop = 1;\n'.repeat(100);

describe('a static file', () => {
  let app: FastifyInstance;
  before(() => {
    app = Fastify();
    const file = staticFile('shop.js', text);
    app.get('/', (request, reply) => sendFile(request, reply, file, 'no-cache'));
  });
  after(() => app.close());
  const get = (headers: Record<string, string> = {}) => app.inject({ url: '/', headers });

  it('has the content type of its name, and the caching of its route', async () => {
    const { headers, body } = await get();
    assert.equal(body, text);
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-cache');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(staticFile('what.ever', '').type, 'application/octet-stream');
  });

  it('is sent in the smallest encoding that the client accepts', async () => {
    const brotli = await get({ 'accept-encoding': 'gzip, br' });
    assert.equal(brotli.headers['content-encoding'], 'br');
    assert.equal(String(brotliDecompressSync(brotli.rawPayload)), text);
    const gzip = await get({ 'accept-encoding': 'GZIP;q=0.5, br;q=0' });
    assert.equal(gzip.headers['content-encoding'], 'gzip');
    assert.equal(String(gunzipSync(gzip.rawPayload)), text);
    assert.equal((await get({ 'accept-encoding': 'identity' })).headers['content-encoding'], undefined);
  });

  it('is not sent again to a client that has cached the same content', async () => {
    const etag = String((await get()).headers.etag);
    const again = await get({ 'if-none-match': `"other", W/${etag}` });
    assert.deepEqual([again.statusCode, again.body], [304, '']);
    assert.equal((await get({ 'if-none-match': '"other"' })).statusCode, 200);
    assert.equal(staticFile('shop.js', text).etag, etag);
    assert.notEqual(staticFile('shop.js', `${text} `).etag, etag);
  });
});
