export { createClient } from './client.ts';
export {
  ConnectionError,
  DecidableError,
  type ErrorCode,
  ServiceError,
  TimeoutError,
  UnexpectedAnswerError,
} from './errors.ts';
export type * from './operations.generated.ts';
export type { CallOptions, ClientOptions } from './options.ts';
