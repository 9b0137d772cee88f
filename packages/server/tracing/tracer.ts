type Attributes = Readonly<Record<string, string | number | boolean>>;

/** The headers of W3C Trace Context that a request came with. */
export interface CallerHeaders {
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
}

/** What the span of a request gets when it ends. */
export interface SpanEnd {
  /** Method and route. */
  readonly name: string;
  readonly attributes: Attributes;
  /** A name for what went wrong, where it is a fault of the service. */
  readonly fault?: string | undefined;
}

/** The span of a request. */
export interface RequestSpan {
  /** 32 hexadecimal digits; `undefined` where nobody would find the trace: it is not recorded, and not the caller's. */
  readonly traceId: string | undefined;
  /** Runs work whose spans are children of this one, also those that begin later. */
  within<T>(work: () => T): T;
  end(end: SpanEnd): void;
}

/** A child span that is recorded when it is over. */
export interface EndedSpan {
  readonly name: string;
  /** How long it took, and how long ago it ended, in ms. */
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
  /** Whether it is a call of another process. */
  readonly isCall?: boolean | undefined;
  /** Attributes that are known when the work is done. */
  readonly resultAttributes?: ((result: T) => Attributes) | undefined;
}

/**
 * Makes the spans of requests and their child spans. Names and attributes hold nothing that a caller sent: no key, body,
 * query or id of a session.
 */
export interface Tracer {
  /** Begins the span of a request, in the caller's trace where valid headers name one. */
  request(headers: CallerHeaders): RequestSpan;
  /** Carries out work in a child span of what runs now; outside of a request, without a span. */
  child<T>(name: string, work: () => Promise<T>, options?: WorkOptions<T>): Promise<T>;
  /** Adds a child span that is over to what runs now. */
  recordEnded(ended: EndedSpan): void;
  /** Whether what runs now is recorded. */
  readonly isRecording: boolean;
  /** Exports what is left. */
  close(): Promise<void>;
}

/** Carries out work in a child span of what runs now, where traces are made. */
export const childOf = <T>(
  tracer: Tracer | undefined,
  name: string,
  work: () => Promise<T>,
  options?: WorkOptions<T>,
): Promise<T> => (tracer === undefined ? work() : tracer.child(name, work, options));
