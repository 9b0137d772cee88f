import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What the proxy does to one request: `lose` hands it on and breaks the connection in place of the answer, `drip` answers
 * a byte at a time without an end.
 */
export type Fault =
  | 'lose'
  | 'hang'
  | 'drip'
  | { readonly status: number; readonly headers?: Record<string, string> };

/** A proxy before a running service, which does to the next requests what a test asks for. */
export class FaultyProxy {
  readonly #server: Server;
  readonly #target: string;
  readonly #faults: Fault[] = [];
  /** The bodies that arrived. */
  readonly bodies: Readonly<Record<string, unknown>>[] = [];
  /** How many connections were opened. */
  connections = 0;

  private constructor(target: string) {
    this.#target = target;
    this.#server = createServer((request, response) => void this.#handle(request, response));
    // So that connections are kept between two calls on a busy machine, too; clients are told.
    this.#server.keepAliveTimeout = 300_000;
    this.#server.on('connection', () => {
      this.connections++;
    });
  }

  static async start(target: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target);
    await once(proxy.#server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Forgets what arrived, and does these to the next requests. */
  next(...faults: readonly Fault[]): void {
    this.bodies.length = 0;
    this.#faults.splice(0, this.#faults.length, ...faults);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = Buffer.concat(await Array.fromAsync(request)).toString();
    this.bodies.push(JSON.parse(text));
    const fault = this.#faults.shift();
    if (fault === 'hang') return;
    if (fault === 'drip') {
      response.writeHead(200, { 'content-type': 'application/json' });
      const dripping = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(dripping));
      return;
    }
    if (typeof fault === 'object') {
      response.writeHead(fault.status, { 'content-type': 'text/html', ...fault.headers });
      response.end('<h1>Bad\n gateway</h1>');
      return;
    }
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const answer = await fetch(this.#target + request.url, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: text,
    });
    const body = await answer.text();
    if (fault === 'lose') {
      request.socket.destroy();
      return;
    }
    const retryAfter = answer.headers.get('retry-after');
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      ...(retryAfter !== null && { 'retry-after': retryAfter }),
    });
    response.end(body);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
