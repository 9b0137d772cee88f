import { type ErrorCode, type ErrorDetails, errors } from '@decidable/contract';

/** A request that is not answered as asked: its code, its message and what goes with them. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly details: ErrorDetails | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    details?: ErrorDetails,
  ) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.headers = headers;
    this.details = details;
  }

  get status(): number {
    return errors[this.code].status;
  }
}

/** A 503 that says when to come back. */
export function unavailable(message: string, retryAfterSeconds: number): Refusal {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  return new Refusal(
    'SERVICE_UNAVAILABLE',
    message,
    { 'retry-after': String(seconds) },
    { retryAfterSeconds: seconds },
  );
}

/**
 * A 429 that says which limit is reached and when to come back.
 *
 * @param policy as it stands in the header `ratelimit-policy`
 */
export function limitReached(
  message: string,
  policy: string,
  details: Required<Pick<ErrorDetails, 'limit' | 'most' | 'unit'>> & ErrorDetails,
): Refusal {
  const seconds = details.retryAfterSeconds;
  const headers = {
    'retry-after': String(seconds),
    ratelimit: `"${details.limit}";r=0;t=${seconds}`,
    'ratelimit-policy': policy,
  };
  return new Refusal('TOO_MANY_REQUESTS', message, headers, details);
}
