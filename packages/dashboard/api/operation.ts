import type {
  AnswerOf,
  ManagementEndpoint,
  Method,
  PathParameter,
  QueryOf,
} from '@decidable/contract/management';
import type { Static } from 'typebox';

/** What a request to an operation needs at run time: method, path, and the form where it is not JSON. */
export type Operation<Contract extends ManagementEndpoint> = readonly [
  method: Method,
  path: string,
  form?: NonNullable<ManagementEndpoint['form']>,
] & { readonly contract?: Contract };

/** Any operation, whatever its types. */
// biome-ignore lint/suspicious/noExplicitAny: the one type of which every contract is a kind, whatever its schemas
export type AnyContract = ManagementEndpoint<any, any, any, any>;

/** The JSON that is declared; the bytes of a file may go to the others. */
type Body<Contract extends AnyContract> = [NonNullable<Contract['request']>] extends [never]
  ? { readonly body?: Blob }
  : { readonly body: Static<NonNullable<Contract['request']>> };

/** The organization of a path is the chosen one unless given. */
type Params<Contract extends AnyContract> =
  Exclude<PathParameter<Contract['path']>, 'organizationId'> extends never
    ? { readonly params?: { readonly organizationId?: string } }
    : {
        readonly params: Readonly<
          Record<Exclude<PathParameter<Contract['path']>, 'organizationId'>, string>
        > & { readonly organizationId?: string };
      };

export type Input<Contract extends AnyContract> = Params<Contract> &
  Body<Contract> & { readonly query?: Partial<QueryOf<Contract>> };

export type Answer<Contract extends AnyContract> = AnswerOf<Contract>;

/** What an operation answers: `AnswerTo<typeof listKeys>`. */
export type AnswerTo<Called extends Operation<AnyContract>> = Answer<NonNullable<Called['contract']>>;

/** Input that may be left out where nothing in it is required. */
export type InputArguments<Contract extends AnyContract> =
  Record<never, never> extends Input<Contract> ? [input?: Input<Contract>] : [input: Input<Contract>];

/** Input as the request reads it, after its types have been checked. */
export interface PlainInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}
