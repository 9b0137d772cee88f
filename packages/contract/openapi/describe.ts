import { type Deprecation, deprecationWords, type EndpointContract } from '../endpoint.ts';
import { endpoints } from '../endpoints.ts';
import { ErrorEnvelope, endpointErrorCodes, errors } from '../errors.ts';
import examples from '../examples.json' with { type: 'json' };
import { limits } from '../limits.ts';
import { type SignalForm, signalTypes } from '../signal-types.ts';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

/** An OpenAPI document, as far as this package looks into it. */
export interface Description extends JsonObject {
  paths: { [path: string]: JsonObject };
}

const intro = `Grades product catalogues in bits of decision information, and ranks catalogues and result sets against live shopper sessions.

Every endpoint is \`POST\`, JSON in and JSON out, with the key in the \`x-api-key\` header. Bodies may be sent in gzip (\`Content-Encoding: gzip\`), and answers of some kB come in br or gzip to whom takes them. Responses may gain fields, and enumerations in them may gain values: parse them permissively. \`x-repeated\` says what becomes of a request that is sent again because its answer was lost: \`same\` (it is applied once, by itself or by its field with \`x-names-request\`, which names the request, or the field of it that the mark names), \`unless kept\` (the same where \`organizationId\` does not ask for the result to be kept) or \`twice\`. Lengths are counted in Unicode code points. Unpaired surrogates and U+0000 in text are replaced by U+FFFD; ids are compared after Unicode normalisation (NFC).`;

/**
 * Descends into a schema and replaces every titled one below it by a reference to `components.schemas`.
 *
 * @throws Error where two schemas that differ have one title
 */
export function hoist(value: Json, schemas: JsonObject, top: boolean): Json {
  if (Array.isArray(value)) return value.map((inner) => hoist(inner, schemas, false));
  if (value === null || typeof value !== 'object') return value;
  const { title } = value;
  const inner = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, hoist(part, schemas, false)]),
  );
  if (top || typeof title !== 'string') return inner;
  if (schemas[title] !== undefined && JSON.stringify(schemas[title]) !== JSON.stringify(inner))
    throw new Error(`Two schemas that differ have the title ${title}.`);
  schemas[title] = inner;
  return { $ref: `#/components/schemas/${title}` };
}

export const capital = (text: string) => text[0].toUpperCase() + text.slice(1);
export const codeName = (code: string) =>
  code
    .split('_')
    .map((word) => capital(word.toLowerCase()))
    .join('');

const deprecatedOperation = (description: string, deprecation: Deprecation): JsonObject => ({
  description: `${deprecationWords(deprecation)} ${description}`,
  deprecated: true,
  'x-deprecated': { ...deprecation },
});

function operation(contract: EndpointContract, schemas: JsonObject): JsonObject {
  const name = capital(contract.operationId);
  const reference = (suffix: 'Request' | 'Response', schema: unknown): JsonObject => {
    const title = `${name}${suffix}`;
    schemas[title] = hoist({ title, ...JSON.parse(JSON.stringify(schema)) }, schemas, true);
    return { $ref: `#/components/schemas/${title}` };
  };
  // A call and its answer, as they were sent.
  const { request, response } = (examples as Partial<Record<string, { request: Json; response: Json }>>)[
    contract.path
  ] ?? { request: undefined, response: undefined };
  const json = (schema: JsonObject, example: Json | undefined): JsonObject => ({
    'application/json': { schema, ...(example !== undefined && { example }) },
  });
  return {
    operationId: contract.operationId,
    tags: [contract.tag],
    summary: contract.summary,
    description: contract.description,
    ...(contract.deprecated && deprecatedOperation(contract.description, contract.deprecated)),
    'x-metered': contract.metered,
    'x-repeated': contract.repeated,
    'x-max-body-bytes': contract.bodyLimit,
    requestBody: {
      required: true,
      content: json(reference('Request', contract.request), request),
    },
    responses: {
      200: {
        description: 'Done.',
        headers: {
          'x-correlation-id': { $ref: '#/components/headers/CorrelationId' },
          ratelimit: { $ref: '#/components/headers/RateLimit' },
          'ratelimit-policy': { $ref: '#/components/headers/RateLimitPolicy' },
        },
        content: json(reference('Response', contract.response), response),
      },
      ...Object.fromEntries(
        endpointErrorCodes.map((code) => [
          errors[code].status,
          { $ref: `#/components/responses/${codeName(code)}` },
        ]),
      ),
    },
  };
}

/**
 * The signals that are understood, each with the form of its value. Requests are not validated with it, as other types are
 * taken too, and a refusal is in words for people: it is for those who read the description and for clients made from it.
 */
function knownSignals(): JsonObject {
  const variants = Object.entries<SignalForm>(signalTypes).map(([type, { value, pattern, examples }]) => ({
    type: 'object',
    title: type,
    required: ['type', 'value'],
    properties: {
      type: { const: type },
      value: {
        type: 'string',
        minLength: 1,
        maxLength: limits.signalValue,
        ...(pattern !== undefined && { pattern }),
        description: value,
        examples: [...examples],
      },
    },
  }));
  return {
    description: 'A signal of a type that is understood, with the form of its value. `at` is as in `Signal`.',
    oneOf: variants,
  };
}

/** @param tellsLimits whether every answer of the interface tells them, or only a 429 */
export function errorResponse(code: keyof typeof errors, tellsLimits: boolean): JsonObject {
  const { status, when } = errors[code];
  const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
  return {
    description: `\`${code}\`: ${when}`,
    headers: {
      'x-correlation-id': header('CorrelationId'),
      ...((status === 429 || status === 503) && { 'retry-after': header('RetryAfter') }),
      ...((status === 429 || tellsLimits) && {
        ratelimit: header('RateLimit'),
        'ratelimit-policy': header('RateLimitPolicy'),
      }),
    },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}

export const header = (description: string): JsonObject => ({ description, schema: { type: 'string' } });

/**
 * The OpenAPI 3.1 description of the interface. The same contract gives the same document, byte for byte.
 *
 * @param contracts the endpoints to describe: those of the contract unless given
 * @param deprecated where the whole version goes away: its reference then says so on each page
 */
export function describeApi(
  version: string,
  contracts: readonly EndpointContract[] = Object.values(endpoints),
  deprecated?: Deprecation,
): Description {
  const schemas: JsonObject = {};
  const paths: { [path: string]: JsonObject } = {};
  for (const contract of contracts) paths[contract.path] = { post: operation(contract, schemas) };
  hoist(JSON.parse(JSON.stringify(ErrorEnvelope)), schemas, false);
  schemas.KnownSignal = knownSignals();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Decidable',
      version,
      description: intro,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      ...(deprecated && { 'x-deprecated': { ...deprecated } }),
    },
    servers: [{ url: '/api/v1', description: 'This service.' }],
    tags: [
      { name: 'Signals and sessions', description: 'What shoppers do, and what is inferred from it.' },
      {
        name: 'Rankings',
        description: 'Catalogues and result sets ordered for a session, every score explained.',
      },
      { name: 'Catalogue grading', description: 'Whether an export can answer what shoppers ask.' },
      { name: 'Outcomes', description: 'What came of it.' },
    ],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'A publishable key, `pk_live_` and base64url. It belongs to one organization.',
        },
      },
      headers: {
        CorrelationId: header("Identifies the request in the service's logs."),
        RetryAfter: header('Seconds to wait before trying again.'),
        RateLimit: header(
          'What is left of each limit (`r`), and for how many seconds no more than that is (`t`): `"client";r=299;t=3`. Of the key as a whole it is told where less is left of it than of the caller.',
        ),
        RateLimitPolicy: header(
          'The limits that count the request: `q` is how much each allows in `w` seconds, or at once: `"client";q=300;w=3`. `qu` says what is counted where that is not requests: `"work";q=2500;w=5;qu="milliseconds"` is processor time. The form is that of draft-ietf-httpapi-ratelimit-headers-11.',
        ),
      },
      responses: Object.fromEntries(
        endpointErrorCodes.map((code) => [codeName(code), errorResponse(code, true)]),
      ),
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}
