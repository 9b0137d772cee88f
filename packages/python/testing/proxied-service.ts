import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { basePath } from '@decidable/contract';
import { importCatalogue } from '@decidable/server/shops';
import { type Fault, FaultyProxy } from '../../node/testing/faulty-proxy.ts';
import { RunningService } from '../../server/testing/running-service.ts';
import { SIXTY_PRODUCTS } from '../../server/testing/service-under-test.ts';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('..', import.meta.url));

/**
 * A service behind a faulty proxy, for tests that are written in Python: they tell the proxy over HTTP what to do next
 * (`POST /next`), and ask what has arrived (`GET /seen`).
 */
export class ProxiedService {
  readonly running: RunningService;
  readonly #proxy: FaultyProxy;
  readonly #control: Server;

  private constructor(running: RunningService, proxy: FaultyProxy) {
    this.running = running;
    this.#proxy = proxy;
    this.#control = createServer(async (request, response) => {
      const text = Buffer.concat(await Array.fromAsync(request)).toString();
      if (request.method === 'POST') proxy.next(...(JSON.parse(text) as Fault[]));
      const { bodies, connections } = proxy;
      const logged = running.log.map(({ correlationId }) => correlationId);
      response.end(JSON.stringify({ bodies, connections, logged }));
    });
  }

  static async start(environment: Readonly<Record<string, string>> = {}): Promise<ProxiedService> {
    const running = await RunningService.start(environment);
    const file = { name: 'shop.csv', bytes: new TextEncoder().encode(SIXTY_PRODUCTS) };
    await importCatalogue(running.service.storage, running.key.organizationId, file, {}, Date.now());
    // The first ranking opens the shop: the clients under test have a time of their own.
    const { organizationId } = running.key;
    await running.post('/catalog/ranked', { organizationId, sessionId: 'first' });
    const service = new ProxiedService(running, await FaultyProxy.start(running.service.address));
    await once(service.#control.listen(0, '127.0.0.1'), 'listening');
    return service;
  }

  /** Runs a Python with the client and the addresses of the service. Rejects where it fails, with what it printed. */
  run(
    python: string,
    ...args: readonly string[]
  ): Promise<{ readonly stdout: string; readonly stderr: string }> {
    const { running } = this;
    return run(python, args, {
      cwd: folder,
      env: {
        ...process.env,
        PYTHONPATH: fileURLToPath(new URL('../src', import.meta.url)),
        PYTHONDONTWRITEBYTECODE: '1',
        // What is printed is UTF-8 wherever the test runs.
        PYTHONUTF8: '1',
        PYTHONWARNINGS: 'error',
        NO_PROXY: '127.0.0.1',
        DECIDABLE_ENDPOINT: this.#proxy.address + basePath,
        DECIDABLE_DIRECT: running.url(basePath),
        DECIDABLE_KEY: running.key.value,
        DECIDABLE_ORGANIZATION: running.key.organizationId,
        CONTROL: `http://127.0.0.1:${(this.#control.address() as AddressInfo).port}`,
      },
    });
  }

  async close(): Promise<void> {
    await this.#proxy.close();
    this.#control.closeAllConnections();
    this.#control.close();
    await this.running.close();
  }
}
