import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiKey } from '../storage/ports.ts';
import { envelope, isOurFault, pathOf, refusalOf } from './errors/envelope.ts';
import { newCorrelationId } from './lifecycle/correlation.ts';
import { exposed } from './lifecycle/cors.ts';
import type { Place } from './limits/grading-limit.ts';

/** A request to an endpoint and its answer, from the route on. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The route as declared. */
  readonly route: string;
  readonly correlationId = newCorrelationId();
  readonly began = performance.now();
  /** The address that limits count by. */
  readonly address: string;
  /** The key that the request came with, once it is known to be valid. */
  key: ApiKey | undefined;
  /** The place that a grading takes up. */
  place: Place | undefined;
  /** What was thrown, when it was our fault; for the log. */
  fault: unknown = null;

  constructor(request: IncomingMessage, response: ServerResponse, route: string, address: string) {
    this.request = request;
    this.response = response;
    this.route = route;
    this.address = address;
  }

  /**
   * Answers with JSON that is already text or bytes: one list of headers, which is written as it is. What every answer
   * says, whoever gives it, is in `identify` and `allowReading`.
   */
  send(status: number, json: string | Buffer, more?: Readonly<Record<string, string>>): void {
    const bytes = Buffer.byteLength(json);
    const headers = [
      'content-type',
      'application/json; charset=utf-8',
      'cache-control',
      'no-store',
      'x-content-type-options',
      'nosniff',
      'vary',
      'Origin',
      'access-control-expose-headers',
      exposed,
      'access-control-allow-origin',
      this.request.headers.origin ?? '*',
      'x-correlation-id',
      this.correlationId,
      'content-length',
      String(bytes),
    ];
    if (more !== undefined) for (const name in more) headers.push(name, more[name]);
    this.response.writeHead(status, headers);
    // A text of as many bytes as characters is ASCII, which needs no encoding.
    if (typeof json === 'string' && bytes === json.length) this.response.end(json, 'latin1');
    else this.response.end(json);
  }

  /** Answers with the error that the interface has for whatever was thrown. */
  refuse(error: unknown): void {
    const refusal = refusalOf(error);
    if (isOurFault(error, refusal)) this.fault = error;
    if (this.response.headersSent) {
      this.response.destroy();
      return;
    }
    const json = envelope(refusal.code, refusal.message, pathOf(this.request), this.correlationId);
    this.send(refusal.status, json, refusal.headers);
  }
}
