import type { Warning } from '@decidable/contract';
import type {
  AnswerOf,
  BodyOf,
  FormOf,
  ManagementEndpoint,
  MemberRole,
  PathParameter,
  QueryOf,
} from '@decidable/contract/management';
import type { Services } from '../services.ts';
import type { OrganizationId, Storage } from '../storage/ports.ts';
import type { GradingPool } from '../workers/index.ts';

/** The person who calls. */
export interface Caller {
  readonly personId: string;
  readonly email: string;
}

/** A call that has passed every check: signed in, a member with the role that is asked for, fields valid. */
export interface ManagementCall<Contract extends ManagementEndpoint = ManagementEndpoint> {
  readonly params: Readonly<Record<PathParameter<Contract['path']>, string>>;
  readonly query: QueryOf<Contract>;
  readonly body: BodyOf<Contract>;
  /** Undefined only where `access` is `anyone`. */
  readonly caller: Caller;
  /** The organization of the path; the caller is a member of it. Only where the path has `{organizationId}`. */
  readonly organizationId: OrganizationId;
  readonly role: MemberRole;
  /** The time at which the request was accepted, in ms since the epoch. */
  readonly at: number;
  readonly address: string;
  /** Aborted when the client has hung up or the service stops: for streams and long work. */
  readonly signal: AbortSignal;
  /** Adds to the `warnings` of the answer. */
  warn(warning: Warning): void;
  /**
   * Writes into the organization's audit log who did what, after it was done.
   *
   * @param action a verb and its object, such as `key.created`
   * @param subject what it was done to: the id or name of it
   */
  audit(
    action: string,
    subject: string,
    detail?: Readonly<Record<string, string | number | boolean>>,
  ): Promise<void>;
}

/** What handlers use. */
export interface ManagementNeeds {
  readonly storage: Storage;
  readonly services: Services;
  readonly grader: GradingPool;
}

/** A file as an answer (`form: 'download'`). */
export interface Download {
  readonly name: string;
  readonly type: string;
  readonly content: string | Buffer | AsyncIterable<string | Buffer>;
}

type Answer<Contract extends ManagementEndpoint> =
  FormOf<Contract> extends 'download'
    ? Download
    : FormOf<Contract> extends 'events'
      ? AsyncIterable<AnswerOf<Contract>>
      : AnswerOf<Contract>;

/** An operation together with its handler. */
export interface ManagedEndpoint {
  readonly contract: ManagementEndpoint;
  readonly handle: (call: ManagementCall, needs: ManagementNeeds) => Promise<unknown>;
}

/**
 * Declares the handler of a management operation. Signing in, roles, validation, errors and logs are the work of the
 * routes around it; the handler throws a `DomainError` where something is refused.
 *
 * @example
 * export const endpoints = [
 *   manage(listKeys, async ({ organizationId }, { storage }) => ({ keys: await storage.keys.list(organizationId) })),
 * ];
 */
export function manage<Contract extends ManagementEndpoint>(
  contract: Contract,
  handle: (call: ManagementCall<Contract>, needs: ManagementNeeds) => Promise<Answer<Contract>>,
): ManagedEndpoint {
  return { contract, handle: handle as ManagedEndpoint['handle'] };
}
