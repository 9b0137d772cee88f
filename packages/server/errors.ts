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

/** The id of a batch was used in its session for other signals. */
export class BatchReused extends InvalidInput {
  constructor() {
    super(
      'batchId: this session has sent other signals under it, which count. These were not applied: send them under an id of their own.',
    );
  }
}

/** What an id names is not there. */
export class NotFound extends DomainError {}

/** Somebody else has what is asked for, or it is not as the caller believes. */
export class Conflict extends DomainError {}

/** Nobody is signed in, or the address or the password is wrong. */
export class Unauthenticated extends DomainError {}

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

/** The process that worked on the request has ended; another one takes its place. */
export class WorkInterrupted extends TryAgain {
  constructor(cause: unknown) {
    super('The work on the request was interrupted. Try again.', 1, { cause });
  }
}

/** The process that is to work on the request does not start. */
export class WorkNotStarted extends TryAgain {
  constructor(cause: unknown) {
    super(
      'The service cannot start the process that does this work. Its log says why. Try again later.',
      60,
      {
        cause,
      },
    );
  }
}

/** The catalogue of the shop is still being opened. */
export class ShopOpening extends TryAgain {
  constructor(retryAfterSeconds: number) {
    super(
      "The shop's catalogue is being opened. Show the shop's own order, and try again shortly.",
      retryAfterSeconds,
    );
  }
}

/** The caller has hung up, or has got another answer: what it asked for is not worked on any more. */
export class NobodyWaits extends DomainError {
  constructor() {
    super('Nobody waits for the answer any more.');
  }
}

/** Other writers kept being faster than an append to a session. */
export class SessionContended extends TryAgain {
  constructor() {
    super('The session is being written by too many at once. Try again.', 1);
  }
}

/** More is asked for than one request is given; the message says how to ask for less. */
export class TooLarge extends DomainError {}

/** The caller may not act for the organization that it names. */
export class Forbidden extends DomainError {}

/** The data folder cannot be used as it is; the message names the file and the remedy. */
export class UnusableStore extends DomainError {}

/** Stored facts are destroyed or lost; the message names the file and the way back. */
export class DamagedStore extends UnusableStore {}

/** The errors that may arise in a process that works on requests, by name. */
const fromProcesses = { InvalidInput, TooLarge, Forbidden };

/** A domain error as plain data: from another process, an error arrives without its class. */
export interface DomainErrorData {
  readonly name: keyof typeof fromProcesses;
  readonly message: string;
}

/** @throws the error itself where it is none that such a process may answer with */
export function toData(error: unknown): DomainErrorData {
  if (!(error instanceof DomainError && Object.hasOwn(fromProcesses, error.name))) throw error;
  return { name: error.name as DomainErrorData['name'], message: error.message };
}

export const fromData = ({ name, message }: DomainErrorData): DomainError => new fromProcesses[name](message);
