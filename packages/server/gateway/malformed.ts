import type { Socket } from 'node:net';
import { newCorrelationId } from './correlation.ts';
import { envelope } from './envelope.ts';

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
  const correlationId = newCorrelationId();
  const body = envelope('BAD_REQUEST', message, '/', correlationId);
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-correlation-id: ${correlationId}`,
      'access-control-allow-origin: *',
      'vary: Origin',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
