import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { basePath, type EndpointPath, type ErrorEnvelope, endpoints } from '@decidable/contract';
import { type Answer, envelopeFault, RunningService } from '../testing/running-service.ts';

const json = 'application/json';

describe('"Every error has the same JSON envelope"', () => {
  let running: RunningService;
  before(async () => {
    running = await RunningService.start();
  });
  after(() => running.close());

  const refused = (answer: Answer, status: number, code: string, path = `${basePath}/event`) =>
    assert.equal(envelopeFault(answer, status, code, path), undefined);

  describe('BAD_REQUEST, 400: "Malformed body, an empty body with a JSON content type, or a missing required field"', () => {
    for (const [what, raw] of [
      ['an empty body', ''],
      ['a body of white space', ' \n\t '],
      ['broken JSON', '{"sessionId": "s-1"'],
      ['JSON with a trailing comma', '{"sessionId": "s-1",}'],
      ['a word', 'sessionId'],
      ['two JSON values', '{}{}'],
    ] as const) {
      it(`answers ${what} with the envelope`, async () => {
        refused(await running.post('/event', undefined, { raw }), 400, 'BAD_REQUEST');
      });
    }

    it('says where the first fault of broken JSON is, without repeating what was sent', async () => {
      const answer = await running.post('/event', undefined, { raw: '{\n  "name": "secret" "x"\n}' });
      assert.match(String(answer.body.error.message), /line 2, character 20/);
      assert.doesNotMatch(answer.text, /secret/);
    });

    it('refuses a body that is not UTF-8', async () => {
      const raw = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
      const answer = await running.post('/event', undefined, { raw });
      refused(answer, 400, 'BAD_REQUEST');
      assert.match(String(answer.body.error.message), /not valid UTF-8/);
    });

    it('accepts a byte-order mark before the JSON', async () => {
      const raw = `\uFEFF${JSON.stringify(running.event())}`;
      assert.equal((await running.post('/event', undefined, { raw })).status, 200);
    });

    for (const [what, value] of [
      ['null', 'null'],
      ['a list', '[]'],
      ['a number', '1'],
      ['text', '"x"'],
    ] as const) {
      it(`refuses a body that is ${what} instead of an object`, async () => {
        const answer = await running.post('/event', undefined, { raw: value });
        refused(answer, 400, 'BAD_REQUEST');
        assert.match(String(answer.body.error.message), /^The body must be a JSON object, not /);
      });
    }

    it('"A missing `organizationId` on an endpoint that requires it returns 400 with a validation error naming the field"', async () => {
      for (const contract of Object.values(endpoints)) {
        const required = (contract.request as { required?: string[] }).required ?? [];
        if (!required.includes('organizationId')) continue;
        const answer = await running.post(contract.path, { sessionId: 's-1' });
        refused(answer, 400, 'BAD_REQUEST', basePath + contract.path);
        assert.match(String(answer.body.error.message), /organizationId/, contract.path);
      }
    });

    it('"An empty body with a JSON content type returns 400", on every endpoint', async () => {
      for (const path of Object.keys(endpoints) as EndpointPath[]) {
        refused(await running.post(path, undefined, { raw: '' }), 400, 'BAD_REQUEST', basePath + path);
      }
    });
  });

  describe('NOT_FOUND, 404: "No such route, for example a missing `/api/v1` prefix"', () => {
    it('answers a path without the prefix', async () => {
      refused(await running.postTo('/event', running.event()), 404, 'NOT_FOUND', '/event');
    });

    for (const path of [
      '/api/v1/products',
      '/api/v1/categories',
      '/api/v1/',
      '/api/v1/event/',
      '/api/v2/event',
    ]) {
      it(`answers ${path}: "Routes that are not listed here are unsupported"`, async () => {
        refused(await running.postTo(path, running.event()), 404, 'NOT_FOUND', path);
      });
    }

    it('repeats the path without its query', async () => {
      refused(await running.postTo('/api/v1/nothing?key=1', {}), 404, 'NOT_FOUND', '/api/v1/nothing');
    });

    it('whatever body comes along, which nobody reads', async () => {
      const bodies: readonly [type: string, body: string][] = [
        ['application/json', ''],
        ['application/json', '{'],
        ['application/json', '{"__proto__":1}'],
        ['application/json', `"${'x'.repeat(2_000_000)}"`],
        ['text/plain', 'x'],
        ['nonsense', 'x'],
      ];
      for (const path of ['/track', '/api/v1/nothing', '/', '/openapi.json']) {
        for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'QUERY']) {
          for (const [type, body] of bodies) {
            const headers = { 'content-type': type };
            const response = await fetch(running.url(path), { method, headers, body });
            const text = await response.text();
            assert.equal(response.status, 404, `${method} ${path} with ${type}: ${text}`);
            assert.equal((JSON.parse(text) as ErrorEnvelope).error.code, 'NOT_FOUND');
          }
        }
      }
    });

    it('needs no key to say so', async () => {
      refused(
        await running.postTo('/api/v1/nothing', {}, { key: null }),
        404,
        'NOT_FOUND',
        '/api/v1/nothing',
      );
    });

    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']) {
      it(`answers ${method} on a known path: "Every one is \`POST\`"`, async () => {
        const response = await fetch(running.url('/api/v1/event'), { method });
        assert.equal(response.status, 404);
        assert.ok(response.headers.get('x-correlation-id'));
        if (method !== 'HEAD')
          assert.equal(((await response.json()) as ErrorEnvelope).error.code, 'NOT_FOUND');
      });
    }

    it('answers a path that cannot be decoded', async () => {
      refused(await running.postTo('/api/v1/%zz', {}), 404, 'NOT_FOUND', '/api/v1/%zz');
    });
  });

  describe('unversioned paths belong to the site', () => {
    it('"A request to an unversioned path reaches a different site and will not look like an API error": a page', async () => {
      const response = await fetch(running.url('/track'), { headers: { accept: 'text/html,*/*' } });
      assert.equal(response.status, 404);
      assert.match(response.headers.get('content-type')!, /^text\/html/);
      assert.match(response.headers.get('content-security-policy')!, /frame-ancestors 'none'/);
      assert.match(await response.text(), /<h1>There is no such page<\/h1>/);
    });

    it('a program that posts JSON there gets the envelope', async () => {
      refused(await running.postTo('/track', {}), 404, 'NOT_FOUND', '/track');
    });

    it('below the base path a browser gets the envelope too', async () => {
      const response = await fetch(running.url('/api/v1/track'), { headers: { accept: 'text/html' } });
      assert.equal(((await response.json()) as ErrorEnvelope).error.code, 'NOT_FOUND');
    });

    it('the front page says what runs here and links to the reference, which loads nothing from elsewhere', async () => {
      const front = await fetch(running.url('/'));
      assert.equal(front.status, 200);
      assert.match(await front.text(), /href="\/reference"/);
      const reference = await fetch(running.url('/reference'));
      const policy = reference.headers.get('content-security-policy')!;
      assert.match(policy, /default-src 'none'/);
      assert.doesNotMatch(policy, /https?:/);
      assert.doesNotMatch(await reference.text(), /https?:\/\//);
      assert.equal((await fetch(running.url('/reference/viewer.js'))).status, 200);
      const description = (await (await fetch(running.url('/openapi.json'))).json()) as { openapi: string };
      assert.equal(description.openapi, '3.1.0');
    });
  });

  describe('UNSUPPORTED_MEDIA_TYPE, 415', () => {
    for (const type of [
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'nonsense',
      'application/json; charset=utf-16',
    ]) {
      it(`answers ${type}: "There is no file upload and no multipart"`, async () => {
        const answer = await running.post(
          '/catalog/audit',
          { csv: 'id\n1' },
          { headers: { 'content-type': type } },
        );
        refused(answer, 415, 'UNSUPPORTED_MEDIA_TYPE', '/api/v1/catalog/audit');
      });
    }

    for (const type of [
      json,
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
      'Application/JSON',
      'application/vnd.shop+json',
    ]) {
      it(`accepts ${type}`, async () => {
        const answer = await running.post('/event', running.event(), { headers: { 'content-type': type } });
        assert.equal(answer.status, 200, answer.text);
      });
    }

    it('answers a body in another encoding than gzip, which is not read', async () => {
      const answer = await running.post('/event', running.event(), {
        headers: { 'content-encoding': 'br' },
      });
      refused(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
    });
  });

  it('every answer has a correlation id of its own, which a caller cannot choose', async () => {
    const headers = { 'x-correlation-id': 'mine', 'x-request-id': 'mine' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => running.post('/event', i % 2 ? running.event() : {}, { headers })),
    );
    const ids = answers.map((answer) => answer.headers.get('x-correlation-id'));
    assert.equal(new Set(ids).size, 20);
    assert.equal(ids.includes('mine'), false);
  });

  describe('the order of the checks', () => {
    // Each request fails in two ways; the earlier check answers.
    const huge = 'x'.repeat(300 * 1024);
    it('route before key', async () => {
      refused(await running.postTo('/api/v1/x', {}, { key: 'wrong' }), 404, 'NOT_FOUND', '/api/v1/x');
    });
    it('key before origin and content type', async () => {
      const headers = { 'content-type': 'text/plain', origin: 'https://elsewhere.example' };
      refused(await running.post('/event', {}, { key: 'wrong', headers }), 401, 'UNAUTHORIZED');
    });
    it('origin before content type', async () => {
      const key = await running.newKey(undefined, { origins: ['https://shop.example'] });
      const headers = { 'content-type': 'text/plain', origin: 'https://elsewhere.example' };
      refused(await running.post('/event', {}, { key, headers }), 403, 'FORBIDDEN');
    });
    it('content type before size', async () => {
      const headers = { 'content-type': 'text/plain' };
      refused(await running.post('/event', huge, { headers }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    });
    it('size before JSON', async () => {
      refused(await running.post('/event', undefined, { raw: huge }), 413, 'PAYLOAD_TOO_LARGE');
    });
    it('JSON before fields', async () => {
      refused(await running.post('/event', undefined, { raw: '{"organizationId": 5' }), 400, 'BAD_REQUEST');
    });
    it('fields before organization', async () => {
      const body = running.event({ organizationId: 'org_another', name: '' });
      refused(await running.post('/event', body), 400, 'BAD_REQUEST');
    });
  });
});

describe('messages name the field in people’s words, and the remedy', () => {
  let running: RunningService;
  before(async () => {
    running = await RunningService.start();
  });
  after(() => running.close());

  const messages: readonly [EndpointPath, Readonly<Record<string, unknown>>, RegExp][] = [
    ['/event', { name: undefined }, /^name: say what happened, .* or give a list in events\.$/],
    ['/exposure', { decisionId: 'd' }, /^items is required: add it to the body of \/exposure\.$/],
    [
      '/exposure',
      { decisionId: 'd', sessionId: undefined },
      /^sessionId, items are required: add them to the body/,
    ],
    ['/event', { sessionId: undefined, session_id: 's' }, /You sent "session_id": did you mean sessionId\?$/],
    ['/event', { sessionId: 7.5 }, /^sessionId must be text, not a number\. Put it in quotes\.$/],
    [
      '/event',
      { sessionId: null },
      /^sessionId must be text, not null\. Leave an optional field out where there is no value\.$/,
    ],
    ['/event', { sessionId: '' }, /^sessionId must not be empty\.$/],
    [
      '/event',
      { name: 'x'.repeat(129) },
      /^name is 129 characters long; at most 128 are allowed\. Shorten it\.$/,
    ],
    ['/event', { data: [] }, /^data must be an object, not a list\.$/],
    [
      '/event',
      { data: { a: { b: { c: { d: {} } } } } },
      /^data is nested deeper than 4 levels\. Flatten it\.$/,
    ],
    [
      '/event',
      { data: { a: 'x'.repeat(8192) } },
      /^data is 8,200 bytes as JSON; at most 8,192 are allowed\./,
    ],
    ['/exposure', { decisionId: 'd', items: 'a' }, /^items must be a list, not text\.$/],
    [
      '/exposure',
      { decisionId: 'd', items: [1.5] },
      /^items\[0\] must be text or an object, not a number\.$/,
    ],
    [
      '/exposure',
      { decisionId: 'd', items: ['a', { position: 1 }] },
      /^items\[1\]\.id is required: add it to items\[1\]\.$/,
    ],
    [
      '/exposure',
      { decisionId: 'd', items: [{ id: 'a', position: 0 }] },
      /^items\[0\]\.position is 0; it must be at least 1\.$/,
    ],
    [
      '/exposure',
      { decisionId: 'd', items: [{ id: 'a', position: 1.5 }] },
      /^items\[0\]\.position must be a whole number/,
    ],
    [
      '/catalog/audit',
      { csv: 'id,a\n1,2', source: 'merchnt' },
      /^source must be one of merchant, extracted, enriched, inferred\. Did you mean merchant\?$/,
    ],
    [
      '/catalog/audit',
      { csv: 'id,a\n1,2', amortisationHorizon: 0 },
      /^amortisationHorizon is 0; it must be more than 0\.$/,
    ],
    [
      '/catalog/audit',
      { csv: 'id,a\n1,2', amortisationHorizon: '9' },
      /^amortisationHorizon must be a number, not text\. Send it without quotes\.$/,
    ],
    [
      '/catalog/verify',
      { before: 'id,a\n1,2', after: 'id,a\n1,2', repairs: [{ method: 'x' }] },
      /^repairs\[0\]\.attribute is required/,
    ],
    [
      '/catalog/verify',
      { before: 'id,a\n1,2', after: 'id,a\n1,2', repairs: [{ attribute: 'a', actualHours: -1 }] },
      /^repairs\[0\]\.actualHours is -1; it must be at least 0\.$/,
    ],
  ];
  for (const [path, more, expected] of messages) {
    it(String(expected), async () => {
      const body = path.startsWith('/catalog') ? more : { ...running.event(), ...more };
      const answer = await running.post(path, body);
      assert.equal(answer.status, 400, answer.text);
      assert.match(String(answer.body.error.message), expected);
    });
  }

  it('unknown fields are ignored, but named in warnings when they look like a misspelling of a known one', async () => {
    const audit = await running.post('/catalog/audit', { csv: 'id,a\n1,2', amortizationHorizon: 100 });
    assert.equal(audit.status, 200);
    assert.deepEqual(
      [...audit.body.warnings]
        .filter(({ code }) => String(code) === 'unknown_field')
        .map((warning) => warning.field),
      ['amortizationHorizon'],
    );
    assert.match(JSON.stringify(audit.body.warnings), /did you mean amortisationHorizon\?/);

    const event = await running.post('/event', running.event({ eventID: 'e', colour: 'red' }));
    assert.deepEqual(JSON.parse(JSON.stringify(event.body.warnings)), [
      {
        code: 'unknown_field',
        message: 'eventID is not a field of this request and was ignored: did you mean eventId?',
        field: 'eventID',
      },
    ]);
  });

  it('warnings are present only when there are any', async () => {
    const answer = await running.post('/event', running.event({ somethingElse: 1 }));
    assert.equal(answer.status, 200);
    assert.equal('warnings' in (answer.body as object), false);
  });
});
