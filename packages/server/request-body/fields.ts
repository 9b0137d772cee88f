import { type EndpointContract, endpoints } from '@decidable/contract';
import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Static } from 'typebox';
import { Refusal } from '../http/errors/refusal.ts';
import { messageOf, problemOf } from './field-messages.ts';

/** Whether a value nests at most so many containers; looks no deeper than that, however deep it is. */
function nestsAtMost(levels: number, value: unknown): boolean {
  if (value === null || typeof value !== 'object') return true;
  return levels > 0 && Object.values(value).every((inner) => nestsAtMost(levels - 1, inner));
}

const ajv = new Ajv2020({ strict: false, verbose: true, allErrors: false });
ajv.addKeyword({
  keyword: 'x-max-bytes',
  type: 'string',
  schemaType: 'number',
  validate: (limit: number, text: string) => text.length <= limit / 3 || Buffer.byteLength(text) <= limit,
});
// Before the size: what is too deep cannot be written as JSON either.
ajv.addKeyword({
  keyword: 'x-max-nesting',
  type: 'object',
  schemaType: 'number',
  validate: (limit: number, value: object) => nestsAtMost(limit, value),
});
ajv.addKeyword({
  keyword: 'x-max-json-bytes',
  type: 'object',
  schemaType: 'number',
  validate: (limit: number, value: object) => Buffer.byteLength(JSON.stringify(value)) <= limit,
});

const validators = new Map<string, ValidateFunction>();
function validatorOf(contract: EndpointContract): ValidateFunction {
  let validator = validators.get(contract.path);
  if (validator === undefined) {
    validator = ajv.compile(contract.request as AnySchemaObject);
    validators.set(contract.path, validator);
  }
  return validator;
}
for (const contract of Object.values(endpoints)) validatorOf(contract);

/**
 * Holds a body against the schema of its endpoint. The body is returned as it is, unknown fields included.
 *
 * @throws Refusal 413 when a CSV is too large, else 400 with a message that names the field and the remedy
 */
export function checkFields<E extends EndpointContract>(contract: E, body: unknown): Static<E['request']> {
  const validate = validatorOf(contract);
  if (validate(body)) return body as Static<E['request']>;
  const problem = problemOf(validate.errors!, body);
  throw new Refusal(
    problem.keyword === 'x-max-bytes' ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST',
    messageOf(problem, contract),
  );
}
