/** Why the domain turns a request down. `http/errors/refusal-of.ts` gives each its status. */
export type Problem =
  /** The caller sent something that cannot be accepted. */
  | 'invalid'
  /** The request asks for more than one request is given. */
  | 'too-large'
  /** The caller may not act for the organization that it names. */
  | 'forbidden'
  /** The service has too much to do at the moment; the request can be sent again. */
  | 'overloaded';

/**
 * A request that cannot be carried out, for a reason that its caller can act on. The message is for that caller: it
 * says what is wrong and how to mend it, and holds nothing that may not be shown.
 */
export class DomainError extends Error {
  readonly problem: Problem;
  /** Seconds after which the request may be sent again, where waiting helps. */
  readonly retryAfter: number | undefined;

  constructor(problem: Problem, message: string, retryAfter?: number) {
    super(message);
    this.name = 'DomainError';
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

export const invalid = (message: string): DomainError => new DomainError('invalid', message);

export const overloaded = (message: string, retryAfterSeconds: number): DomainError =>
  new DomainError('overloaded', message, retryAfterSeconds);

/** A domain error as plain data: between threads, an error arrives without its class. */
export interface DomainErrorData {
  readonly problem: Problem;
  readonly message: string;
  readonly retryAfter?: number | undefined;
}

export const toData = ({ problem, message, retryAfter }: DomainError): DomainErrorData => ({
  problem,
  message,
  retryAfter,
});

export const fromData = ({ problem, message, retryAfter }: DomainErrorData): DomainError =>
  new DomainError(problem, message, retryAfter);
