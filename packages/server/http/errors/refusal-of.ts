import { type ErrorCode, errors } from '@decidable/contract';
import { StoreSpared } from '../../availability/store-breaker.ts';
import { DomainError, type Problem } from '../../errors.ts';
import { StoreUnavailable } from '../../storage/ports.ts';
import { isFrameworkError, refusalOfFramework } from './framework-errors.ts';
import { Refusal, unavailable } from './refusal.ts';

/** The code of each problem that the domain tells of. */
const codes: Readonly<Record<Problem, ErrorCode>> = {
  invalid: 'BAD_REQUEST',
  'too-large': 'PAYLOAD_TOO_LARGE',
  forbidden: 'FORBIDDEN',
  overloaded: 'SERVICE_UNAVAILABLE',
};

/** Seconds after which an overloaded service is asked again, where nothing else is said. Set by hand. */
const USUAL_WAIT = 1;

const ourFault =
  'Something went wrong on our side. Try again; if it persists, report it with the correlation id.';

function refusalOfDomain({ problem, message, retryAfter }: DomainError): Refusal {
  const code = codes[problem];
  if (errors[code].status === 503) return unavailable(message, retryAfter ?? USUAL_WAIT);
  return new Refusal(code, message);
}

/**
 * The answer to whatever was thrown: the one place where errors become codes and statuses.
 *
 * @param path of the request, for messages that name it
 */
export function refusalOf(error: unknown, path?: string): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof DomainError) return refusalOfDomain(error);
  if (error instanceof StoreSpared) {
    return unavailable(
      'The store of the service is failing; requests are refused until it answers again.',
      error.retryAfter,
    );
  }
  if (error instanceof StoreUnavailable) {
    return unavailable('The service cannot reach its store at the moment. Try again shortly.', 1);
  }
  if (isFrameworkError(error)) return refusalOfFramework(error, path);
  return new Refusal('INTERNAL', ourFault);
}

/** Whether the log tells of what was thrown: faults of the service, and failures of its store. */
export const isOurFault = (error: unknown, refusal: Refusal): boolean =>
  refusal.code === 'INTERNAL' || (error instanceof StoreUnavailable && !(error instanceof StoreSpared));
