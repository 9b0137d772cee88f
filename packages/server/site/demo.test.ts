import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { RecentCalls } from '../calls/index.ts';
import type { OrganizationId } from '../storage/ports.ts';
import { demoShop } from './demo.ts';

describe('the pages of the demo shop', () => {
  let app: FastifyInstance;
  const calls = new RecentCalls();
  before(async () => {
    app = Fastify();
    await app.register(demoShop, {
      organizationId: 'org_<demo>' as OrganizationId,
      pageKey: 'pk_live_$&"',
      catalogue: 'id,name\n1,Lamp\n',
      calls,
    });
  });
  after(() => app.close());

  it('are served with and without the slash', async () => {
    const bare = await app.inject('/demo');
    assert.equal(bare.statusCode, 308);
    assert.equal(bare.headers.location, '/demo/');
    for (const page of ['/demo/', '/demo/product?id=1', '/demo/cart', '/demo/debug']) {
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

  it('are served under a policy that allows one inline script, no style attribute and no other origin', async () => {
    const { headers, body } = await app.inject('/demo/');
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /require-trusted-types-for 'script'/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    assert.doesNotMatch(body, /style=|\son\w+=|https?:/);
    const [inline, ...more] = body.matchAll(/<script(?![^>]*src=)[^>]*>(.*?)<\/script>/gs);
    assert.deepEqual(more, []);
    const hash = createHash('sha256').update(inline![1]!).digest('base64');
    assert.ok(policy.includes(`script-src 'self' 'sha256-${hash}';`), policy);
  });

  it('show whoever has the id of a session what became of its calls, and nobody another one', async () => {
    const organizationId = 'org_<demo>' as OrganizationId;
    for (const sessionId of ['mine-0123456789', 'yours-0123456789']) {
      const body = Buffer.from(JSON.stringify({ sessionId, signals: [{ type: 'search', value: 'lamp' }] }));
      calls.wants(organizationId, false, 0);
      calls.add(organizationId, {
        id: `of ${sessionId}`,
        at: Date.now(),
        endpoint: '/track',
        status: 200,
        milliseconds: 1,
        keyPrefix: 'pk_live_abcd',
        origin: undefined,
        userAgent: undefined,
        body,
        bodyBytes: body.length,
        answer: Buffer.from('{}'),
        warnings: [],
      });
    }
    const ask = (payload: object) => app.inject({ method: 'POST', url: '/demo/calls', payload });
    const told = (await ask({ sessionId: 'mine-0123456789' })).json() as {
      calls: { correlationId: string; understood: string[] }[];
    };
    assert.deepEqual(
      told.calls.map(({ correlationId, understood }) => [correlationId, understood]),
      [['of mine-0123456789', ['search "lamp"']]],
    );
    assert.equal((await ask({})).statusCode, 400);
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
