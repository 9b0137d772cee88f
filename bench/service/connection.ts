import { connect, type Socket } from 'node:net';

/** Called with the status once an answer has been read to its end; 0 when the connection broke instead. */
type Answered = (status: number) => void;

const NOTHING = Buffer.alloc(0);
const HEAD_END = Buffer.from('\r\n\r\n');

/** The read buffer that all connections share: an answer is processed before the next one arrives. */
const READ = Buffer.allocUnsafeSlow(65_536);

/**
 * One keep-alive connection that sends prepared requests, one at a time. It reads only the status and the length of an
 * answer: a load generator that parsed like a browser would measure itself.
 */
export class Connection {
  readonly #socket: Socket;
  #answered: Answered | undefined;
  #received: Buffer = NOTHING;
  /** Bytes of the body still to come; -1 while the head is being read. */
  #missing = -1;
  #status = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('close', () => this.#finish(0));
    socket.on('error', () => socket.destroy());
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      let connection: Connection | undefined;
      const callback = (bytes: number): boolean => {
        if (connection !== undefined) connection.#read(READ.subarray(0, bytes));
        return true;
      };
      const socket = connect({ port, host: '127.0.0.1', onread: { buffer: READ, callback } }, () => {
        connection = new Connection(socket);
        resolve(connection);
      });
      socket.once('error', reject);
    });
  }

  send(request: Buffer, answered: Answered): void {
    // A server closes what has been idle for long; nothing would be heard of the request.
    if (this.#socket.destroyed) {
      setImmediate(answered, 0);
      return;
    }
    this.#answered = answered;
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#missing < 0) {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
      const end = this.#received.indexOf(HEAD_END);
      if (end === -1) {
        this.#received = Buffer.from(this.#received);
        return;
      }
      const head = this.#received.toString('latin1', 0, end);
      const length = /\r\ncontent-length: (\d+)/i.exec(head);
      if (length === null) throw new Error(`An answer without a length:\n${head}`);
      this.#status = Number(head.slice(9, 12));
      this.#missing = Number(length[1]) - (this.#received.length - end - HEAD_END.length);
      this.#received = NOTHING;
    } else {
      this.#missing -= chunk.length;
    }
    if (this.#missing === 0) {
      this.#missing = -1;
      this.#finish(this.#status);
    }
  }

  #finish(status: number): void {
    const answered = this.#answered;
    this.#answered = undefined;
    answered?.(status);
  }
}

/** The bytes of a request. */
export function requestBytes(path: string, headers: Readonly<Record<string, string>>, body: unknown): Buffer {
  const json = Buffer.from(JSON.stringify(body));
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${json.length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), json]);
}
