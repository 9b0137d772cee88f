import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { basePath, type EndpointPath, endpoints, sdkCalls } from '@decidable/contract';
import { envelopeFault, RunningService } from '../../testing/running-service.ts';

const PATHS = Object.keys(endpoints) as EndpointPath[];

describe('a key that is limited to some endpoints', () => {
  let running: RunningService;
  before(async () => {
    running = await RunningService.start();
  });
  after(() => running.close());

  // An empty body is refused with 400 by an endpoint, which shows that the key has passed.
  const calls = async (allowed: readonly EndpointPath[] | undefined) => {
    const key = await running.newKey(undefined, allowed === undefined ? {} : { endpoints: allowed });
    const may: EndpointPath[] = [];
    for (const path of PATHS) {
      const answer = await running.post(path, {}, { key });
      if (answer.status === 403) {
        assert.equal(envelopeFault(answer, 403, 'FORBIDDEN', basePath + path), undefined);
        assert.match(String(answer.body.error.message), /may not call this endpoint, but only \//);
      } else {
        assert.equal(answer.status, 400, `${path}: ${answer.text}`);
        may.push(path);
      }
    }
    return may;
  };

  it('may call these and no others, for each endpoint', async () => {
    for (const path of PATHS) assert.deepEqual(await calls([path]), [path]);
  });

  it('may call what the SDK calls, and neither grade nor rerank', async () => {
    assert.deepEqual(new Set(await calls(sdkCalls)), new Set(sdkCalls));
  });

  it('keeps gradings where it names their endpoint; without a limit, where it has no origins and no page calls', async () => {
    const origin = 'https://shop.example';
    const keeps = async (more: object, headers = {}) => {
      const key = await running.newKey(undefined, more);
      const csv = 'id,colour\n1,red\n2,blue';
      const graded = await running.post(
        '/catalog/audit',
        { csv, organizationId: key.organizationId },
        { key, headers },
      );
      const unkept = await running.post('/catalog/audit', { csv }, { key, headers });
      assert.equal(unkept.status, 200, unkept.text);
      const kept = await running.service.storage.gradings.list(key.organizationId, { limit: 5 });
      assert.equal(kept.length, graded.status === 200 ? 1 : 0);
      if (graded.status !== 200) {
        assert.equal(envelopeFault(graded, 403, 'FORBIDDEN', `${basePath}/catalog/audit`), undefined);
        assert.match(String(graded.body.error.message), /^organizationId: /);
      }
      return graded.status === 200;
    };
    assert.equal(await keeps({}), true);
    assert.equal(await keeps({}, { origin }), false);
    assert.equal(await keeps({ origins: [origin] }), false);
    assert.equal(await keeps({ origins: [origin] }, { origin }), false);
    assert.equal(await keeps({ origins: [origin], endpoints: ['/catalog/audit'] }, { origin }), true);
  });

  it('without a limit may call every endpoint', async () => {
    assert.deepEqual(await calls(undefined), PATHS);
  });

  it('is refused before its body is read, and calls nothing by another spelling of the path', async () => {
    const key = await running.newKey(undefined, { endpoints: ['/event'] });
    const text = await running.post('/track', undefined, { key, raw: 'not JSON' });
    assert.equal(text.status, 403);
    assert.equal((await running.postTo('/api/v1/%74rack', {}, { key })).status, 403);
    assert.equal((await running.postTo('/api/v1/%65vent', {}, { key })).status, 400);
  });
});
