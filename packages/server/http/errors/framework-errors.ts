import { type ErrorCode, errors } from '@decidable/contract';
import type { ErrorObject } from 'ajv';
import { messageOf, problemOf, type Where } from '../../request-body/field-messages.ts';
import { NOT_JSON } from '../body/read-body.ts';
import { Refusal } from './refusal.ts';

/** An error that Fastify, or a plugin of it, threw about the request: it has the status of a client error. */
interface FrameworkError extends Error {
  readonly statusCode: number;
  readonly code?: string;
  /** What does not fit the schema of a route. */
  readonly validation?: readonly ErrorObject[];
  /** Which part of the request that is. */
  readonly validationContext?: string;
}

/** The code of each status that an envelope can have; of two codes with one status, the first. */
const codes = new Map<number, ErrorCode>(
  (Object.keys(errors) as ErrorCode[]).toReversed().map((code) => [errors[code].status, code]),
);

/** Messages in place of the framework's own, by its codes. */
const messages: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: NOT_JSON,
  FST_ERR_CTP_EMPTY_TYPE: NOT_JSON,
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty. Send a JSON object.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as its Content-Length header says.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is larger than this route accepts. Send less in one call.',
};

/** The parts of a request, as messages call them. */
const parts: Readonly<Record<string, string>> = {
  body: 'body',
  querystring: 'query',
  params: 'path',
  headers: 'headers',
};

export const isFrameworkError = (error: unknown): error is FrameworkError =>
  error instanceof Error &&
  'statusCode' in error &&
  typeof error.statusCode === 'number' &&
  error.statusCode >= 400 &&
  error.statusCode < 500;

/** A client error whose status no envelope has counts as a 400 (RFC 9110, 15.5). */
export function refusalOfFramework(error: FrameworkError, path?: string): Refusal {
  const { validation, validationContext = 'body', code = '', message, statusCode } = error;
  if (validation?.[0] !== undefined) {
    const part = parts[validationContext] ?? validationContext;
    const where: Where = {
      whole: `The ${part}`,
      of: path === undefined ? `the ${part}` : `the ${part} of ${path}`,
    };
    return new Refusal('BAD_REQUEST', messageOf(problemOf(validation), where));
  }
  return new Refusal(codes.get(statusCode) ?? 'BAD_REQUEST', messages[code] ?? message);
}
