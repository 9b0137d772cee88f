import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  type Span as RecordedSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';

/** The headers of W3C Trace Context. */
export interface CallerHeaders {
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
}

/** What the span of a request gets when it ends. */
export interface SpanEnd {
  readonly name: string;
  readonly attributes: Attributes;
  /** A name for what went wrong, where it is a fault of the service. */
  readonly fault?: string | undefined;
}

/** A child span that is recorded when it is over. */
export interface EndedSpan {
  readonly name: string;
  /** How long it took, and how long ago it ended; ms. */
  readonly milliseconds: number;
  readonly ago?: number | undefined;
  readonly attributes?: Attributes | undefined;
  readonly failed?: boolean | undefined;
  readonly children?: readonly EndedSpan[] | undefined;
  /** Whether it was a call of another process. */
  readonly isCall?: boolean | undefined;
}

export interface WorkOptions<T> {
  readonly attributes?: Attributes | undefined;
  readonly isCall?: boolean | undefined;
  /** Attributes that are known when the work is done. */
  readonly resultAttributes?: ((result: T) => Attributes) | undefined;
}

/** The context in which child spans begin, and the request that they belong to. */
interface Current {
  readonly context: Context;
  readonly request: RequestSpan;
}

const propagator = new W3CTraceContextPropagator();

/** The span of a request. */
export class RequestSpan {
  readonly #span: RecordedSpan;
  readonly #isInCallersTrace: boolean;
  readonly #running: AsyncLocalStorage<Current>;
  readonly #current: Current | undefined;
  /** When it began, by both clocks: the spans of a request have one that only goes forward. */
  readonly #beganAt = Date.now();
  readonly #began = performance.now();
  #isOver = false;

  constructor(span: RecordedSpan, isInCallersTrace: boolean, running: AsyncLocalStorage<Current>) {
    this.#span = span;
    this.#isInCallersTrace = isInCallersTrace;
    this.#running = running;
    // What is not recorded has no children.
    this.#current = span.isRecording()
      ? { context: trace.setSpan(ROOT_CONTEXT, span), request: this }
      : undefined;
  }

  /** 32 hexadecimal digits; `undefined` where nobody would find the trace: it is not recorded, and not the caller's. */
  get traceId(): string | undefined {
    return this.#current !== undefined || this.#isInCallersTrace
      ? this.#span.spanContext().traceId
      : undefined;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** ms since the epoch */
  get now(): number {
    return this.#beganAt + performance.now() - this.#began;
  }

  /** Runs work whose spans are children of this one, also those that begin later. */
  within<T>(work: () => T): T {
    return this.#current === undefined ? work() : this.#running.run(this.#current, work);
  }

  /** The request is over: what it has left to do in the background has no spans. */
  end({ name, attributes, fault }: SpanEnd): void {
    this.#isOver = true;
    if (this.#current === undefined) return;
    this.#span.updateName(name);
    this.#span.setAttributes(attributes);
    if (fault !== undefined) fail(this.#span, fault);
    this.#span.end(this.now);
  }
}

function fail(span: RecordedSpan, name: string): void {
  span.setAttribute('error.type', name);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The name of an error: its message may quote what was sent. */
const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error);

/** Makes the spans of requests and their child spans. A child belongs to the span in which it begins; outside of a request none is made. */
export class Spans {
  readonly #tracer: Tracer;
  readonly #running = new AsyncLocalStorage<Current>();

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  /**
   * Begins the span of a request: in the caller's trace where its headers name one, and the root of a trace
   * otherwise. Headers that the recommendation calls invalid are ignored.
   */
  request(headers: CallerHeaders): RequestSpan {
    const caller =
      headers.traceparent === undefined
        ? ROOT_CONTEXT
        : propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    const span = this.#tracer.startSpan('request', { kind: SpanKind.SERVER }, caller);
    return new RequestSpan(span, caller !== ROOT_CONTEXT, this.#running);
  }

  /** Whether what runs now is recorded. */
  get isRecording(): boolean {
    return this.#current !== undefined;
  }

  get #current(): Current | undefined {
    const current = this.#running.getStore();
    return current?.request.isOver ? undefined : current;
  }

  /** Carries out work in a child span of what runs now. */
  child<T>(name: string, work: () => Promise<T>, options: WorkOptions<T> = {}): Promise<T> {
    const current = this.#current;
    return current === undefined ? work() : this.#record(current, name, work, options);
  }

  async #record<T>(
    { context, request }: Current,
    name: string,
    work: () => Promise<T>,
    { attributes = {}, isCall, resultAttributes }: WorkOptions<T>,
  ): Promise<T> {
    const startTime = request.now;
    const span = this.#tracer.startSpan(name, { kind: kindOf(isCall), attributes, startTime }, context);
    try {
      const result = await this.#running.run({ context: trace.setSpan(ROOT_CONTEXT, span), request }, work);
      if (resultAttributes !== undefined) span.setAttributes(resultAttributes(result));
      return result;
    } catch (error) {
      fail(span, nameOf(error));
      throw error;
    } finally {
      span.end(request.now);
    }
  }

  /** Adds a child span that is over to what runs now. */
  recordEnded(ended: EndedSpan): void {
    const current = this.#current;
    if (current !== undefined) this.#add(ended, current.context, current.request.now);
  }

  #add(
    { name, milliseconds, ago = 0, attributes = {}, failed = false, children = [], isCall }: EndedSpan,
    context: Context,
    now: number,
  ): void {
    const endTime = now - ago;
    const startTime = endTime - milliseconds;
    const span = this.#tracer.startSpan(name, { kind: kindOf(isCall), attributes, startTime }, context);
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    for (const child of children) this.#add(child, trace.setSpan(ROOT_CONTEXT, span), now);
    span.end(endTime);
  }
}

const kindOf = (isCall: boolean | undefined) => (isCall ? SpanKind.CLIENT : SpanKind.INTERNAL);
