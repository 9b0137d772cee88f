import type { Static, TObject, TSchema } from 'typebox';

export type ManagementTag =
  | 'Signing in'
  | 'Organizations'
  | 'Members'
  | 'API keys'
  | 'Webhooks'
  | 'Catalogue'
  | 'Grading'
  | 'Sessions'
  | 'Outcomes'
  | 'Usage'
  | 'Settings';

/** What a member of an organization may do: a viewer reads, an editor changes, an owner also decides who may. */
export type MemberRole = 'viewer' | 'editor' | 'owner';

/**
 * Who may call: anyone, whoever is signed in, a member of the organization in the path with at least this role, or whoever
 * has signed the body.
 */
export type Access = 'anyone' | 'person' | 'signature' | MemberRole;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The names of the parameters in a path such as `/organizations/{organizationId}/keys/{keyId}`. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

/**
 * How a body arrives and an answer leaves that is not JSON. `upload`: the body is the bytes of a file
 * (`application/octet-stream`), which the handler gets as a buffer. `download`: the answer is a file. `events`: the answer is
 * a stream of server-sent events, each with data of the schema `response`.
 */
export type Form = 'upload' | 'download' | 'events';

/**
 * One operation of the management interface, below `/management/v1`. It is called by people who are signed in, not with a
 * key.
 */
export interface ManagementEndpoint<
  Path extends `/${string}` = `/${string}`,
  Query extends TObject = TObject,
  Request extends TSchema = TSchema,
  Response extends TSchema = TSchema,
  As extends Form | undefined = Form | undefined,
> {
  readonly method: Method;
  /** Below the base path, with parameters in braces; every parameter is text of at most 256 characters. */
  readonly path: Path;
  readonly operationId: string;
  readonly tag: ManagementTag;
  readonly summary: string;
  readonly description: string;
  readonly access: Access;
  /** The parameters after the question mark; none where absent. */
  readonly query?: Query;
  /** The JSON body; none where absent. */
  readonly request?: Request;
  /** Absent where both are JSON. */
  readonly form?: As;
  /** Largest body in bytes; 256 KiB unless given. */
  readonly bodyLimit?: number;
  readonly response: Response;
}

/** Declares an operation and keeps the exact types of its schemas. */
export function managementEndpoint<
  Path extends `/${string}`,
  Response extends TSchema,
  Query extends TObject = TObject<Record<never, never>>,
  Request extends TSchema = never,
  const As extends Form | undefined = undefined,
>(
  contract: ManagementEndpoint<Path, Query, Request, Response, As>,
): ManagementEndpoint<Path, Query, Request, Response, As> {
  return Object.freeze(contract);
}

export type QueryOf<Contract extends ManagementEndpoint> =
  Contract extends ManagementEndpoint<`/${string}`, infer Query> ? Static<Query> : never;
export type FormOf<Contract extends ManagementEndpoint> =
  Contract extends ManagementEndpoint<`/${string}`, TObject, TSchema, TSchema, infer As> ? As : never;
export type BodyOf<Contract extends ManagementEndpoint> =
  FormOf<Contract> extends 'upload'
    ? Buffer
    : Contract extends ManagementEndpoint<`/${string}`, TObject, infer Request>
      ? Static<Request>
      : never;
export type AnswerOf<Contract extends ManagementEndpoint> = Static<Contract['response']>;
