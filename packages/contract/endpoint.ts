import type { TSchema } from 'typebox';

export type Tag = 'Signals and sessions' | 'Rankings' | 'Catalogue grading' | 'Outcomes';

/** That something goes away, and what takes its place. Days as in "2027-03-01", in UTC. */
export interface Deprecation {
  readonly since: string;
  /** The first day on which it may be gone; absent where that is not decided. */
  readonly ends?: string;
  /** What to use in its place, as the end of a sentence: "/v2/track". */
  readonly instead: string;
}

/** What is told of it, as sentences. */
export const deprecationWords = ({ since, ends, instead }: Deprecation): string =>
  `Deprecated since ${since}${ends === undefined ? '' : `; it may be gone from ${ends} on`}. Use ${instead}.`;

/** One endpoint of the interface. All are POST, JSON in, JSON out, with the key in `x-api-key`. */
export interface EndpointContract<
  Path extends `/${string}` = `/${string}`,
  Request extends TSchema = TSchema,
  Response extends TSchema = TSchema,
> {
  readonly path: Path;
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** Whether its requests count toward usage. */
  readonly metered: boolean;
  /**
   * What becomes of a request that is sent again because its answer was lost, and so may be applied twice.
   *
   * - `same`: nothing but what one would have done, by itself, or as a field with `x-names-request` names the request,
   *   or the part of it that the mark names
   * - `unless kept`: the same, unless `organizationId` asks for the result to be kept
   * - `twice`: it counts twice
   */
  readonly repeated: 'same' | 'unless kept' | 'twice';
  /** Largest body in bytes, before it is parsed. */
  readonly bodyLimit: number;
  /** A field that goes away has `deprecated: true` in its schema, and says in its description what takes its place. */
  readonly request: Request;
  readonly response: Response;
  /** Where it goes away. Answers then say so in their headers and warnings. */
  readonly deprecated?: Deprecation;
}

/** Declares an endpoint and keeps the exact types of its schemas. */
export function endpoint<Path extends `/${string}`, Request extends TSchema, Response extends TSchema>(
  contract: EndpointContract<Path, Request, Response>,
): EndpointContract<Path, Request, Response> {
  return Object.freeze(contract);
}
