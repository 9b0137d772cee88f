import type { IncomingHttpHeaders } from 'node:http';
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
import type { RecentCalls } from '../calls/index.ts';
import type { ExportProcesses, KeptLimits } from '../gradings/index.ts';
import type { AuditDetail } from '../people/index.ts';
import type { Services } from '../services.ts';
import type { OrganizationId, Person, Retention, Storage } from '../storage/ports.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

/** The cookies of a sign-in. */
export interface SignInCookies {
  /** The sign-in of the caller; undefined where nobody is signed in. */
  readonly signInId: string | undefined;
  /** What the browser sent to renew a sign-in. */
  readonly renewal: { readonly id: string; readonly secret: string } | undefined;
  /** What a browser sent that somebody signed in in before. */
  readonly device: string | undefined;
  csrfToken(signInId: string): string;
  /** Signs the browser in, which is known for the account from then on. @param now ms since the epoch */
  set(
    signIn: {
      readonly personId: string;
      readonly signInId: string;
      readonly secret?: string | undefined;
      readonly account?: string;
    },
    now: number,
  ): Promise<void>;
  /** Signs the browser out. */
  clear(): void;
}

/** A call that has passed every check: signed in, a member with the role that is asked for, fields valid. */
export interface ManagementCall<Contract extends ManagementEndpoint = ManagementEndpoint> {
  readonly params: Readonly<Record<PathParameter<Contract['path']>, string>>;
  readonly query: QueryOf<Contract>;
  readonly body: BodyOf<Contract>;
  /** Undefined only where `access` is `anyone`. */
  readonly caller: Person;
  /** The organization of the path; the caller is a member of it. Only where the path has `{organizationId}`. */
  readonly organizationId: OrganizationId;
  readonly role: MemberRole;
  /** The time at which the request was accepted, in ms since the epoch. */
  readonly at: number;
  readonly address: string;
  readonly headers: IncomingHttpHeaders;
  /** Those of the sign-in; for the room of signing in. */
  readonly cookies: SignInCookies;
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
  audit(action: string, subject: string, detail?: AuditDetail): Promise<void>;
}

/** What handlers use. */
export interface ManagementNeeds {
  readonly storage: Storage;
  readonly services: Services;
  /** The last calls of each organization. */
  readonly calls: RecentCalls;
  /** Processes that read, grade and repair uploaded exports. */
  readonly exportProcesses: ExportProcesses;
  /** What an organization may keep of gradings. */
  readonly keptLimits: KeptLimits;
  /** Limits failed tries with passwords and links. */
  readonly throttle: SignInThrottle;
  /** Told of a failure of long work whose page was closed. */
  readonly onUnreadFailure: (error: unknown) => void;
  /** How long facts are kept. */
  readonly retention: Retention;
  /** The organization of the demo shop, where it is served. */
  readonly demo?: OrganizationId | undefined;
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
