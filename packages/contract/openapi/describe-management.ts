import { ErrorEnvelope, errorCodes, errors } from '../errors.ts';
import { deliverEvents } from '../management/delivery.ts';
import type { Form, ManagementEndpoint } from '../management/endpoint.ts';
import { managementEndpoints, managementPath } from '../management/endpoints.ts';
import {
  capital,
  codeName,
  type Description,
  errorResponse,
  header,
  hoist,
  type Json,
  type JsonObject,
} from './describe.ts';

const intro = `What the dashboard does, for people who are signed in: organizations, members, keys, catalogues, gradings, sessions, outcomes and usage.

\`POST /sign-in\` sets two http-only cookies, which browsers then send by themselves: one that is good for ten minutes, and one with which \`POST /sign-in/renewal\` renews it. Whatever is no \`GET\` also needs the header \`x-csrf-token\`, with the token that signing in and \`GET /me\` answer, and has to come from a page of the own origin. No answer may be read by pages of other origins.

Everything of a shop is below its organization. Whoever is no member of it gets 404, as if there were none; a member whose role is too low gets 403. \`x-access\` says who may call: \`anyone\`, a \`person\` who is signed in, whoever has made the \`signature\` of the body, or a member with at least this role.

Responses may gain fields, and enumerations in them may gain values: parse them permissively.`;

const tags: readonly (readonly [name: ManagementEndpoint['tag'], description: string])[] = [
  ['Signing in', 'Who calls.'],
  ['Organizations', 'Shops, and who did what in them.'],
  ['Members', 'Who may do what in a shop.'],
  ['API keys', 'Keys for pages and servers of a shop.'],
  ['Webhooks', 'Addresses at which other systems deliver what shoppers did.'],
  ['Catalogue', 'Products, and what their columns mean.'],
  ['Grading', 'Whether an export can answer what shoppers ask.'],
  ['Sessions', 'What is known of a shopper, and how lists are ordered for them.'],
  ['Outcomes', 'What came of it, and whether the integration works.'],
  ['Usage', 'Answered requests.'],
  ['Settings', 'How the service treats a shop.'],
];

/** Largest body in bytes where the declaration says nothing. */
const BODY_LIMIT = 256 * 1024;
const LONGEST_PARAMETER = 256;

const plain = (schema: unknown): JsonObject => JSON.parse(JSON.stringify(schema)) as JsonObject;

/** A reference to a schema, by its own title or by the one given. */
function reference(given: unknown, title: string, schemas: JsonObject): Json {
  const schema = plain(given);
  return hoist(schema.title === undefined ? { title, ...schema } : schema, schemas, false);
}

function parameters({ path, query }: ManagementEndpoint): Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: LONGEST_PARAMETER },
  }));
  const required = new Set((query?.required ?? []) as readonly string[]);
  const inQuery = Object.entries(query?.properties ?? {}).map(([name, given]) => {
    const { description, ...schema } = plain(given);
    return {
      name,
      in: 'query',
      required: required.has(name),
      ...(description !== undefined && { description }),
      schema,
    };
  });
  return [...inPath, ...inQuery];
}

function requestBody({ form, request, operationId }: ManagementEndpoint, schemas: JsonObject): JsonObject {
  if (form === 'upload')
    return {
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    };
  if (request === undefined) return {};
  const schema = reference(request, `${capital(operationId)}Request`, schemas);
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

/** The media types of answers that are not JSON. */
const MEDIA: Readonly<Partial<Record<Form, string>>> = {
  download: 'application/octet-stream',
  events: 'text/event-stream',
};

function answer({ form, response, operationId }: ManagementEndpoint, schemas: JsonObject): JsonObject {
  const media = (form && MEDIA[form]) ?? 'application/json';
  const schema =
    form === 'download'
      ? { type: 'string', format: 'binary' }
      : reference(response, `${capital(operationId)}Response`, schemas);
  return {
    description: form === 'events' ? 'Server-sent events; the data of each is JSON of the schema.' : 'Done.',
    headers: { 'x-correlation-id': { $ref: '#/components/headers/CorrelationId' } },
    content: { [media]: { schema } },
  };
}

function operation(contract: ManagementEndpoint, schemas: JsonObject): JsonObject {
  const { method, access, operationId, tag, summary, description, bodyLimit = BODY_LIMIT } = contract;
  const takesBody = contract.request !== undefined || contract.form === 'upload';
  const codes = errorCodes.filter(
    (code) => takesBody || (code !== 'PAYLOAD_TOO_LARGE' && code !== 'UNSUPPORTED_MEDIA_TYPE'),
  );
  const signedIn = method === 'GET' ? { signIn: [] } : { signIn: [], csrfToken: [] };
  const given = parameters(contract);
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    'x-access': access,
    ...(takesBody && { 'x-max-body-bytes': bodyLimit }),
    security: access === 'anyone' || access === 'signature' ? [] : [signedIn],
    ...(given.length > 0 && { parameters: given }),
    ...requestBody(contract, schemas),
    responses: {
      200: answer(contract, schemas),
      ...Object.fromEntries(
        codes.map((code) => [errors[code].status, { $ref: `#/components/responses/${codeName(code)}` }]),
      ),
    },
  };
}

/** The OpenAPI 3.1 description of the management interface. */
export function describeManagement(
  version: string,
  contracts: readonly ManagementEndpoint[] = [...managementEndpoints, deliverEvents],
): Description {
  const schemas: JsonObject = {};
  const paths: { [path: string]: JsonObject } = {};
  for (const contract of contracts) {
    paths[contract.path] = {
      ...paths[contract.path],
      [contract.method.toLowerCase()]: operation(contract, schemas),
    };
  }
  hoist(plain(ErrorEnvelope), schemas, false);
  const used = new Set(contracts.map(({ tag }) => tag));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Decidable management',
      version,
      description: intro,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: managementPath, description: 'This service.' }],
    tags: tags.filter(([name]) => used.has(name)).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        signIn: {
          type: 'apiKey',
          in: 'cookie',
          name: 'decidable_access',
          description: 'Set by signing in; no script can read it.',
        },
        csrfToken: {
          type: 'apiKey',
          in: 'header',
          name: 'x-csrf-token',
          description: 'The token of the sign-in, against requests that other sites forge.',
        },
      },
      headers: {
        CorrelationId: header("Identifies the request in the service's logs."),
        RetryAfter: header('Seconds to wait before trying again.'),
        RateLimit: header('What is left of the limit, and when it is renewed.'),
        RateLimitPolicy: header('The limit and its window in seconds.'),
      },
      responses: Object.fromEntries(errorCodes.map((code) => [codeName(code), errorResponse(code, false)])),
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}
