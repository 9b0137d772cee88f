import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { withoutServer } from '../../storage/cluster/valkey/testing/redis-binaries.ts';
import { until, ValkeyProcess } from '../../storage/cluster/valkey/testing/valkey-process.ts';
import { NodesBehindNginx } from '../../testing/nodes-behind-nginx.ts';
import { type TestDatabase, testDatabase, withoutPostgres } from '../../testing/postgres.ts';
import { freePort } from '../../testing/postgres-process.ts';
import { HaproxyProcess, withoutHaproxy } from '../../testing/proxies/haproxy-process.ts';
import { withoutNginx } from '../../testing/proxies/nginx-process.ts';
import { envelopeFault } from '../../testing/running-service.ts';

const NODES = 3;
/** Clients that each send one request after another, so at most so many wait for one node at a time. */
const CLIENTS = 3;
/** Requests that are answered while the node hangs. */
const MEANWHILE = 300;

/** Clients that send what is refused again, with the same id, and know what was acknowledged. */
class Clients {
  readonly #address: string;
  readonly #nodes: NodesBehindNginx;
  readonly #name: string;
  readonly #running: Promise<void>[] = [];
  #isEnding = false;
  /** Sessions whose signals, and events, were acknowledged. */
  readonly tracked = new Set<string>();
  readonly events = new Set<string>();
  acknowledged = 0;

  constructor(name: string, address: string, nodes: NodesBehindNginx) {
    this.#name = name;
    this.#address = address;
    this.#nodes = nodes;
    for (let client = 0; client < CLIENTS; client++) this.#running.push(this.#run(client));
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all(this.#running);
  }

  async #run(client: number): Promise<void> {
    for (let visit = 0; !this.#isEnding; visit++) {
      const sessionId = `${this.#name} ${client} ${visit}`;
      const signals = [{ type: 'category_view', value: sessionId }];
      await this.#send('/track', { sessionId, batchId: 'first', signals });
      this.tracked.add(sessionId);
      await this.#send('/catalog/ranked', { sessionId, limit: 5 });
      await this.#send('/event', { sessionId, name: 'checkout', eventId: `event of ${sessionId}` });
      this.events.add(`event of ${sessionId}`);
    }
  }

  async #send(path: string, body: object): Promise<void> {
    for (;;) {
      const response = await fetch(`${this.#address}/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': this.#nodes.key },
        body: JSON.stringify({ organizationId: this.#nodes.organizationId, ...body }),
      });
      const text = await response.text();
      if (response.status === 200) {
        this.acknowledged++;
        return;
      }
      assert.equal(response.status, 503, text);
      assert.equal(JSON.parse(text).error.code, 'SERVICE_UNAVAILABLE');
      await pause(1_000 * Number(response.headers.get('retry-after')));
    }
  }
}

describe('a node that hangs, among three', {
  skip: withoutPostgres() || withoutNginx() || withoutHaproxy() || withoutServer,
}, () => {
  const open = new AsyncDisposableStack();
  let database: TestDatabase;
  let nodes: NodesBehindNginx;
  let haproxy: HaproxyProcess;
  /** Ports of health, readiness and metrics. */
  let operations: readonly number[];

  before(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'decidable-hung-'));
    open.defer(() => rmSync(folder, { recursive: true }));
    database = await testDatabase();
    open.defer(() => database.drop());
    const valkey = await ValkeyProcess.start();
    open.defer(() => valkey.dispose());
    operations = [await freePort(), await freePort(), await freePort()];
    nodes = await NodesBehindNginx.start({
      folder,
      count: NODES,
      databaseUrl: database.url,
      valkeyUrl: valkey.url,
      settings: (node) => ({ OPERATIONS_PORT: String(operations[node]) }),
    });
    open.defer(() => nodes.close());
    haproxy = await HaproxyProcess.before(
      nodes.addresses.map((address, n) => ({
        port: Number(new URL(address).port),
        operations: operations[n],
      })),
    );
    open.defer(() => haproxy.close());
  });
  after(() => open.disposeAsync());

  /** Events that a node was asked to take. */
  async function eventsOf(node: number): Promise<number> {
    const metrics = await (await fetch(`http://127.0.0.1:${operations[node]}/metrics`)).text();
    return Number(
      /^decidable_requests_total\{endpoint="\/event",status="200"\} (\d+)$/m.exec(metrics)?.[1] ?? 0,
    );
  }

  for (const name of ['nginx', 'HAProxy'] as const) {
    it(`costs each client a few requests behind ${name}, and nothing is lost or doubled`, async (t) => {
      const proxy = name === 'nginx' ? nodes.nginx : haproxy;
      const clients = new Clients(name, proxy.address, nodes);
      const answers = async (more: number) => {
        const enough = clients.acknowledged + more;
        while (clients.acknowledged < enough) await pause(10);
      };
      const known = await eventsOf(0);
      await until('the proxy sends requests to the node', async () => (await eventsOf(0)) > known);
      const [before, began] = [proxy.timeouts, performance.now()];
      nodes.node(0).signal('SIGSTOP');
      await answers(MEANWHILE);
      nodes.node(0).signal('SIGCONT');
      const seconds = (performance.now() - began) / 1_000;
      await answers(30);
      await clients.end();

      const slow = proxy.timeouts - before;
      t.diagnostic(`${slow} of ${MEANWHILE} requests in ${seconds.toFixed(1)} s met the node that hung`);
      assert.ok(slow > 0, 'it was asked');
      assert.ok(slow <= 3 * CLIENTS, `${slow} requests waited for it`);
      const { storage, organizationId } = nodes;
      // What the node found when it went on has been done when it answers again.
      await until('the node answers', async () => (await fetch(nodes.addresses[0])).ok);
      const signals: string[] = [];
      for await (const session of storage.sessions.since(organizationId, 0)) {
        for (const { value = '' } of session.signals) if (value.startsWith(name)) signals.push(value);
      }
      assert.deepEqual(signals.sort(), [...clients.tracked].sort());
      const events: string[] = [];
      for await (const { eventId } of storage.outcomes.events(organizationId, 0)) {
        if (eventId.startsWith(`event of ${name}`)) events.push(eventId);
      }
      assert.deepEqual(events.sort(), [...clients.events].sort());
    });
  }
});

describe('HAProxy before nodes of which none answers', { skip: withoutHaproxy() }, () => {
  it('answers the error of the interface, to pages of other origins as well, but not what members use', async () => {
    const nobody = { port: await freePort(), operations: await freePort() };
    const haproxy = await HaproxyProcess.before([nobody]);
    try {
      for (const path of ['/api/v1/event', '/api/v1/catalog/audit', '/management/v1/me']) {
        const response = await fetch(`${haproxy.address}${path}?key=secret"`, {
          method: 'POST',
          headers: { origin: 'https://shop.example' },
          body: '{}',
        });
        const { status, headers } = response;
        const text = await response.text();
        const answer = { status, headers, text, body: JSON.parse(text) };
        assert.equal(envelopeFault(answer, 503, 'SERVICE_UNAVAILABLE', path), undefined);
        assert.equal(headers.get('retry-after'), '1');
        const mayRead = path.startsWith('/api/') ? 'https://shop.example' : null;
        assert.equal(headers.get('access-control-allow-origin'), mayRead);
      }
    } finally {
      await haproxy.close();
    }
  });
});
