import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { basePath, endpoints } from '@decidable/contract';
import { importCatalogue } from '@decidable/server/shops';
import { FaultyProxy } from '../node/testing/faulty-proxy.ts';
import { RunningService } from '../server/testing/running-service.ts';
import { SIXTY_PRODUCTS } from '../server/testing/service-under-test.ts';
import { operationsSource } from './generate/operations-source.ts';

const folder = import.meta.dirname;
const hasPhp = spawnSync('php', ['-r', 'exit(extension_loaded("curl") ? 0 : 1);']).status === 0;
const skip = !hasPhp && process.env.CI !== 'true' && 'needs php-cli and php-curl';

/** An operation, its request and its options. */
type Call = readonly [operation: string, request: object, options?: object];
interface Became {
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any operation.
  readonly answer?: any;
  readonly error?: {
    readonly class: string;
    readonly message: string;
    readonly previous?: string;
    readonly status?: number;
    readonly errorCode?: string;
    readonly correlationId?: string;
    readonly retryAfter?: number | null;
  };
}

let running: RunningService;
let proxy: FaultyProxy;

const options = () => ({
  endpoint: proxy.address + basePath,
  apiKey: running.key.value,
  organizationId: running.key.organizationId as string,
});

/** What became of calls with one client. */
async function calls(list: readonly Call[], more: object = {}): Promise<Became[]> {
  const php = spawn('php', [join(folder, 'testing/calls.php')]);
  php.stdin.end(
    JSON.stringify({
      options: { ...options(), ...more },
      calls: list.map(([operation, request, each = {}]) => [operation, request, each]),
    }),
  );
  const [output, errors] = await Promise.all([
    Array.fromAsync(php.stdout),
    Array.fromAsync(php.stderr),
    once(php, 'close'),
  ]);
  const text = Buffer.concat(output).toString();
  assert.match(text, /^\[/, Buffer.concat(errors).toString());
  return JSON.parse(text);
}

async function answered(operation: string, request: object, each: object = {}) {
  const [became] = await calls([[operation, request, each]]);
  assert.equal(became!.error, undefined, JSON.stringify(became!.error));
  return became!.answer;
}

async function failed(operation: string, request: object, each: object = {}, more: object = {}) {
  const [became] = await calls([[operation, request, each]], more);
  assert.ok(became!.error, JSON.stringify(became!.answer));
  return { ...became!.error, class: became!.error.class.replace('Decidable\\', '') };
}

/** What a program prints that loads the client and finds its options in the environment. */
async function printed(program: string): Promise<string> {
  const { endpoint, apiKey, organizationId } = options();
  const env = {
    ...process.env,
    DECIDABLE_ENDPOINT: endpoint,
    DECIDABLE_KEY: apiKey,
    DECIDABLE_ORGANIZATION: organizationId,
  };
  const php = spawn('php', ['-r', `require '${folder}/autoload.php'; error_reporting(E_ALL); ${program}`], {
    env,
  });
  return Buffer.concat(await Array.fromAsync(php.stdout)).toString();
}

/** Does something with the base address of a server that answers each connection in its own way, and closes none. */
async function withServer(answer: (socket: Socket) => void, act: (endpoint: string) => Promise<void>) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => answer(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await act(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

const session = (name: string) => `${name}-0123456789abcdef`;
const CSV = 'id,colour,size\n1,red,40\n2,,41\n3,blue,42\n4,,40\n';

test('the generated file is what the contract gives', () => {
  const file = readFileSync(join(folder, 'src/Generated/Operations.php'), 'utf8');
  assert.equal(file, operationsSource(), 'run "npm run php"');
  const methods = [...file.matchAll(/public function (\w+)\(array \$request/g)].map(([, name]) => name);
  assert.deepEqual(
    methods,
    Object.values(endpoints).map(({ operationId }) => operationId),
  );
});

describe('the client for PHP', { skip, timeout: 300_000 }, () => {
  before(async () => {
    running = await RunningService.start({ RATE_LIMIT_SESSION: '5:5' });
    const file = { name: 'shop.csv', bytes: new TextEncoder().encode(SIXTY_PRODUCTS) };
    await importCatalogue(running.service.storage, running.key.organizationId, file, {}, Date.now());
    const { organizationId } = running.key;
    await running.post('/catalog/ranked', { organizationId, sessionId: 'first' });
    proxy = await FaultyProxy.start(running.service.address);
  });
  after(async () => {
    await proxy?.close();
    await running?.close();
  });

  test('has no file that PHP does not parse, and each class in the file of its name', () => {
    for (const name of globSync('**/*.php', { cwd: folder }))
      assert.equal(spawnSync('php', ['-l', join(folder, name)]).status, 0, name);
    for (const name of globSync('src/**/*.php', { cwd: folder })) {
      const [, type] = /^(?:final |abstract )*(?:class|interface) (\w+)/m.exec(
        readFileSync(join(folder, name), 'utf8'),
      )!;
      assert.ok(name.endsWith(`/${type}.php`), name);
    }
  });

  test('every operation is answered by the service', async () => {
    const [sessionId, other] = [session('all'), session('other')];
    const [tracked, ranked] = await calls([
      ['track', { sessionId, signals: [{ type: 'category_view', value: 'boots' }] }],
      ['catalogRanked', { sessionId, limit: 3, filters: {} }],
    ]);
    assert.deepEqual(tracked!.answer.signals, { accepted: 1, unrecognised: [] });
    const { items, decisionId } = ranked!.answer;
    assert.deepEqual(
      items.map(({ attributes }: { attributes: { category: string } }) => attributes.category),
      ['Boots', 'Boots', 'Boots'],
    );
    const { organizationId } = options();
    const rest = await calls([
      ['exposure', { sessionId, decisionId, items: [{ id: items[0].id, position: 1 }] }],
      ['event', { sessionId, name: 'product_click', decisionId, data: {} }],
      ['session', { sessionId }],
      ['trackBehavior', { sessionId: other, behavior: 'opened-lookbook', metadata: {} }],
      ['trackKeywords', { sessionId: other, query: 'red hat' }],
      ['search', { sessionId: other, products: [{ id: 'p0' }, { id: 'p1', price: 12 }] }],
      ['rerank', { sessionId: other, results: ['p0', 'p1'] }],
      ['suggest', { sessionId: other, query: 'bo' }],
      ['catalogAudit', { csv: CSV }],
      [
        'catalogVerify',
        {
          before: CSV,
          after: CSV.replace('2,,', '2,green,'),
          repairs: [{ attribute: 'colour' }],
          organizationId,
        },
      ],
    ]);
    const [exposure, event, known, behavior, keywords, search, rerank, suggest, audit, verify] = rest.map(
      ({ answer, error }) => answer ?? assert.fail(error?.message),
    );
    assert.equal(exposure.recorded, 1);
    assert.equal(event.duplicate, false);
    assert.equal(known.signalCount, 1);
    assert.equal(behavior.behavior, 'opened-lookbook');
    assert.deepEqual(keywords.keywords, ['red', 'hat']);
    assert.deepEqual([search.results.length, rerank.results.length], [2, 2]);
    assert.ok(suggest.suggestions.length > 0);
    assert.deepEqual([audit.products, audit.storage.stored], [4, false]);
    assert.deepEqual([verify.claims.length, verify.storage.stored], [1, true]);
  });

  test('a refusal says what the service said, and never the key', async () => {
    const wrong = await failed('catalogRanked', { sessionId: session('wrong'), limit: 0 });
    assert.deepEqual([wrong.class, wrong.status, wrong.errorCode], ['ServiceException', 400, 'BAD_REQUEST']);
    assert.match(wrong.message, /^catalogRanked: .*limit/);
    assert.ok(running.log.some(({ correlationId }) => correlationId === wrong.correlationId));
    const stranger = await failed('session', { sessionId: 's' }, {}, { apiKey: 'sk_live_unknown' });
    assert.equal(stranger.errorCode, 'UNAUTHORIZED');
    assert.ok(!stranger.message.includes('sk_live_unknown'));
  });

  test('a limit is waited for as long as is said, also where a proxy says it', async () => {
    const sessionId = session('limited');
    const all = await calls(Array.from({ length: 7 }, () => ['session', { sessionId }] as const));
    assert.deepEqual(new Set(all.map(({ answer }) => answer?.found)), new Set([false]));
    for (const status of [429, 503]) {
      proxy.next({ status, headers: { 'retry-after': '1' } });
      assert.equal((await answered('session', { sessionId: session(`foreign${status}`) })).found, false);
      proxy.next({ status, headers: { 'retry-after': '1' } });
      const once = await failed('session', { sessionId }, { retries: 0 });
      assert.deepEqual([once.class, once.status], ['UnexpectedAnswerException', status]);
    }
  });

  test('what counts twice where it is sent twice is not sent again for a proxy, which may have passed it on', async () => {
    for (const status of [429, 503]) {
      proxy.next({ status, headers: { 'retry-after': '1' } });
      const error = await failed('trackBehavior', { sessionId: session('twice'), behavior: 'looked' });
      assert.deepEqual(
        [error.class, error.status, proxy.bodies.length],
        ['UnexpectedAnswerException', status, 1],
      );
    }
  });

  test('a request whose answer is lost is sent again under its name, and applied once', async () => {
    const sessionId = session('lost');
    const signals = [{ type: 'category_view', value: 'hats' }];
    for (const [operation, request] of [
      ['track', { sessionId, signals }],
      ['catalogRanked', { sessionId, signals }],
    ] as const) {
      proxy.next('lose');
      await answered(operation, request);
      assert.equal(proxy.bodies.length, 2);
      assert.match(String(proxy.bodies[0]!.batchId), /^[\da-f]{32}$/);
      assert.deepEqual(proxy.bodies[0], proxy.bodies[1]);
    }
    assert.equal((await answered('session', { sessionId })).signalCount, 2);
    proxy.next('lose');
    await answered('catalogRanked', { sessionId: session('none') });
    assert.ok(!('batchId' in proxy.bodies[0]!), 'what has no signals needs no name for them');
    proxy.next('lose');
    const event = await answered('event', { sessionId: session('paid'), name: 'paid', eventId: 'order-7' });
    assert.deepEqual([event.duplicate, event.eventId], [true, 'order-7']);
  });

  test('a request that would count twice is not sent again', async () => {
    const { organizationId } = options();
    for (const [operation, request] of [
      ['trackBehavior', { sessionId: session('twice'), behavior: 'asked' }],
      ['catalogAudit', { csv: CSV, organizationId }],
    ] as const) {
      proxy.next('lose');
      assert.equal((await failed(operation, request)).class, 'ConnectionException');
      assert.equal(proxy.bodies.length, 1);
    }
    proxy.next('lose');
    assert.equal((await answered('catalogAudit', { csv: CSV })).products, 4);
  });

  test('an error of a proxy, and a redirect, are told as such', async () => {
    const sessionId = session('proxied');
    proxy.next({ status: 502 });
    assert.equal((await answered('session', { sessionId })).found, false);
    proxy.next({ status: 404 });
    const { message, status } = await failed('session', { sessionId });
    assert.deepEqual([status, proxy.bodies.length], [404, 1]);
    assert.match(message, /<h1>Bad gateway<\/h1>/);
    proxy.next({ status: 308, headers: { location: 'https://elsewhere.example/' } });
    const moved = await failed('session', { sessionId: session('moved') });
    assert.match(moved.message, /redirects to https:\/\/elsewhere\.example\/\..*`endpoint`/);
    assert.equal(moved.class, 'UnexpectedAnswerException');
  });

  for (const fault of ['hang', 'drip'] as const)
    test(`a call ends with its time, retries included, when the answer ${fault}s`, async () => {
      proxy.next(fault);
      const slow = await failed('session', { sessionId: session('slow') }, { timeout: 0.3 });
      assert.deepEqual([slow.class, slow.message], ['TimeoutException', 'session: No answer within 0.3 s.']);
      proxy.next({ status: 502 }, fault);
      const again = await failed('session', { sessionId: session('slow') }, { timeout: 1.5 });
      assert.equal(again.previous, 'Decidable\\UnexpectedAnswerException');
    });

  test('a head that comes a byte at a time ends with the time of the call', async () => {
    const drip = (socket: Socket) => {
      const bytes = 'HTTP/1.1 200 OK\r\n'.repeat(20)[Symbol.iterator]();
      const dripping = setInterval(() => socket.write(bytes.next().value ?? 'x'), 100);
      socket.on('close', () => clearInterval(dripping));
    };
    await withServer(drip, async (endpoint) => {
      const began = performance.now();
      const slow = await failed('session', { sessionId: 's' }, { timeout: 0.4 }, { endpoint });
      assert.equal(slow.class, 'TimeoutException');
      assert.ok(performance.now() - began < 2000);
    });
  });

  for (const [form, answer] of [
    ['a length', 'content-length: 15\r\n\r\n{"found":false}'],
    ['chunks', 'transfer-encoding: chunked\r\n\r\n8\r\n{"found"\r\n7\r\n:false}\r\n0\r\n\r\n'],
  ] as const)
    test(`an answer with ${form} is whole though its connection stays open`, async () => {
      const send = (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\n${answer}`);
      await withServer(send, async (endpoint) => {
        const [became] = await calls([['session', { sessionId: 's' }, { timeout: 5 }]], { endpoint });
        assert.equal(became!.answer?.found, false, JSON.stringify(became));
      });
    });

  test('an answer that breaks off is none', async () => {
    const send = (socket: Socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"found":false}');
    await withServer(send, async (endpoint) => {
      const broken = await failed('session', { sessionId: 's' }, { retries: 0 }, { endpoint });
      assert.equal(broken.class, 'ConnectionException');
    });
  });

  test('a certificate that nobody vouches for is refused, before the key is sent', async () => {
    const made = 'req -x509 -newkey rsa:2048 -nodes -keyout - -out - -subj /CN=localhost -days 1';
    const pem = String(spawnSync('openssl', made.split(' ')).stdout);
    let requests = 0;
    const server = createSecureServer({ key: pem, cert: pem }, () => requests++).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const endpoint = `https://localhost:${(server.address() as AddressInfo).port}`;
    const refused = await failed('session', { sessionId: 's' }, { retries: 0 }, { endpoint });
    server.close();
    assert.deepEqual([refused.class, requests], ['ConnectionException', 0]);
    assert.match(refused.message, /certificate/);
  });

  test('PHP without curl is told what it lacks', () => {
    const program = `require '${folder}/autoload.php'; new Decidable\\CurlTransport();`;
    assert.match(String(spawnSync('php', ['-n', '-r', program]).stdout), /lacks the extension curl/);
  });

  test('a request that JSON cannot hold fails as is documented, and is not sent', async () => {
    const client = `$client = new Decidable\\Client(['endpoint' => getenv('DECIDABLE_ENDPOINT'), 'apiKey' => getenv('DECIDABLE_KEY'), 'organizationId' => getenv('DECIDABLE_ORGANIZATION')]);`;
    proxy.next();
    for (const [call, why] of [
      [`suggest(['sessionId' => 's', 'query' => "caf\\xe9"])`, /^suggest: .*JSON.*UTF-8/],
      [`catalogAudit(['csv' => "id\\n\\xe9"])`, /^catalogAudit: .*JSON.*UTF-8/],
      [`search(['sessionId' => 's', 'products' => [['id' => 'p', 'price' => NAN]]])`, /^search: .*JSON/],
    ] as const)
      assert.match(
        await printed(
          `${client} try { $client->${call}; } catch (Decidable\\DecidableException $e) { echo $e->getMessage(); }`,
        ),
        why,
      );
    assert.equal(proxy.bodies.length, 0);
  });

  test('an empty array is an object wherever the interface has one, and a list elsewhere', async () => {
    const sessionId = session('empty');
    const made = await calls([
      [
        'event',
        {
          sessionId,
          events: [
            { name: 'a', data: [] },
            { name: 'b', data: { sizes: [] } },
          ],
        },
      ],
      ['rerank', { sessionId, results: ['p0', { id: 'p1', attributes: [] }], signals: [] }],
      ['catalogRanked', { sessionId, filters: [], signals: [] }],
    ]);
    for (const { error } of made) assert.equal(error, undefined);
  });

  test('a message is UTF-8, whatever something else answered', async () => {
    const bodies = [`${'x'.repeat(119)}éé`, Buffer.from('größer'.repeat(30), 'latin1')];
    for (const body of bodies)
      await withServer(
        (socket) => {
          socket.write(`HTTP/1.1 404 Not Found\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`);
          socket.write(body);
        },
        async (endpoint) => {
          const { message } = await failed('session', { sessionId: 's' }, {}, { endpoint });
          const quoted = message.slice(message.indexOf('It begins: ') + 11);
          assert.equal(quoted, Buffer.from(body).toString().slice(0, 120));
        },
      );
    await withServer(
      (socket) =>
        socket.write(
          `HTTP/1.1 302 Found\r\nlocation: https://é.example/\r\ncontent-length: 0\r\n\r\n`,
          'latin1',
        ),
      async (endpoint) => {
        const { message } = await failed('session', { sessionId: 's' }, {}, { endpoint });
        assert.match(message, /redirects to https:\/\/\ufffd\.example\//);
      },
    );
  });

  test('a time to wait is whole seconds or a date', async () => {
    const dates = ['Sun, 06 Nov 1994 08:49:37 GMT', new Date(Date.now() + 60_000).toUTCString()];
    const said = ['7', '1.5', 'tomorrow', 'Mon, 31 Feb 2022 08:49:37 GMT', '', ...dates];
    const program = `echo json_encode(array_map(function ($said) { return (new Decidable\\Reply(429, ['retry-after' => $said], ''))->retryAfter(); }, ${JSON.stringify(said)}));`;
    const [seconds, ...others] = JSON.parse(await printed(program));
    assert.deepEqual([seconds, ...others.slice(0, 5)], [7, null, null, null, null, 0]);
    assert.ok(others[5] > 50 && others[5] <= 60);
  });

  test("headers of the shopper's request give the context, and cannot be broken out of", async () => {
    const agent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';
    const foreign = Object.fromEntries(
      [
        'Accept-Encoding',
        'Connection',
        'Content-Encoding',
        'Content-Length',
        'Expect',
        'Host',
        'Keep-Alive',
        'TE',
        'Transfer-Encoding',
        'Upgrade',
      ].map((name) => [name, 'gzip, 1']),
    );
    const headers = { 'User-Agent': agent, 'X-Api-Key': 'not this one', Referer: null, ...foreign };
    const { context } = await answered('track', { sessionId: session('phone') }, { headers });
    assert.equal(context.device, 'mobile');
    const broken = { headers: { referer: 'https://a.example\r\nx-api-key: other' } };
    assert.match((await failed('session', { sessionId: 's' }, broken)).message, /`headers`.*`referer`/);
    const number = await failed('session', { sessionId: 's' }, { headers: { 'X-Age': 5 } });
    assert.match(number.message, /`headers`.*`x-age`/);
    assert.equal(number.class, 'InvalidArgumentException');
  });

  test('a service that cannot be reached is named, without the key', async () => {
    const nowhere = await failed(
      'session',
      { sessionId: session('nowhere') },
      {},
      {
        endpoint: 'http://127.0.0.1:9/api/v1',
        retries: 1,
      },
    );
    assert.equal(nowhere.class, 'ConnectionException');
    assert.match(nowhere.message, /^session: No answer from http:\/\/127\.0\.0\.1:9\/api\/v1 \(.+\)\.$/);
    assert.ok(!nowhere.message.includes(running.key.value));
  });

  test('an option that is missing, wrong or unknown is refused by its name', async () => {
    for (const [wrong, named] of [
      [{ endpoint: 'decidable.example' }, /`endpoint`.*https:/],
      [{ endpoint: 'ftp://decidable.example' }, /`endpoint`.*https:/],
      [{ endpoint: 'https://decidable.example/api/v1?x=1' }, /`endpoint`/],
      [{ apiKey: '' }, /`apiKey` is missing/],
      [{ apiKey: 'sk_\nlive' }, /`apiKey` has a character/],
      [{ organizationId: ' ' }, /`organizationId` is missing/],
      [{ timeout: 0 }, /`timeout`/],
      [{ timeout: 604_801 }, /`timeout`/],
      [{ gradingTimeout: '1' }, /`gradingTimeout`/],
      [{ retries: -1 }, /`retries`/],
      [{ retries: 101 }, /`retries`/],
      [{ organisationId: 'o' }, /`organisationId` is no option/],
    ] as const)
      assert.match((await failed('session', { sessionId: 's' }, {}, wrong)).message, named);
    const most = { timeout: 604_800, gradingTimeout: 0.5, retries: 100, endpoint: `${options().endpoint}/` };
    const [right] = await calls([['session', { sessionId: session('slash') }]], most);
    assert.equal(right!.answer?.found, false);
    assert.match((await failed('session', { sessionId: 's' }, { retry: 1 })).message, /`retry` is no option/);
  });

  test('the examples of the README and of the guide do what they say', async () => {
    const texts = ['README.md', '../../docs/guides/php-client.md'].map((name) =>
      readFileSync(join(folder, name), 'utf8'),
    );
    const [readme, guide, context] = texts.flatMap((text) =>
      [...text.matchAll(/```php\n([\s\S]*?)```/g)].map(([, example]) => example!),
    );
    for (const example of [readme!, guide!.replace(/'timeout' => [\d.]+/, ''), `${guide}${context}`])
      assert.match(
        await printed(example),
        /^1 p\d+ The shopper asked for the category Boots.*(\n[2-5] p\d+ .+){4}\n$/i,
      );
  });
});
