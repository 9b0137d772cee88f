import { type EndpointContract, endpoints } from '@decidable/contract';
import { Ajv2020, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Static } from 'typebox';
import { InvalidInput, TooLarge } from '../errors.ts';
import { messageOf, problemOf } from './field-messages.ts';
import { readAsMeant } from './read-as-meant.ts';

/** Whether a value nests at most so many containers; looks no deeper than that, however deep it is. */
function nestsAtMost(levels: number, value: unknown): boolean {
  if (value === null || typeof value !== 'object') return true;
  return levels > 0 && Object.values(value).every((inner) => nestsAtMost(levels - 1, inner));
}

/**
 * A validator with the keywords of the contract; its errors name the invalid value. The schemas are those of the source, which
 * tests hold against the meta-schema: to compile that takes longer than all of them.
 */
function validatorWith(options: { readonly coerceTypes?: 'array' } = {}): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    verbose: true,
    allErrors: false,
    meta: false,
    validateSchema: false,
    ...options,
  });
  ajv.addKeyword({
    keyword: 'x-max-bytes',
    type: 'string',
    schemaType: 'number',
    validate: (limit: number, text: string) => text.length <= limit / 3 || Buffer.byteLength(text) <= limit,
  });
  // Before the size: a value that is too deep cannot be written as JSON either.
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
  return ajv;
}

const ofJson = validatorWith();
/** Queries, paths and headers are text: numbers and lists are read from it. */
const ofText = validatorWith({ coerceTypes: 'array' });

/** Says whether a value is valid; if it is not, `errors` says why until the next call. */
interface Validate {
  (value: unknown): boolean;
  errors?: ErrorObject[] | null;
}

/**
 * The validator of one part of a request: JSON is validated as it is, text after its conversion to types. It is compiled
 * with its first use, as each takes a millisecond or two and a start would wait for all of them.
 */
export function compileSchema(schema: object, isText: boolean): Validate {
  let compiled: ValidateFunction | undefined;
  const validate: Validate = (value) => {
    compiled ??= (isText ? ofText : ofJson).compile(schema);
    const isValid = compiled(value);
    validate.errors = compiled.errors ?? null;
    return isValid;
  };
  return validate;
}

const validators = new Map<string, ValidateFunction>();
function validatorOf(contract: EndpointContract): ValidateFunction {
  let validator = validators.get(contract.path);
  if (validator === undefined) {
    validator = ofJson.compile(contract.request as AnySchemaObject);
    validators.set(contract.path, validator);
  }
  return validator;
}

/** Compiles the validators of all endpoints, so that no request waits for its own. A thread compiles those that it needs. */
export function compileValidators(): void {
  for (const contract of Object.values(endpoints)) validatorOf(contract);
}

/**
 * Validates a body against the schema of its endpoint. The body is returned as it is, unknown fields included; one that
 * does not fit is read as it was meant, as far as there is no doubt.
 *
 * @throws TooLarge when a CSV is, else InvalidInput with a message that names the field and the remedy
 */
export function checkFields<E extends EndpointContract>(contract: E, body: unknown): Static<E['request']> {
  const validate = validatorOf(contract);
  if (validate(body)) return body as Static<E['request']>;
  if (readAsMeant(contract.request, body) && validate(body)) return body as Static<E['request']>;
  const problem = problemOf(validate.errors!);
  const message = messageOf(problem, { whole: 'The body', of: `the body of ${contract.path}` });
  throw problem.keyword === 'x-max-bytes' ? new TooLarge(message) : new InvalidInput(message);
}
