import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

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
      // When the last bytes arrive: those behind them do not overtake them.
      let last = 0;
      from.on('data', (bytes) => {
        const now = performance.now();
        if (this.#delay === 0 && last <= now) {
          to.write(bytes);
          return;
        }
        last = Math.max(last, now + this.#delay);
        setTimeout(() => to.write(bytes), last - now);
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
