import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Warning } from '@decidable/contract';
import { managementPath } from '@decidable/contract/management';
import { NobodyWaits } from '../errors.ts';
import type { ApiKey } from '../storage/ports.ts';
import type { RequestSpan } from '../tracing/tracer.ts';
import { acceptedEncoding, compress, compressNow, type Encoding, ONCE } from './body/content-encoding.ts';
import { discards } from './body/discard.ts';
import { envelope, pathOf } from './errors/envelope.ts';
import type { Refusal } from './errors/refusal.ts';
import { isOurFault, refusalOf } from './errors/refusal-of.ts';
import { newCorrelationId } from './lifecycle/correlation.ts';
import { EXPOSED_HEADERS } from './lifecycle/cors.ts';
import type { Deadline } from './lifecycle/deadline.ts';
import type { Place } from './limits/grading-limit.ts';
import type { StatedLimits } from './limits/stated-limits.ts';

const isManagement = (request: IncomingMessage): boolean => {
  const path = pathOf(request);
  if (!path.includes('%')) return path.startsWith(managementPath);
  try {
    return decodeURIComponent(path).startsWith(managementPath);
  } catch {
    // Such a path has no route.
    return true;
  }
};

/** Answers beyond so many bytes are compressed on another thread; on this one it takes half a ms. Set by hand. */
const MOST_COMPRESSED_AT_ONCE = 64 * 1024;

const NO_WARNINGS: readonly Warning[] = [];

/** How far the service is with its stop. */
interface Stopping {
  /** Whether answers close their connections. */
  readonly closing: boolean;
}

/** A request and its answer, from the socket on. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly correlationId = newCorrelationId();
  readonly began = performance.now();
  /** The address that limits count by. */
  readonly address: string;
  /** The route as declared; null where there is none. */
  route: string | null = null;
  /** Whether the request counts as in flight. */
  inFlight = false;
  /** The key that the request came with, once it is known to be valid. */
  key: ApiKey | undefined;
  /** The key that it came with, where that is known and not valid any more. */
  refusedKey: ApiKey | undefined;
  /** The body, or the beginning of a long one, and how long it was; for those who look what became of a call. */
  body: Buffer | undefined;
  bodyBytes = 0;
  /** The answer before it was compressed, its warnings, and the refusal that it is; likewise. */
  answer: string | Buffer | undefined;
  warnings: readonly Warning[] = NO_WARNINGS;
  refusal: Refusal | undefined;
  /** The session that the body names, once that is known; else empty. */
  sessionId = '';
  /** What the answer tells of an endpoint that goes away: names and values of headers in turn. */
  deprecation: readonly string[] = [];
  /** The limits that the answer tells; those of an endpoint. */
  limits: StatedLimits | undefined;
  /** What has counted the request, where that is not them. */
  counted: { giveBack(exchange: Exchange): void } | undefined;
  /** Its span, where traces are made. */
  span: RequestSpan | undefined;
  /** By when it is answered; endpoints have one. */
  deadline: Deadline | undefined;
  /** The place that a grading takes up. */
  #place: Place | undefined;
  #answered = false;
  #over = false;
  #ended: AbortController | undefined;
  /** The error that was thrown, when it is a fault of the service; for the log. */
  fault: unknown = null;

  readonly #drain: Stopping | undefined;
  readonly #compressFrom: number;

  /**
   * @param drain closes connections when the service stops
   * @param compressFrom bytes from which on answers are compressed
   */
  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    address: string,
    drain?: Stopping,
    compressFrom = Infinity,
  ) {
    this.#drain = drain;
    this.#compressFrom = compressFrom;
    this.request = request;
    this.response = response;
    this.address = address;
  }

  get place(): Place | undefined {
    return this.#place;
  }

  /** Whether the answer has left, or the client has hung up. */
  get isOver(): boolean {
    return this.#over;
  }

  get isAnswered(): boolean {
    return this.#answered;
  }

  /** Whether nobody waits for an answer any more: there is one, or the client has hung up. */
  get isUnwanted(): boolean {
    return this.#answered || this.#over;
  }

  /** Aborted when the answer has left, or the client has hung up. */
  get ended(): AbortSignal {
    this.#ended ??= new AbortController();
    if (this.#over) this.#ended.abort(new NobodyWaits());
    return this.#ended.signal;
  }

  /** That of the trace that it belongs to, where there is one. */
  get traceId(): string | undefined {
    return this.span?.traceId;
  }

  /** Runs work whose spans are parts of that of the request: events of its socket have forgotten which request it was. */
  within<T>(work: () => T): T {
    return this.span === undefined ? work() : this.span.within(work);
  }

  /** Holds a place until the exchange is over; gives it back at once where the client has hung up meanwhile. */
  hold(place: Place): void {
    if (this.#over) place.release();
    else this.#place = place;
  }

  /** The answer has left, or the client has hung up. */
  end(): void {
    this.#over = true;
    this.deadline?.stop();
    this.#place?.release();
    this.#ended?.abort(new NobodyWaits());
  }

  /** Whether pages of other origins may not read the answer: the management interface knows people by their cookies. */
  get isOwnOriginOnly(): boolean {
    return isManagement(this.request);
  }

  /** The headers of every answer, names and values in turn: one list, which is written as it is. */
  headers(): string[] {
    const headers = [
      'cache-control',
      'no-store',
      'x-content-type-options',
      'nosniff',
      'vary',
      'Origin, Accept-Encoding',
      'x-correlation-id',
      this.correlationId,
    ];
    if (!this.isOwnOriginOnly) {
      headers.push('access-control-expose-headers', EXPOSED_HEADERS);
      headers.push('access-control-allow-origin', this.request.headers.origin ?? '*');
    }
    if (this.#drain?.closing) headers.push('connection', 'close');
    return headers;
  }

  /** The encoding of an answer of so many bytes; none where it is small, or the client takes none that there is. */
  encodingFor(bytes: number): Encoding | undefined {
    return bytes < this.#compressFrom ? undefined : acceptedEncoding(this.request.headers['accept-encoding']);
  }

  /** Answers with JSON that is already text or bytes. */
  send(status: number, json: string | Buffer, more?: Readonly<Record<string, string>>): void {
    // It was not ready by the deadline, and has been refused then.
    if (this.#answered) return;
    this.answer = json;
    const bytes = Buffer.byteLength(json);
    const encoding = this.encodingFor(bytes);
    if (encoding === undefined) {
      this.#send(status, json, bytes, undefined, more);
    } else if (bytes <= MOST_COMPRESSED_AT_ONCE) {
      const compressed = compressNow(encoding, json, ONCE);
      this.#send(status, compressed, compressed.length, encoding, more);
    } else {
      compress(encoding, Buffer.from(json), ONCE).then(
        (compressed) => {
          if (!this.isUnwanted) this.#send(status, compressed, compressed.length, encoding, more);
        },
        (error: unknown) => this.refuse(error),
      );
    }
  }

  #send(
    status: number,
    json: string | Buffer,
    bytes: number,
    encoding: Encoding | undefined,
    more: Readonly<Record<string, string>> | undefined,
  ): void {
    const headers = this.headers();
    headers.push('content-type', 'application/json; charset=utf-8', 'content-length', String(bytes));
    if (encoding !== undefined) headers.push('content-encoding', encoding);
    headers.push(...this.deprecation);
    const { limits } = this;
    if (limits !== undefined && more?.['ratelimit-policy'] === undefined) {
      headers.push('ratelimit-policy', limits.policies);
      if (this.key !== undefined) headers.push('ratelimit', limits.items(this, performance.now()));
    }
    if (more !== undefined) {
      for (const name in more) {
        // A service that stops has said so already.
        if (name !== 'connection' || this.#drain?.closing !== true) headers.push(name, more[name]);
      }
    }
    this.response.writeHead(status, headers);
    this.#answered = true;
    // A text of as many bytes as characters is ASCII, which needs no encoding.
    if (typeof json === 'string' && bytes === json.length) this.response.end(json, 'latin1');
    else this.response.end(json);
  }

  /** Answers with the error that the interface has for whatever was thrown. */
  refuse(error: unknown): void {
    if (this.#answered) return;
    const path = pathOf(this.request);
    const refusal = refusalOf(error, path);
    // A refusal for our own fault costs the caller nothing; the answer tells what is left then.
    if (this.refusal === undefined && refusal.status >= 500) (this.limits ?? this.counted)?.giveBack(this);
    this.refusal = refusal;
    discards.discard(this.request);
    if (isOurFault(error, refusal)) this.fault = error;
    if (this.response.headersSent) {
      this.response.destroy();
      return;
    }
    const json = envelope(refusal.code, refusal.message, path, this.correlationId, refusal.details);
    this.send(refusal.status, json, refusal.headers);
  }
}
