import type { ErrorEnvelope } from './operations.generated.ts';

export type ErrorCode = ErrorEnvelope['error']['code'];

/** Any failure of a call but its being aborted. */
export class DecidableError extends Error {
  override readonly name: string = 'DecidableError';
  /** The method that was called, such as `track`. */
  readonly operation: string;

  constructor(operation: string, message: string, cause?: unknown) {
    super(`${operation}: ${message}`, cause === undefined ? undefined : { cause });
    this.operation = operation;
  }
}

/** The service refused the call, or failed, and said why. */
export class ServiceError extends DecidableError {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly code: ErrorCode;
  /** Identifies the request in the service's log. */
  readonly correlationId: string;
  /** When the same request may pass, where the service says so. */
  readonly retryAfterSeconds: number | undefined;
  /** The answer as it came. Its message names the field and the fix. */
  readonly envelope: ErrorEnvelope;

  constructor(operation: string, status: number, envelope: ErrorEnvelope, retryAfterSeconds?: number) {
    super(operation, `${envelope.error.message} (${envelope.error.code}, ${envelope.correlationId})`);
    this.status = status;
    this.code = envelope.error.code;
    this.correlationId = envelope.correlationId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.envelope = envelope;
  }
}

/** No answer arrived: the service cannot be reached, or the connection broke. `cause` says how. */
export class ConnectionError extends DecidableError {
  override readonly name = 'ConnectionError';
}

/** The time of the call ran out. `cause` is the last failure, where it was sent again after one. */
export class TimeoutError extends DecidableError {
  override readonly name = 'TimeoutError';
}

/** Something else than the service answered, such as a proxy before it. */
export class UnexpectedAnswerError extends DecidableError {
  override readonly name = 'UnexpectedAnswerError';
  readonly status: number;

  constructor(operation: string, status: number, message: string) {
    super(operation, message);
    this.status = status;
  }
}
