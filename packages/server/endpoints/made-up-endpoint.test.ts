import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { basePath, deprecationWords, type EndpointContract } from '@decidable/contract';
import { describeApi } from '@decidable/contract/describe';
import { migrationPage } from '@decidable/contract/migration';
import Type from 'typebox';
import { serve } from '../http/endpoint.ts';
import { envelopeFault, RunningService } from '../testing/running-service.ts';
import type { ServeEndpoint } from './index.ts';

/** What the contract file of an endpoint holds. */
const greeting = {
  path: '/made-up/greeting',
  operationId: 'greeting',
  tag: 'Outcomes',
  summary: 'Greet a shopper',
  description: 'Greets.',
  metered: true,
  repeated: 'twice',
  bodyLimit: 1_000,
  request: Type.Object({
    sessionId: Type.String({ minLength: 1, maxLength: 128 }),
    organizationId: Type.String(),
    name: Type.String({ minLength: 1 }),
  }),
  response: Type.Object({ greeting: Type.String() }),
} as const satisfies EndpointContract;

/** What its endpoint file holds. */
const serveGreeting: ServeEndpoint = () =>
  serve(greeting, async ({ body }) => ({ greeting: `Good day, ${body.name}.` }));

describe('an endpoint that is declared and served, and nothing more', () => {
  const started: RunningService[] = [];
  const start = async (environment: Readonly<Record<string, string>> = {}) => {
    const running = await RunningService.start(environment, { endpoints: (needs) => [serveGreeting(needs)] });
    started.push(running);
    return running;
  };
  let running: RunningService;
  before(async () => {
    running = await start();
  });
  after(() => Promise.all(started.map((each) => each.close())));

  const path = basePath + greeting.path;
  const body = (more: object = {}, of = running) => ({
    sessionId: 's-1',
    organizationId: of.key.organizationId,
    name: 'Ada',
    ...more,
  });
  const ask = (sent: object, options?: Parameters<RunningService['postTo']>[2]) =>
    running.postTo(path, sent, options);

  it('answers', async () => {
    const { status, text } = await ask(body());
    assert.deepEqual([status, text], [200, '{"greeting":"Good day, Ada."}']);
  });

  it('has its key, its origin and its organization checked', async () => {
    assert.equal(envelopeFault(await ask(body(), { key: null }), 401, 'UNAUTHORIZED', path), undefined);
    const key = await running.newKey(running.key.organizationId, { origins: ['https://shop.example'] });
    const elsewhere = await ask(body(), { key, headers: { origin: 'https://other.example' } });
    assert.equal(envelopeFault(elsewhere, 403, 'FORBIDDEN', path), undefined);
    const foreign = await ask(body({ organizationId: 'org_other' }));
    assert.equal(envelopeFault(foreign, 403, 'FORBIDDEN', path), undefined);
  });

  it('has its content type, its size, its JSON and its fields checked, and misspellings told', async () => {
    const typed = await ask(body(), { headers: { 'content-type': 'text/plain' } });
    assert.equal(envelopeFault(typed, 415, 'UNSUPPORTED_MEDIA_TYPE', path), undefined);
    const large = await ask(body({ name: 'x'.repeat(2_000) }));
    assert.equal(envelopeFault(large, 413, 'PAYLOAD_TOO_LARGE', path), undefined);
    assert.equal(envelopeFault(await ask({}, { raw: '{' }), 400, 'BAD_REQUEST', path), undefined);
    const lacking = await ask(body({ name: undefined }));
    assert.equal(lacking.body.error.message, 'name is required: add it to the body of /made-up/greeting.');
    const misspelt = await ask({ organizationId: running.key.organizationId, sesionId: 's', name: 'Ada' });
    assert.match(String(misspelt.body.error.message), /did you mean sessionId\?/);
  });

  it('has its rates limited: by session, by client and by key', async () => {
    for (const limit of ['SESSION', 'CLIENT', 'KEY']) {
      const tight = await start({ [`RATE_LIMIT_${limit}`]: '0.001:1' });
      assert.equal((await tight.postTo(path, body({}, tight))).status, 200);
      const refused = await tight.postTo(path, body({}, tight));
      assert.equal(envelopeFault(refused, 429, 'TOO_MANY_REQUESTS', path), undefined);
      assert.match(refused.headers.get('ratelimit')!, new RegExp(`^"${limit.toLowerCase()}"`));
    }
  });

  it('is metered, once a request that is answered', async () => {
    const key = await running.newKey();
    const sent = body({ organizationId: key.organizationId });
    await ask(sent, { key });
    await ask({ ...sent, name: '' }, { key });
    const [line] = await running.service.storage.usage.report(key.organizationId, '2000-01-01', '2100-01-01');
    assert.deepEqual(line, { operation: 'made-up', requests: 1, endpoints: { [greeting.path]: 1 } });
  });

  it('is logged and answered as the others are', async () => {
    const { headers } = await ask(body({ name: '' }));
    const id = headers.get('x-correlation-id');
    while (!running.log.some(({ correlationId }) => correlationId === id)) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const line = running.log.find(({ correlationId }) => correlationId === id)!;
    assert.deepEqual([line.route, line.status, line.key], [path, 400, running.key.prefix]);
  });

  it('is described', () => {
    const { paths, components } = describeApi('0.0.0', [greeting]);
    const { post } = paths[greeting.path] as { post: Record<string, unknown> };
    assert.equal(post.operationId, 'greeting');
    assert.equal(post['x-metered'], true);
    assert.equal(post['x-max-body-bytes'], 1_000);
    const { schemas } = components as unknown as {
      schemas: Record<string, { required?: readonly string[] }>;
    };
    assert.deepEqual(schemas.GreetingRequest.required, ['sessionId', 'organizationId', 'name']);
  });
});

describe('two versions of an endpoint, side by side', () => {
  const deprecated = { since: '2027-01-01', ends: '2027-07-01', instead: '/v2/made-up/greeting' };
  const first = {
    ...greeting,
    deprecated,
    request: Type.Object({
      ...greeting.request.properties,
      title: Type.Optional(Type.String({ deprecated: true, description: 'Send it as part of the name.' })),
    }),
  } as const satisfies EndpointContract;
  /** A change that breaks: the name is a field of a person, and the answer says more. */
  const second = {
    ...greeting,
    path: '/v2/made-up/greeting',
    request: Type.Object({
      sessionId: greeting.request.properties.sessionId,
      organizationId: Type.String(),
      person: Type.Object({ name: Type.String({ minLength: 1 }) }),
    }),
    response: Type.Object({ greeting: Type.String(), language: Type.String() }),
  } as const satisfies EndpointContract;
  let running: RunningService;
  before(async () => {
    running = await RunningService.start(
      {},
      {
        endpoints: () => [
          serve(first, async ({ body }) => ({ greeting: `Good day, ${body.name}.` })),
          serve(second, async ({ body }) => ({ greeting: `Good day, ${body.person.name}.`, language: 'en' })),
        ],
      },
    );
  });
  after(() => running.close());

  const ask = (path: string, more: object) =>
    running.postTo(basePath + path, { sessionId: 's', organizationId: running.key.organizationId, ...more });

  it('both answer, each in its own shape', async () => {
    const [old, young] = [
      await ask(first.path, { name: 'Ada' }),
      await ask(second.path, { person: { name: 'Ada' } }),
    ];
    assert.deepEqual([old.status, old.body.greeting], [200, 'Good day, Ada.']);
    assert.deepEqual([young.status, young.text], [200, '{"greeting":"Good day, Ada.","language":"en"}']);
    assert.equal((await ask(second.path, { name: 'Ada' })).status, 400);
  });

  it('the old one says in headers and warnings that it goes away, also where it refuses; the new one does not', async () => {
    const answers = [await ask(first.path, { name: 'Ada', title: 'Countess' }), await ask(first.path, {})];
    for (const { headers } of answers) {
      assert.equal(headers.get('deprecation'), `@${Date.UTC(2027, 0, 1) / 1_000}`);
      assert.equal(headers.get('sunset'), 'Thu, 01 Jul 2027 00:00:00 GMT');
      assert.match(headers.get('link')!, /^<\/api\/v1\/reference>; rel="deprecation"/);
      assert.match(headers.get('access-control-expose-headers')!, /deprecation, sunset/);
    }
    const { warnings } = answers[0].body as unknown as {
      warnings: { code: string; field?: string; message: string }[];
    };
    assert.deepEqual(
      warnings.map(({ code, field }) => [code, field]),
      [
        ['deprecated', undefined],
        ['deprecated', 'title'],
      ],
    );
    assert.match(warnings[0].message, /may be gone from 2027-07-01 on\. Use \/v2\/made-up\/greeting\./);
    assert.match(warnings[1].message, /Send it as part of the name\.$/);
    const young = await ask(second.path, { person: { name: 'Ada' } });
    assert.deepEqual([young.headers.get('deprecation'), young.headers.get('sunset')], [null, null]);
  });

  it('both are described, and the old one as deprecated', () => {
    const { paths } = describeApi('0.0.0', [first, second]);
    const [old, young] = [first.path, second.path].map((path) => paths[path].post as Record<string, unknown>);
    assert.deepEqual([old.deprecated, young.deprecated], [true, undefined]);
    assert.ok(String(old.description).startsWith(deprecationWords(deprecated)));
    assert.deepEqual(old['x-deprecated'], deprecated);
  });

  it('a page of every difference is made of the two descriptions', () => {
    const [old, young] = [
      describeApi('1.0.0', [greeting]),
      describeApi('2.0.0', [{ ...second, path: greeting.path }]),
    ];
    const page = migrationPage(old, young);
    assert.match(page, /^# From \/api\/v1 1\.0\.0 to \/api\/v1 2\.0\.0\n/);
    assert.match(page, /- \/made-up\/greeting request\.name: was removed or renamed\./);
    assert.match(page, /- \/made-up\/greeting request\.person: became required\./);
    assert.match(page, /## `POST \/made-up\/greeting`/);
    assert.match(
      page,
      /- new: `responses\.200\.content\.application\/json\.schema\.properties\.language\.type` "string"/,
    );
    assert.match(page, /- gone: `requestBody\..*\.properties\.name\.minLength` 1/);
    assert.match(migrationPage(old, old), /Nothing breaks\.\n\nThere is no other difference\./);
  });
});
