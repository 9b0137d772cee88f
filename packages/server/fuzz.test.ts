import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { BodyGenerator, type Case } from './testing/body-generator.ts';
import { RunningService } from './testing/running-service.ts';

/** Fixed, so that what fails once fails again; another one may be tried by hand. */
const seed = Number(process.env.FUZZ_SEED ?? 20_250_314);
const total = Number(process.env.FUZZ_REQUESTS ?? 9_000);
const least = 200;
const atOnce = 12;

interface Description {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: object;
}
interface Operation {
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: object } } };
  readonly responses: Readonly<Record<string, object>>;
}

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

describe('fuzzing the API from its own description', () => {
  let running: RunningService;
  let description: Description;
  let ajv: Ajv2020;
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  before(async () => {
    running = await RunningService.start({ WORKERS: '2', LOG_SAMPLE: '0' });
    const catalogue =
      'id,category,brand,price,colour\n1,boots,Acme,59,red\n2,boots,Nord,89,blue\n3,hats,Acme,19,red\n';
    await running.service.storage.catalogues.put({
      organizationId: running.key.organizationId,
      version: 'v1',
      products: 3,
      importedAt: Date.now(),
      csv: new TextEncoder().encode(catalogue),
    });
    description = (await (await fetch(running.url('/openapi.json'))).json()) as Description;
    ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    ajv.addSchema(description, 'api');
  });
  after(async () => {
    agent.destroy();
    await running.close();
  });

  const post = (path: string, { body, headers }: Case) =>
    new Promise<Received>((resolve, reject) => {
      const outgoing = request(
        running.url(path),
        {
          agent,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'content-length': body.byteLength,
            'x-api-key': running.key.value,
            ...headers,
          },
        },
        (incoming) => {
          let text = '';
          incoming.setEncoding('utf8');
          incoming.on('data', (chunk) => {
            text += chunk;
          });
          incoming.on('end', () =>
            resolve({ status: incoming.statusCode!, headers: incoming.headers, text }),
          );
          incoming.on('error', reject);
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });

  /** The schema that the description gives for an answer; `undefined` where it gives none. */
  const validators = new Map<string, ValidateFunction | undefined>();
  const validatorOf = (path: string, status: number) => {
    const name = `${path} ${status}`;
    if (!validators.has(name)) {
      const escaped = path.replaceAll('~', '~0').replaceAll('/', '~1');
      const response = description.paths[path].post.responses[status] as { $ref?: string } | undefined;
      const place = response?.$ref?.slice(1) ?? `/paths/${escaped}/post/responses/${status}`;
      validators.set(
        name,
        response && ajv.compile({ $ref: `api#${place}/content/application~1json/schema` }),
      );
    }
    return validators.get(name);
  };

  /** What is wrong with an answer, if anything. */
  function fault(path: string, { status, headers, text }: Received): string | undefined {
    if (status >= 500 && status !== 503) return `status ${status}`;
    if (status === 503 && headers['retry-after'] === undefined) return '503 without Retry-After';
    if (!/^application\/json/.test(String(headers['content-type'])))
      return `content type ${headers['content-type']}`;
    if (headers['x-correlation-id'] === undefined) return 'no correlation id';
    const validate = validatorOf(path, status);
    if (validate === undefined) return `status ${status} is not described`;
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return 'the answer is not JSON';
    }
    return validate(body) ? undefined : ajv.errorsText(validate.errors);
  }

  it('would tell an answer that is not described', () => {
    const headers = { 'content-type': 'application/json', 'x-correlation-id': 'c' };
    const good = { recorded: true, duplicate: false, eventId: 'e' };
    const told = (status: number, body: unknown, more = {}) =>
      fault('/event', { status, headers: { ...headers, ...more }, text: JSON.stringify(body) });
    assert.equal(told(200, good), undefined);
    assert.equal(told(200, { ...good, more: 1 }), undefined);
    assert.match(told(200, { ...good, eventId: 7 })!, /eventId must be string/);
    assert.match(told(200, { recorded: true })!, /required property/);
    assert.match(told(400, good)!, /required property/);
    assert.match(told(418, good)!, /not described/);
    assert.match(told(500, good)!, /status 500/);
    assert.match(told(503, good)!, /without Retry-After/);
    assert.match(told(200, good, { 'content-type': 'text/html' })!, /content type/);
  });

  it(`${total.toLocaleString('en')} valid, invalid and hostile bodies: no fault of ours, and no answer that its schema does not describe`, async (t) => {
    const generator = new BodyGenerator(seed, description, running.key.organizationId);
    const prefix = description.servers[0].url;
    const paths = Object.keys(description.paths);
    const successes = new Map(paths.map((path) => [path, 0]));
    const statuses = new Map<number, number>();
    const faults: string[] = [];
    let sent = 0;
    const sendAll = async () => {
      while (sent < total && faults.length < 10) {
        const path = paths[sent++ % paths.length];
        const { schema } = description.paths[path].post.requestBody.content['application/json'];
        const sample = generator.next(schema);
        const received = await post(prefix + path, sample);
        statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1);
        if (received.status === 200) successes.set(path, successes.get(path)! + 1);
        const wrong = fault(path, received);
        if (wrong !== undefined) {
          faults.push(
            `${path} (${sample.kind}): ${wrong}\n  sent ${sample.body.subarray(0, 500)}\n  got ${received.text.slice(0, 500)}`,
          );
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, sendAll));
    assert.deepEqual(faults, [], `${faults.join('\n')}\nwith FUZZ_SEED=${seed}`);
    assert.equal(sent, total);
    t.diagnostic(
      `statuses ${JSON.stringify([...statuses].sort())}; successes ${JSON.stringify([...successes])}`,
    );
    for (const [path, count] of successes) assert.ok(count >= least, `${path}: only ${count} successes`);
    for (const status of [200, 400, 401, 403, 413, 415])
      assert.ok(statuses.has(status), `never answered ${status}`);
    assert.equal((await running.post('/event', running.event())).status, 200);
  });
});
