import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A network between a node and a server: it can be cut, with or without word of it, and be slow. */
export class TcpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** How long bytes are on their way, in ms. */
  #delay = 0;
  #state: 'open' | 'silent' | 'refused' = 'open';

  private constructor(server: Server) {
    this.#server = server;
  }

  static async to(port: number): Promise<TcpProxy> {
    const server = createServer();
    const proxy = new TcpProxy(server);
    server.on('connection', (socket) => proxy.#connect(socket, port));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `valkey://127.0.0.1:${this.port}`;
  }

  /** Holds all bytes up for so many ms, in each direction; 0 for none. */
  slow(ms: number): void {
    this.#delay = ms;
  }

  /** Carries nothing any more, and tells nobody, as a firewall that drops packets. */
  silence(): void {
    this.#state = 'silent';
    for (const socket of this.#sockets) socket.pause();
  }

  /** Closes all connections, and refuses new ones. */
  refuse(): void {
    this.#state = 'refused';
    this.#closeAll();
  }

  /** Connections that were silenced are lost; new ones are carried, without delay. */
  mend(): void {
    this.#state = 'open';
    this.#delay = 0;
    this.#closeAll();
  }

  async close(): Promise<void> {
    this.refuse();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #connect(near: Socket, port: number): void {
    if (this.#state === 'refused') {
      near.destroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      // Bytes do not overtake those before them, also when the delay ends.
      let before: Promise<unknown> | undefined;
      from.on('data', (bytes) => {
        if (this.#delay === 0 && before === undefined) {
          to.write(bytes);
          return;
        }
        const arrived = Promise.all([before, pause(this.#delay)]).then(() => {
          to.write(bytes);
          if (before === arrived) before = undefined;
        });
        before = arrived;
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      if (this.#state === 'silent') from.pause();
    }
  }

  #closeAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
