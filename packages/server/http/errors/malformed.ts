import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Exchange } from '../exchange.ts';
import { newCorrelationId } from '../lifecycle/correlation.ts';
import { EXPOSED_HEADERS } from '../lifecycle/cors.ts';
import type { RequestLog } from '../lifecycle/request-log.ts';
import type { Check } from '../request-check.ts';
import { envelope, pathOf } from './envelope.ts';
import { Refusal } from './refusal.ts';

/** What the parser of Node.js tells of a request that it refuses. */
export interface ParserError extends NodeJS.ErrnoException {
  /** What arrived last, and how much of it was understood; absent where nothing arrived in time. */
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/** The last request line that begins in a text: a method, a target, a version. */
const REQUEST_LINES = /(?:^|\n)([\w!#$%&'*+.^`|~-]+) +(\S+) HTTP\/\d\.\d\r?(?=\n|$)/g;
const METHODS = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|CONNECT|TRACE)$/;

/** Headers that are too large have a status of their own (RFC 6585, 5), and the code of other requests that are no HTTP. */
const TOO_LARGE = '431 Request Header Fields Too Large';
const BAD = '400 Bad Request';

/**
 * Answers requests that Node.js would answer or drop without the application, in the envelope, and has them logged and
 * counted as all others.
 */
export class MalformedRequests {
  readonly #log: RequestLog;
  /** The request that a connection has brought last. */
  readonly #last = new WeakMap<Socket, Exchange>();

  constructor(log: RequestLog) {
    this.#log = log;
  }

  /** A connection has brought a request whose headers are sound. */
  saw(exchange: Exchange): void {
    this.#last.set(exchange.request.socket, exchange);
  }

  /** A listener for tunnels, which no route would be told of. */
  watch(server: Server): void {
    server.on('connect', (request: IncomingMessage, socket: Socket) => {
      const told = { code: 'CONNECT', message: 'This service is no proxy.', status: BAD };
      this.#refuse(socket, { method: 'CONNECT', path: pathOf(request) }, told);
    });
  }

  /** The listener for errors of the HTTP parser. */
  answer(error: ParserError, socket: Socket): void {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const message = messageOf(error);
    const last = this.#last.get(socket);
    if (last !== undefined && !last.request.complete) {
      // The fault is in its body.
      if (last.isAnswered) socket.destroy();
      else last.refuse(new Refusal('BAD_REQUEST', message, { connection: 'close' }));
      return;
    }
    const refuse = () => {
      const status = error.code === 'HPE_HEADER_OVERFLOW' ? TOO_LARGE : BAD;
      this.#refuse(socket, requestLineIn(error), { code: error.code ?? error.name, message, status });
    };
    // The answers to earlier requests of the connection come first.
    if (last === undefined || last.isOver) refuse();
    else last.response.once('close', refuse);
  }

  /** Answers on the bare connection and closes it. */
  #refuse(
    socket: Socket,
    { method, path }: { readonly method: string; readonly path: string },
    { code, message, status }: { readonly code: string; readonly message: string; readonly status: string },
  ): void {
    const correlationId = newCorrelationId();
    const body = envelope('BAD_REQUEST', message, path, correlationId);
    const lines = [
      `HTTP/1.1 ${status}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-correlation-id: ${correlationId}`,
      'access-control-allow-origin: *',
      'vary: Origin',
      `access-control-expose-headers: ${EXPOSED_HEADERS}`,
      'connection: close',
    ];
    socket.end([...lines, '', body].join('\r\n'));
    const answered = { route: null, method, status: Number.parseInt(status, 10), milliseconds: 0 };
    this.#log.record(answered, { correlationId, malformed: code, fault: null });
  }
}

function messageOf({ code }: ParserError): string {
  if (code === 'HPE_HEADER_OVERFLOW') return 'The headers of the request are too large.';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT'
    ? 'The request was not complete in time.'
    : 'The request is not valid HTTP.';
}

/** The method and the path of the request that could not be read, as far as its line arrived with the fault. */
export function requestLineIn({ rawPacket, bytesParsed }: ParserError): {
  readonly method: string;
  readonly path: string;
} {
  let [method, target] = ['', '/'];
  for (const line of rawPacket?.toString('latin1').matchAll(REQUEST_LINES) ?? []) {
    if (line.index > (bytesParsed ?? Number.POSITIVE_INFINITY)) break;
    [, method, target] = line;
  }
  return { method: METHODS.test(method) ? method : '', path: pathOf({ url: originForm(target) }) };
}

/** The only expectation that there is (RFC 9110, 10.1.1) is met by Node.js, which hands every other one on. */
export const requireKnownExpectation: Check = ({ request }) => {
  const { expect } = request.headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    throw new Refusal('BAD_REQUEST', 'The Expect header of the request cannot be met.', {
      connection: 'close',
    });
  }
};

/**
 * The target of a request as path and query: one that is meant for a proxy names the whole address, which every server
 * has to understand (RFC 9112, 3.2.2).
 */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = /^https?:\/\/[^/?#]*(.*)$/i.exec(target)?.[1];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
