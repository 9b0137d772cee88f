import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ErrorEnvelope } from '@decidable/contract';
import { HttpUnderTest } from '../../testing/http-under-test.ts';

const schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 5 },
    limits: { type: 'object', properties: { rate: { type: 'integer', minimum: 1 } } },
  },
};

describe('a route of the framework', () => {
  let http: HttpUnderTest;
  before(async () => {
    http = await HttpUnderTest.start(async (app) => {
      app.post('/things', { schema: { body: schema }, bodyLimit: 1_000 }, async () => ({ made: true }));
      const querystring = { type: 'object', properties: { page: { type: 'integer', minimum: 1 } } };
      app.get('/things', { schema: { querystring } }, async () => ({ things: [] }));
      app.get(
        '/things/:n',
        { schema: { params: { properties: { n: { type: 'integer' } } } } },
        async () => ({}),
      );
      app.get('/teapot', async () => {
        throw Object.assign(new Error('Ask for tea.'), { statusCode: 418 });
      });
      app.get('/gone', async () => {
        throw Object.assign(new Error('It was removed.'), { statusCode: 404 });
      });
      app.get('/broken', async () => {
        throw Object.assign(new Error('a secret of ours'), { statusCode: 502 });
      });
    });
  });
  after(() => http.close());

  async function refused(path: string, init: RequestInit, status: number, code: string) {
    const response = await fetch(http.url(path), init);
    const text = await response.text();
    assert.equal(response.status, status, text);
    const { success, error, correlationId, path: told } = JSON.parse(text) as ErrorEnvelope;
    assert.equal(success, false);
    assert.equal(error.code, code);
    assert.equal(correlationId, response.headers.get('x-correlation-id'));
    assert.equal(told, path.split('?')[0]);
    return error.message;
  }
  const post = (body: string, type = 'application/json') => ({
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });

  it('answers a body that fits', async () => {
    const response = await fetch(http.url('/things'), post('{"name":"shop"}'));
    assert.deepEqual([response.status, await response.json()], [200, { made: true }]);
  });

  for (const [what, body, message] of [
    ['lacks a field', '{}', /^name is required: add it to the body of \/things\.$/],
    ['has an empty field', '{"name":""}', /^name must not be empty\.$/],
    ['has a field of another type', '{"name":["x"]}', /^name must be text, not a list\.$/],
    ['has a field that is too long', '{"name":"worldwide"}', /^name is 9 characters long; at most 5/],
    [
      'has a wrong field within another',
      '{"name":"x","limits":{"rate":0}}',
      /^limits\.rate is 0; it must be at least 1\.$/,
    ],
    ['is no object', '[]', /^The body must be a JSON object, not a list\.$/],
    ['is empty', '', /^The body is empty\./],
    [
      'is no JSON',
      '{"name":\n "x" "y"}',
      /^The body is not valid JSON: the first fault is in line 2, character 6\./,
    ],
  ] as const) {
    it(`answers 400 and names the field where a body ${what}`, async () => {
      assert.match(await refused('/things', post(body), 400, 'BAD_REQUEST'), message);
    });
  }

  it('answers 400 and names the parameter where the query or the path does not fit', async () => {
    assert.match(
      await refused('/things?page=0', {}, 400, 'BAD_REQUEST'),
      /^page is 0; it must be at least 1\.$/,
    );
    assert.match(await refused('/things/x', {}, 400, 'BAD_REQUEST'), /^n must be a whole number, not text\./);
  });

  it('answers 415 where the body is no JSON by its content type, or has none', async () => {
    assert.match(
      await refused('/things', post('name=x', 'text/csv'), 415, 'UNSUPPORTED_MEDIA_TYPE'),
      /Content-Type: application\/json/,
    );
    const untyped = { method: 'POST', body: new Uint8Array([1]) };
    await refused('/things', untyped, 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  it('answers 413 where the body is larger than the route allows', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(2_000) });
    assert.match(
      await refused('/things', post(body), 413, 'PAYLOAD_TOO_LARGE'),
      /^The body is larger than this route accepts\./,
    );
  });

  it('answers what was thrown with a status of a client error as such, with its message', async () => {
    assert.equal(await refused('/gone', {}, 404, 'NOT_FOUND'), 'It was removed.');
    // RFC 9110, 15.5: a client error that is not known counts as a 400.
    assert.equal(await refused('/teapot', {}, 400, 'BAD_REQUEST'), 'Ask for tea.');
  });

  it('answers every other error as a fault of the service, and does not quote it', async () => {
    assert.doesNotMatch(await refused('/broken', {}, 500, 'INTERNAL'), /secret/);
  });
});
