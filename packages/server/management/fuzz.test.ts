import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { ErrorEnvelope } from '@decidable/contract';
import { type ManagementEndpoint, managementPath } from '@decidable/contract/management';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { createKey } from '../keys/index.ts';
import { createOrganization } from '../organizations/index.ts';
import { newPerson, openSignIn } from '../people/index.ts';
import { importCatalogue } from '../shops/index.ts';
import type { Person } from '../storage/ports.ts';
import { BodyGenerator } from '../testing/body-generator.ts';
import { RunningService } from '../testing/running-service.ts';
import { managedEndpoints } from './endpoints/index.ts';
import { AccessTokens } from './session/access-token.ts';

/** Fixed, so that what fails once fails again; another one may be tried by hand. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_123);
const total = Number(process.env.FUZZ_REQUESTS ?? 3_000);
const atOnce = 8;
/** Streams are cut after this, ms. */
const STREAM = 200;

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

interface Sample {
  readonly path: string;
  readonly body: Buffer | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

const hostile = [
  '..',
  '%2e%2e%2f',
  '\u0000',
  "' OR 1=1 --",
  '__proto__',
  'é'.repeat(100),
  'x'.repeat(257),
  '\ud83d\ude00',
  '%',
  ' ',
];

describe('fuzzing the management interface from its declarations', () => {
  let running: RunningService;
  let person: Person;
  let tokens: AccessTokens;
  let ids: Readonly<Record<string, string>>;
  /** What may be lost, by the operations that can remove it. */
  let spare: Readonly<Record<string, Readonly<Record<string, string>>>>;
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const operations = managedEndpoints.map(({ contract }) => contract);
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  const isEnvelope = ajv.compile(ErrorEnvelope);
  const answers = new Map<ManagementEndpoint, ValidateFunction>(
    operations.map((each) => [each, ajv.compile(JSON.parse(JSON.stringify(each.response)) as object)]),
  );

  before(async () => {
    running = await RunningService.start({ TRUSTED_PROXIES: '127.0.0.1', LOG_SAMPLE: '0' });
    const { storage } = running.service;
    const { organizationId } = running.key;
    tokens = await AccessTokens.open(storage);
    const now = Date.now();
    person = await newPerson({ email: 'fuzz@shop.example', password: 'correct horse battery' }, now);
    await storage.people.create(person, [{ organizationId, role: 'owner', joinedAt: now }]);
    const csv = 'id,title,category,price\n1,Red boots,boots,59\n2,Blue boots,boots,89\n3,Red hat,hats,19\n';
    const file = { name: 'shop.csv', bytes: new TextEncoder().encode(csv) };
    await importCatalogue(storage, organizationId, file, {}, now);
    const { key } = await createKey(storage, organizationId, {}, now);
    const visitor = { organizationId, sessionId: 'visitor' };
    await running.post('/track', { ...visitor, signals: [{ type: 'search', value: 'boots' }] });
    const ranked = await running.post('/catalog/ranked', { ...visitor, limit: 3 });
    ids = {
      organizationId,
      keyId: key.id,
      personId: person.id,
      sessionId: 'visitor',
      decisionId: String(ranked.body.decisionId),
    };
    // Names are of few words: one that was given may be the one that confirms.
    const other = await createOrganization(storage, 'Spare', now);
    await storage.people.join({
      organizationId: other.id,
      personId: person.id,
      role: 'owner',
      joinedAt: now,
    });
    spare = {
      deleteOrganization: { organizationId: other.id },
      eraseSession: { sessionId: 'gone' },
      revokeKey: { keyId: running.key.id },
    };
  });
  after(async () => {
    agent.destroy();
    await running.close();
  });

  /** A sign-in of its own for each request: some of them end theirs. */
  async function signedIn(): Promise<Record<string, string>> {
    const { signIn } = await openSignIn(running.service.storage, person, undefined, Date.now());
    const access = await tokens.sign({ personId: person.id, signInId: signIn.id }, Date.now());
    return { cookie: `decidable_access=${access}`, 'x-csrf-token': tokens.csrfToken(signIn.id) };
  }

  const send = ({ method, form }: ManagementEndpoint, { path, body, headers }: Sample) =>
    new Promise<Received>((resolve, reject) => {
      const { hostname, port } = new URL(running.url('/'));
      // As it was made: a URL has no `..` left, and would name another operation.
      const outgoing = request({ hostname, port, path, agent, method, headers }, (incoming) => {
        let text = '';
        const done = () => resolve({ status: incoming.statusCode!, headers: incoming.headers, text });
        incoming.setEncoding('utf8');
        incoming.on('data', (chunk) => {
          text += chunk;
        });
        incoming.on('end', done);
        incoming.on('error', reject);
        if (form === 'events' && method === 'GET' && incoming.statusCode === 200) {
          incoming.off('error', reject);
          incoming.on('error', done);
          setTimeout(() => incoming.destroy(), STREAM).unref();
          incoming.on('close', done);
        }
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });

  /** What is wrong with an answer, if anything. */
  function fault(operation: ManagementEndpoint, { status, headers, text }: Received): string | undefined {
    if (status >= 500 && status !== 503) return `status ${status}`;
    if (status === 503 && headers['retry-after'] === undefined) return '503 without Retry-After';
    if (headers['x-correlation-id'] === undefined) return 'no correlation id';
    if (headers['access-control-allow-origin'] !== undefined) return 'other origins may read it';
    const type = String(headers['content-type']);
    if (status === 200 && operation.form === 'events') return eventFault(operation, type, text);
    if (status === 200 && operation.form === 'download')
      return headers['content-disposition'] === undefined ? 'no name of a file' : undefined;
    if (!type.startsWith('application/json')) return `content type ${type}`;
    const validate = status === 200 ? answers.get(operation)! : isEnvelope;
    return validate(JSON.parse(text)) ? undefined : ajv.errorsText(validate.errors);
  }

  function eventFault(operation: ManagementEndpoint, type: string, text: string): string | undefined {
    if (!type.startsWith('text/event-stream')) return `content type ${type}`;
    for (const [, name, data] of text.matchAll(/^(?:event: (\w+)\n)?data: (.*)\n\n/gm)) {
      const validate = name === 'error' ? isEnvelope : answers.get(operation)!;
      if (!validate(JSON.parse(data))) return ajv.errorsText(validate.errors);
    }
    return undefined;
  }

  it('would tell an answer that is not declared', () => {
    const headers = { 'content-type': 'application/json', 'x-correlation-id': 'c' };
    const usage = operations.find(({ operationId }) => operationId === 'readUsage')!;
    const told = (status: number, body: unknown, more = {}) =>
      fault(usage, { status, headers: { ...headers, ...more }, text: JSON.stringify(body) });
    const good = { from: '2026-01-01', to: '2026-01-02', total: [], days: [] };
    assert.equal(told(200, good), undefined);
    assert.match(told(200, { ...good, days: 1 })!, /must be array/);
    assert.match(told(400, good)!, /required property/);
    assert.match(told(500, good)!, /status 500/);
    assert.match(told(200, good, { 'access-control-allow-origin': '*' })!, /other origins/);
  });

  it(`${total.toLocaleString('en')} valid, invalid and hostile requests: no fault of ours, and no answer that is not declared`, async (t) => {
    const generator = new BodyGenerator(seed, {}, running.key.organizationId);
    const dice = new BodyGenerator(seed + 1, {}, '');
    const below = (count: number) => dice.below(count);
    const one = <T>(list: readonly T[]): T => list[below(list.length)];
    const statuses = new Map<number, number>();
    const successes = new Map(operations.map(({ operationId }) => [operationId, 0]));
    const faults: string[] = [];
    let sent = 0;

    async function sample(operation: ManagementEndpoint): Promise<Sample> {
      const { method, path, query, request: body, form } = operation;
      const known = { ...ids, ...spare[operation.operationId] };
      const isOdd = below(4) === 0;
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const value =
          isOdd && below(3) === 0 ? one(hostile) : (known[name] ?? one(['none', ...Object.values(ids)]));
        return below(20) === 0 ? value.replace(/[?#]/g, '') : encodeURIComponent(value);
      });
      const fields = Object.keys(query?.properties ?? {});
      const search = new URLSearchParams();
      for (const name of fields) {
        if (below(2) === 0)
          search.set(name, one(['1', '50', '-1', '1e9', 'x', '2026-11-01', 'null', ...hostile]));
      }
      const of = generator.next(body ?? { type: 'object' });
      const isSent = method !== 'GET' && (body !== undefined || form === 'upload' || below(10) === 0);
      return {
        path: encodeURI(decodable(`${managementPath}${filled}`)) + (search.size === 0 ? '' : `?${search}`),
        body: isSent ? of.body : undefined,
        headers: {
          ...(isSent && {
            'content-type': form === 'upload' ? 'application/octet-stream' : 'application/json',
            'content-length': String(of.body.byteLength),
            ...of.headers,
          }),
          ...(below(20) === 0 ? {} : await signedIn()),
          'sec-fetch-site': below(30) === 0 ? 'cross-site' : 'same-origin',
          'x-forwarded-for': `10.${below(250)}.${below(250)}.${below(250)}`,
        },
      };
    }

    const sendAll = async () => {
      while (sent < total && faults.length < 10) {
        const operation = operations[sent++ % operations.length];
        // Work that tells of its progress takes its time: rewriting the store, grading, training.
        if (operation.form === 'events' && operation.method !== 'GET' && below(8) > 0) continue;
        const made = await sample(operation);
        const received = await send(operation, made);
        statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1);
        if (received.status === 200)
          successes.set(operation.operationId, successes.get(operation.operationId)! + 1);
        const wrong = fault(operation, received);
        if (wrong !== undefined) {
          faults.push(
            `${operation.operationId} ${made.path}: ${wrong}\n  sent ${made.body?.subarray(0, 300)}\n  got ${received.text.slice(0, 500)}`,
          );
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, sendAll));
    assert.deepEqual(faults, [], `${faults.join('\n')}\nwith FUZZ_SEED=${seed}`);
    t.diagnostic(
      `statuses ${JSON.stringify([...statuses].sort())}; successes ${JSON.stringify([...successes])}`,
    );
    for (const status of [200, 400, 401, 403, 404, 409, 413, 415])
      assert.ok(statuses.has(status), `never answered ${status}`);
    assert.ok([...successes.values()].filter((count) => count > 0).length >= 20);
    const membership = await running.service.storage.people.membership(running.key.organizationId, person.id);
    assert.equal(membership?.role, 'owner');
  });
});

/** The path where it is one, else with its odd parts written out. */
function decodable(path: string): string {
  try {
    return decodeURI(path);
  } catch (error) {
    if (error instanceof URIError) return path.replaceAll('%', '%25');
    throw error;
  }
}
