import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { limits } from '@decidable/contract';
import { envelopeFault, RunningService } from '../testing/running-service.ts';

describe('a body in gzip', () => {
  let running: RunningService;
  before(async () => {
    running = await RunningService.start();
  });
  after(() => running.close());

  const headers = { 'content-encoding': 'gzip' };
  const zipped = (body: object) => new Uint8Array(gzipSync(JSON.stringify(body)));

  it('is taken by the endpoints: small, read on a thread of its own, and graded', async () => {
    const event = await running.post('/event', undefined, { raw: zipped(running.event()), headers });
    assert.equal(event.status, 200, event.text);
    const results = Array.from({ length: 900 }, (_, n) => ({ id: `p-${n}`, title: `${n}`.repeat(30) }));
    const rerank = { sessionId: 'session-0123456789', organizationId: running.key.organizationId, results };
    assert.ok(JSON.stringify(rerank).length > 64 * 1024);
    const ranked = await running.post('/rerank', undefined, { raw: zipped(rerank), headers });
    assert.equal(ranked.status, 200, ranked.text);
    const csv = `id,colour\n${Array.from({ length: 500 }, (_, n) => `${n},${n % 3}`).join('\n')}`;
    const audit = await running.post('/catalog/audit', undefined, { raw: zipped({ csv }), headers });
    assert.equal(audit.status, 200, audit.text);
  });

  it('is refused where it would be larger than the endpoint takes, and the connection goes on', async () => {
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(64 * 1024 * 1024, ' ')));
    assert.ok(bomb.length < limits.body.outcome);
    const refused = await running.post('/event', undefined, { raw: bomb, headers });
    assert.equal(envelopeFault(refused, 413, 'PAYLOAD_TOO_LARGE', '/api/v1/event'), undefined);
    assert.match(String(refused.body.error.message), /262,144 bytes .* once it is inflated/);
  });

  it('is named where another encoding is sent', async () => {
    const refused = await running.post('/event', running.event(), { headers: { 'content-encoding': 'br' } });
    assert.equal(envelopeFault(refused, 415, 'UNSUPPORTED_MEDIA_TYPE', '/api/v1/event'), undefined);
    assert.match(String(refused.body.error.message), /that are: gzip, identity\./);
    assert.equal(refused.headers.get('accept-encoding'), 'gzip, identity');
  });
});
