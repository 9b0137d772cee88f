import Type, { type Static } from 'typebox';

/** Every error that the interface can answer: its status, and when. The code is the key. */
export const errors = {
  BAD_REQUEST: {
    status: 400,
    when: 'The body is empty, is not JSON, lacks a required field or has one that cannot be accepted (the message names it), or the CSV cannot be read (the message gives line and column). Headers that are too large have it with the status 431.',
  },
  UNAUTHORIZED: {
    status: 401,
    when: 'The key is missing, wrong, revoked or expired, or was not sent in the x-api-key header.',
  },
  FORBIDDEN: {
    status: 403,
    when: "The key is valid, but not for this organization's data, not from this origin, or not for this endpoint.",
  },
  NOT_FOUND: { status: 404, when: 'There is no such route, or it was called with another method than POST.' },
  CONFLICT: {
    status: 409,
    when: 'Somebody else has what is asked for, or it is not as the caller believes. Only the management interface answers so.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    when: 'The body is over the byte limit of the endpoint, as it is sent or once it is inflated, or a CSV is over 2 MiB.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    when: 'The content type is not JSON, or the body is compressed in another way than gzip.',
  },
  TOO_MANY_REQUESTS: { status: 429, when: 'A rate limit is reached; Retry-After says when to come back.' },
  INTERNAL: { status: 500, when: 'A fault of the service.' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    when: 'A dependency is failing fast, the service is overloaded, or it is shutting down; Retry-After says when to come back.',
  },
} as const satisfies Record<string, { readonly status: number; readonly when: string }>;

export type ErrorCode = keyof typeof errors;

export const errorCodes = Object.keys(errors) as readonly ErrorCode[];

/** The codes that endpoints answer: all but those of the management interface alone. */
export const endpointErrorCodes = errorCodes.filter((code) => code !== 'CONFLICT');

/** What programs need besides the code. */
export const ErrorDetails = Type.Object(
  {
    retryAfterSeconds: Type.Integer({
      minimum: 1,
      description: 'When the same request may pass; the header Retry-After says the same.',
    }),
    limit: Type.Optional(
      Type.String({ description: 'Which limit is reached, as the header RateLimit-Policy names it.' }),
    ),
    most: Type.Optional(Type.Integer({ minimum: 1, description: 'How much the limit allows.' })),
    unit: Type.Optional(
      Type.Enum(['requests', 'concurrent-requests', 'content-bytes', 'milliseconds'], {
        description:
          'What the limit counts: requests of a window, requests at once, bytes under way, or milliseconds of processor time in a window.',
      }),
    ),
    windowSeconds: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The window of a limit that counts requests or work.' }),
    ),
  },
  { title: 'ErrorDetails', description: 'Present with `TOO_MANY_REQUESTS` and `SERVICE_UNAVAILABLE`.' },
);
export type ErrorDetails = Static<typeof ErrorDetails>;

/** The one shape of every error. */
export const ErrorEnvelope = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.Object({
      code: Type.Enum([...errorCodes], { description: 'What went wrong, for programs.' }),
      message: Type.String({ description: 'What went wrong and how to mend it, for people.' }),
      details: Type.Optional(ErrorDetails),
    }),
    timestamp: Type.String({ format: 'date-time', description: 'ISO 8601, UTC.' }),
    path: Type.String({ description: 'The path that was requested, with the /api/v1 prefix.' }),
    correlationId: Type.String({
      description: "Identifies the request in the service's logs. Quote it when reporting a problem.",
    }),
  },
  { title: 'Error', description: 'The envelope of every error.' },
);
export type ErrorEnvelope = Static<typeof ErrorEnvelope>;
