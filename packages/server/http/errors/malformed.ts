import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { newCorrelationId } from '../lifecycle/correlation.ts';
import { EXPOSED_HEADERS } from '../lifecycle/cors.ts';
import { envelope, pathOf } from './envelope.ts';

/** Errors of the HTTP parser that name no request: there is no path to repeat, and nothing to keep open. */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const message =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'The headers of the request are too large.'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'The request was not complete in time.'
        : 'The request is not valid HTTP.';
  refuse(socket, message);
}

/** A 400 that closes the connection. */
function refusalTo(path: string, message: string) {
  const correlationId = newCorrelationId();
  const body = envelope('BAD_REQUEST', message, path, correlationId);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-correlation-id': correlationId,
    'access-control-allow-origin': '*',
    vary: 'Origin',
    'access-control-expose-headers': EXPOSED_HEADERS,
    connection: 'close',
  };
  return { headers, body };
}

/** Answers on the bare connection and closes it. */
function refuse(socket: Socket, message: string): void {
  const { headers, body } = refusalTo('/', message);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(['HTTP/1.1 400 Bad Request', ...lines, '', body].join('\r\n'));
}

/** Requests that Node.js would answer or drop without the application: expectations and tunnels. */
export function answerUnexpected(server: Server): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    // Through the response, which waits for those to earlier requests on this connection.
    const { headers, body } = refusalTo(pathOf(request), 'The Expect header of the request cannot be met.');
    response.writeHead(400, headers).end(body);
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    refuse(socket, 'This service is no proxy.');
  });
}

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
