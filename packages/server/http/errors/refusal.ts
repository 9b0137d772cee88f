import { type ErrorCode, errors } from '@decidable/contract';

/** A request that is not answered as asked: its code, its message and the headers that go with them. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  constructor(code: ErrorCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.headers = headers;
  }

  get status(): number {
    return errors[this.code].status;
  }
}

/** A 503 that says when to come back. */
export function unavailable(message: string, retryAfterSeconds: number): Refusal {
  return new Refusal('SERVICE_UNAVAILABLE', message, {
    'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))),
  });
}
