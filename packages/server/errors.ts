/**
 * What the domain refuses, in its own words. It knows nothing of HTTP: `http` gives each a status and a code, and other
 * callers, such as the command line, tell the message.
 */
export abstract class DomainError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Something that was handed in cannot be used; the message names the place and the remedy. */
export class InvalidInput extends DomainError {}

/** What an id names is not there. */
export class NotFound extends DomainError {}

/** It cannot be done at the moment; the same request may succeed later. */
export abstract class TryAgain extends DomainError {
  /** When to come back. */
  readonly retryAfterSeconds: number;
  constructor(message: string, retryAfterSeconds: number, options?: ErrorOptions) {
    super(message, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** More work of one kind waits than is taken in. */
export class Overloaded extends TryAgain {}

/** Other writers kept being faster than an append to a session. */
export class SessionContended extends TryAgain {
  constructor() {
    super('The session is being written by too many at once. Try again.', 1);
  }
}
