type Attributes = Readonly<Record<string, string | number | boolean>>;

/** The headers of W3C Trace Context that a request came with. */
export interface CallerHeaders {
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
}

/** How a request ended. */
export interface Ending {
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
  /** Runs work whose spans are parts of this one, also those that begin later. */
  within<T>(work: () => T): T;
  end(ending: Ending): void;
}

/** A part of a request that is told when it is over. */
export interface Part {
  readonly name: string;
  /** How long it took, and how long ago it ended, in ms. */
  readonly milliseconds: number;
  readonly ago?: number | undefined;
  readonly attributes?: Attributes | undefined;
  readonly failed?: boolean | undefined;
  readonly parts?: readonly Part[] | undefined;
  /** Whether it was a call of another process. */
  readonly isCall?: boolean | undefined;
}

export interface WorkOptions<T> {
  readonly attributes?: Attributes | undefined;
  /** Whether it is a call of another process. */
  readonly isCall?: boolean | undefined;
  /** What is known when the work is done. */
  readonly told?: ((result: T) => Attributes) | undefined;
}

/**
 * Makes the spans of requests and of their parts. Names and attributes hold nothing that a caller sent: no key, body,
 * query or id of a session.
 */
export interface Tracer {
  /** Begins the span of a request, in the caller's trace where valid headers name one. */
  request(headers: CallerHeaders): RequestSpan;
  /** Carries out work as a part of the request that runs now; of no request, it is carried out without a span. */
  part<T>(name: string, work: () => Promise<T>, options?: WorkOptions<T>): Promise<T>;
  /** Adds a part that is over to the request that runs now. */
  past(part: Part): void;
  /** Whether what runs now is recorded. */
  readonly isRecording: boolean;
  /** Exports what is left. */
  close(): Promise<void>;
}

/** Carries out work as a part of the request that runs now, where traces are made. */
export const partOf = <T>(
  tracer: Tracer | undefined,
  name: string,
  work: () => Promise<T>,
  options?: WorkOptions<T>,
): Promise<T> => (tracer === undefined ? work() : tracer.part(name, work, options));
