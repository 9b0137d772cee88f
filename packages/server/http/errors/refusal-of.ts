import type { ErrorCode } from '@decidable/contract';
import { StoreSpared } from '../../availability/store-breaker.ts';
import {
  Conflict,
  DomainError,
  Forbidden,
  InvalidInput,
  NotFound,
  TooLarge,
  TryAgain,
  Unauthenticated,
} from '../../errors.ts';
import { ChangeUnannounced, StoreUnavailable } from '../../storage/ports.ts';
import { isFrameworkError, refusalOfFramework } from './framework-errors.ts';
import { Refusal, unavailable } from './refusal.ts';

type Class = abstract new (...args: never) => DomainError;

/** The code of each error of the domain. An error without a line here is a fault of the service. */
const codes: readonly (readonly [type: Class, code: ErrorCode])[] = [
  [InvalidInput, 'BAD_REQUEST'],
  [Forbidden, 'FORBIDDEN'],
  [NotFound, 'NOT_FOUND'],
  [TooLarge, 'PAYLOAD_TOO_LARGE'],
  [Conflict, 'CONFLICT'],
  [Unauthenticated, 'UNAUTHORIZED'],
];

const ourFault =
  'Something went wrong on our side. Try again; if it persists, report it with the correlation id.';

function refusalOfDomain(error: DomainError): Refusal {
  if (error instanceof TryAgain) return unavailable(error.message, error.retryAfterSeconds);
  const code = codes.find(([type]) => error instanceof type)?.[1];
  return code === undefined ? new Refusal('INTERNAL', ourFault) : new Refusal(code, error.message);
}

/**
 * The answer to a thrown error: the one place where errors become codes and statuses.
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
  if (error instanceof ChangeUnannounced) {
    return unavailable(
      'The change is stored, but other nodes may not know of it yet: Valkey does not answer. Send it again, until it is acknowledged.',
      1,
    );
  }
  if (error instanceof StoreUnavailable) {
    return unavailable('The service cannot reach its store at the moment. Try again shortly.', 1);
  }
  if (isFrameworkError(error)) return refusalOfFramework(error, path);
  return new Refusal('INTERNAL', ourFault);
}

/** Whether an error is logged: faults of the service and failures of its store are. */
export const isOurFault = (error: unknown, refusal: Refusal): boolean =>
  refusal.code === 'INTERNAL' || (error instanceof StoreUnavailable && !(error instanceof StoreSpared));
