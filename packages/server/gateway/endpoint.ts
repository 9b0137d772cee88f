import type { IncomingHttpHeaders } from 'node:http';
import { basePath, type EndpointContract, metered, type Warning } from '@decidable/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { ApiKey, OrganizationId, SessionId, Storage, Write, WriteOutcome } from '../storage/ports.ts';
import { checkFields } from './fields.ts';
import type { GradingLimit } from './grading-limit.ts';
import { parseJson } from './json.ts';
import { misspellings } from './misspellings.ts';
import { organizationOf } from './organization.ts';
import type { OwedUsage } from './owed-usage.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { RequestCommit } from './request-commit.ts';
import { WrittenAnswer } from './written-answer.ts';

/** The outcomes of writes, each of the kind of its write. */
export type OutcomesOf<Writes extends readonly Write[]> = {
  readonly [I in keyof Writes]: Extract<WriteOutcome, { kind: Writes[I]['kind'] }>;
};

/** A request that has passed every check, as an endpoint sees it. */
export interface Call<Contract extends EndpointContract = EndpointContract> {
  readonly body: Static<Contract['request']>;
  /** The session named in the body, in NFC; empty where the endpoint knows no session. */
  readonly sessionId: SessionId;
  /** The key's organization, which is that of the body where the body names one. */
  readonly organizationId: OrganizationId;
  readonly key: ApiKey;
  /** When the request was taken in, in ms since the epoch. */
  readonly at: number;
  readonly headers: IncomingHttpHeaders;
  readonly correlationId: string;
  /**
   * Writes durably, all or nothing, and counts the request where it is metered, in the same transaction.
   * May be called again after a conflict; the request still counts once.
   */
  commit<const Writes extends readonly Write[]>(writes: Writes): Promise<OutcomesOf<Writes>>;
  /** The path to count in a commit that is made elsewhere (see `counted`); absent where the endpoint is not metered. */
  readonly metered: string | undefined;
  /** Tells that such a commit has counted the request, so that the gateway does not count it again. */
  counted(): void;
  /** Adds to the `warnings` of the answer. */
  warn(warning: Warning): void;
}

/** What an endpoint answers with; `warnings` are added by the gateway. */
export type Answer<Contract extends EndpointContract> = Omit<Static<Contract['response']>, 'warnings'>;

/** What the gateway gives to the endpoints that it mounts. */
export interface Surroundings {
  readonly storage: Storage;
  /** Counts answers that the store could not count. */
  readonly owed: OwedUsage;
  /** Told why a request was turned away for the service's own sake. */
  readonly shed: (reason: string) => void;
  readonly sessionLimit: RateLimiter;
  readonly gradingLimit: GradingLimit;
}

/** An endpoint of the contract together with what it does; `mount` puts it behind the gateway's checks. */
export interface ServedEndpoint {
  readonly contract: EndpointContract;
  mount(app: FastifyInstance, surroundings: Surroundings): void;
}

/**
 * Declares what an endpoint does. Everything around it (key, limits, fields, organization, metering, errors) is
 * the gateway's; the handler sees a checked call and returns the body of the answer, or throws a `Refusal`.
 *
 * @example
 * export const serveEvent = () =>
 *   serve(event, async (call) => {
 *     const [outcome] = await call.commit([{ kind: 'event', event: … }]);
 *     return { recorded: true, duplicate: outcome.duplicate, eventId };
 *   });
 */
export function serve<Contract extends EndpointContract>(
  contract: Contract,
  handler: (
    call: Call<Contract>,
  ) => Promise<Answer<Contract> | WrittenAnswer<Answer<Contract>, keyof Answer<Contract> & string>>,
): ServedEndpoint {
  return {
    contract,
    mount: (app, { storage, sessionLimit }) => {
      post(app, contract, async (request, reply) => {
        const key = request.apiKey!;
        const body = checkFields(contract, parseJson(request.body as Buffer | undefined));
        const organizationId = organizationOf(key.organizationId, body);
        const sessionId = (body as { sessionId?: string }).sessionId?.normalize() ?? '';
        if (sessionId !== '') sessionLimit.take(`${key.id} ${sessionId}`);
        const at = Date.now();
        const warnings: Warning[] = [...misspellings(contract, body)];
        const commit = new RequestCommit(storage, organizationId, contract.path, at);
        const answer = await handler({
          body,
          sessionId: sessionId as SessionId,
          organizationId,
          key,
          at,
          headers: request.headers,
          correlationId: request.id,
          commit: (writes) => commit.write(writes) as Promise<never>,
          metered: metered[contract.path] ? contract.path : undefined,
          counted: () => commit.counted(),
          warn: (warning) => warnings.push(warning),
        });
        await commit.finish();
        const more = warnings.length > 0 ? { warnings } : {};
        return sendJson(
          reply,
          answer instanceof WrittenAnswer ? answer.json(more) : JSON.stringify({ ...answer, ...more }),
        );
      });
    },
  };
}

/** Routes an endpoint of the contract, with its body limit. */
export function post(
  app: FastifyInstance,
  contract: EndpointContract,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.post(basePath + contract.path, { bodyLimit: contract.bodyLimit }, handler);
}

/** Answers with JSON that is already text or bytes. */
export function sendJson(reply: FastifyReply, json: string | Buffer): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(json);
}
