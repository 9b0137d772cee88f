import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import type { OrganizationId } from '../storage/ports.ts';
import { demoShop } from './demo.ts';

describe('the pages of the demo shop', () => {
  let app: FastifyInstance;
  before(async () => {
    app = Fastify();
    await app.register(demoShop, {
      organizationId: 'org_<demo>' as OrganizationId,
      pageKey: 'pk_live_$&"',
      catalogue: 'id,name\n1,Lamp\n',
    });
  });
  after(() => app.close());

  it('are served with and without the slash', async () => {
    const bare = await app.inject('/demo');
    assert.equal(bare.statusCode, 308);
    assert.equal(bare.headers.location, '/demo/');
    for (const page of ['/demo/', '/demo/product?id=1', '/demo/cart']) {
      const answer = await app.inject(page);
      assert.equal(answer.statusCode, 200, page);
      assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
      // The key in it changes at every start.
      assert.equal(answer.headers['cache-control'], 'no-cache');
    }
  });

  it('carry organization and key in their markup, as text', async () => {
    const { body } = await app.inject('/demo/');
    assert.match(body, /content="org_&#60;demo&#62;"/);
    assert.match(body, /content="pk_live_\$&#38;&#34;"/);
    assert.doesNotMatch(body, /\{\{/);
  });

  it('are served under a policy that allows no inline script, no style attribute and no other origin', async () => {
    const { headers, body } = await app.inject('/demo/');
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /require-trusted-types-for 'script'/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    assert.doesNotMatch(body, /<script(?![^>]*src=)|style=|\son\w+=|https?:/);
  });

  it('serve the catalogue of the organization', async () => {
    const answer = await app.inject('/demo/catalogue.csv');
    assert.equal(answer.body, 'id,name\n1,Lamp\n');
    assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8');
  });

  it('expose no other file of the folder, nor of another folder', async () => {
    for (const path of [
      'README.md',
      'index.html',
      '../storefront/engine.js',
      '..%2f..%2fpackage.json',
      'nothing',
    ]) {
      assert.equal((await app.inject(`/demo/${path}`)).statusCode, 404, path);
    }
  });
});
