import type { IncomingHttpHeaders } from 'node:http';
import type { EndpointContract, EndpointPath, Warning } from '@decidable/contract';
import type { Static } from 'typebox';
import type { PendingUsage } from '../availability/pending-usage.ts';
import { NobodyWaits } from '../errors.ts';
import {
  type CheckedBody,
  checkBody,
  type LargeBodies,
  MOST_READ_AT_ONCE,
} from '../request-body/checked-body.ts';
import { organizationOf } from '../request-body/organization-check.ts';
import type { KeyId, OrganizationId, SessionId, Storage, Write, WriteOutcome } from '../storage/ports.ts';
import { childOf, type Tracer } from '../tracing/tracer.ts';
import { mayCall } from './auth/permitted-call.ts';
import { SerializedAnswer, SerializedText } from './body/serialized-answer.ts';
import { deprecationOf } from './deprecation.ts';
import type { Exchange } from './exchange.ts';
import type { GradingLimit } from './limits/grading-limit.ts';
import type { RateRule } from './limits/rate-rule.ts';
import type { StatedLimit } from './limits/stated-limits.ts';
import type { Check } from './request-check.ts';

/** The outcomes of writes: each has the kind of its write. */
export type OutcomesOf<Writes extends readonly Write[]> = {
  readonly [I in keyof Writes]: Extract<WriteOutcome, { kind: Writes[I]['kind'] }>;
};

/** A request that has passed every check, as an endpoint sees it. */
export interface Call<Contract extends EndpointContract = EndpointContract> {
  readonly body: Static<Contract['request']>;
  /** The session named in the body, in NFC; empty if the endpoint has no session. */
  readonly sessionId: SessionId;
  /** The key's organization, which equals that of the body if the body names one. */
  readonly organizationId: OrganizationId;
  /** The time at which the request was accepted, in ms since the epoch. */
  readonly at: number;
  readonly headers: IncomingHttpHeaders;
  /** The address that the request is counted by. */
  readonly address: string;
  readonly keyId: KeyId;
  /** Origins that the key is bound to; none where it works from every page. */
  readonly origins: readonly string[];
  /**
   * Writes durably, all or nothing, and counts a metered request in the same transaction. All writes of a request are
   * one commit: call it again only after a conflict, which counts nothing.
   */
  commit<const Writes extends readonly Write[]>(writes: Writes): Promise<OutcomesOf<Writes>>;
  /**
   * Writes durably what has to be there before the answer is made, in a commit of its own, and counts nothing: the commit
   * of the answer counts the request. What was written stays, whatever becomes of the answer.
   */
  commitAhead<const Writes extends readonly Write[]>(writes: Writes): Promise<OutcomesOf<Writes>>;
  /** Whether the key may call an endpoint; a request may do a part of what another endpoint does. */
  permits(path: EndpointPath): boolean;
  /** Whether nobody waits for the answer any more: the deadline has passed, or the caller has hung up. */
  readonly isUnwanted: boolean;
  /** Adds to the `warnings` of the answer. */
  warn(warning: Warning): void;
}

/** The answer of an endpoint; `serve` adds what is to be told of the body. */
export type Answer<Contract extends EndpointContract> = Omit<
  Static<Contract['response']>,
  'warnings' | 'left_out'
>;

/** The services of the HTTP side that an endpoint may use. */
export interface Surroundings {
  readonly storage: Storage;
  /** Counts requests that need the store for nothing else. */
  readonly pendingUsage: PendingUsage;
  readonly largeBodies: LargeBodies;
  /** Called with the reason for each request that is refused because of the service's own state. */
  readonly shed: (reason: string) => void;
  readonly sessionRate: RateRule;
  readonly gradingLimit: GradingLimit;
  /** Absent where no traces are made. */
  readonly tracer?: Tracer | undefined;
}

/** An endpoint of the contract together with its handler. */
export interface ServedEndpoint {
  readonly contract: EndpointContract;
  /** Connects it with the services that it uses. */
  open(surroundings: Surroundings): OpenEndpoint;
}

/** An endpoint as the pipeline calls it: `exchange.key` is set, and origin and rate are checked. */
export interface OpenEndpoint {
  readonly contract: EndpointContract;
  /** A check of its own, the last before the body is read. */
  readonly admit?: Check;
  /** A limit of its own. */
  readonly limit?: StatedLimit;
  /** Whether its work has a limit of its own in place of the deadline. */
  readonly takesItsTime?: boolean;
  /** Answers a body, or refuses it with the error. Never rejects. */
  answer(exchange: Exchange, body: Buffer): Promise<void>;
}

/**
 * Declares the handler of an endpoint. Everything around it (key, limits, fields, organization, metering, errors) is
 * the work of the pipeline and of `serve`; the handler gets a checked call and returns the body of the answer, or throws
 * a `DomainError`.
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
  ) => Promise<
    Answer<Contract> | SerializedAnswer<Answer<Contract>, keyof Answer<Contract> & string> | SerializedText
  >,
): ServedEndpoint {
  const deprecation = deprecationOf(contract);
  return {
    contract,
    open: ({ storage, sessionRate, largeBodies, tracer }) => ({
      contract,
      ...(namesSession(contract) && { limit: limitOfSession(sessionRate) }),
      answer: async (exchange, bytes) => {
        // One function waits for all of it, as each that waits costs every request its frame and turns of the queue.
        let leave: (() => void) | undefined;
        if (deprecation !== undefined) exchange.deprecation = deprecation.headers;
        try {
          const key = exchange.key!;
          let checked: CheckedBody;
          if (bytes.length <= MOST_READ_AT_ONCE) checked = checkBody(contract, bytes);
          else {
            leave = await largeBodies.turn(key.organizationId, bytes.length, exchange.ended);
            checked = await childOf(tracer, 'gateway read large body', () =>
              largeBodies.read(contract, bytes, key.organizationId),
            );
          }
          const body = checked.body as Static<Contract['request']>;
          deprecation?.warn(body as object, checked.warnings);
          const organizationId = organizationOf(key.organizationId, body);
          const sessionId = (body as { sessionId?: string }).sessionId?.normalize() ?? '';
          if (sessionId !== '') {
            exchange.sessionId = sessionId;
            const counted = sessionRate.take(key.id, sessionId);
            if (counted !== undefined) await counted;
          }
          const call = new CheckedCall(
            contract,
            body,
            checked.warnings,
            sessionId as SessionId,
            organizationId,
            exchange,
            storage,
          );
          const answer = await handler(call);
          // An endpoint without writes counts its requests as well.
          if (call.isUncounted) await call.commit([]);
          exchange.warnings = call.warnings;
          exchange.send(200, jsonOf(answer, checked));
        } catch (error) {
          exchange.refuse(error);
        } finally {
          leave?.();
        }
      },
    }),
  };
}

/** Whether requests to an endpoint may name a session. */
const namesSession = ({ request }: EndpointContract): boolean =>
  'sessionId' in ((request as { properties?: object }).properties ?? {});

const limitOfSession = (rate: RateRule): StatedLimit => ({
  policy: rate.policy,
  item: ({ key, sessionId }, now) =>
    sessionId === '' ? undefined : rate.item(rate.use(key!.id, sessionId), now),
  giveBack: ({ key, sessionId }) => {
    if (sessionId !== '') rate.giveBack(key!.id, sessionId);
  },
});

/** An answer as JSON, with what is to be told of its body. */
function jsonOf(answer: object, { leftOut, warnings }: CheckedBody): string | Buffer {
  const more =
    warnings.length === 0 && leftOut.length === 0
      ? undefined
      : { ...(leftOut.length > 0 && { left_out: leftOut }), ...(warnings.length > 0 && { warnings }) };
  if (answer instanceof SerializedText || answer instanceof SerializedAnswer) return answer.json(more);
  return JSON.stringify(more === undefined ? answer : { ...answer, ...more });
}

/** The call that a handler is given, with the state that `serve` needs afterwards. */
class CheckedCall<Contract extends EndpointContract> implements Call<Contract> {
  readonly body: Static<Contract['request']>;
  readonly sessionId: SessionId;
  readonly organizationId: OrganizationId;
  readonly at: number;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  readonly keyId: KeyId;
  readonly origins: readonly string[];
  readonly warnings: Warning[];
  readonly #exchange: Exchange;
  readonly #storage: Storage;
  readonly #metered: string | undefined;
  #committed = false;

  constructor(
    contract: Contract,
    body: Static<Contract['request']>,
    warnings: Warning[],
    sessionId: SessionId,
    organizationId: OrganizationId,
    exchange: Exchange,
    storage: Storage,
  ) {
    this.at = storage.now();
    this.body = body;
    this.sessionId = sessionId;
    this.organizationId = organizationId;
    this.headers = exchange.request.headers;
    this.address = exchange.address;
    this.keyId = exchange.key!.id;
    this.origins = exchange.key!.origins;
    this.warnings = warnings;
    this.#exchange = exchange;
    this.#storage = storage;
    this.#metered = contract.metered ? contract.path : undefined;
  }

  commit<const Writes extends readonly Write[]>(writes: Writes): Promise<OutcomesOf<Writes>> {
    this.#committed = true;
    return this.#write(writes, this.#metered);
  }

  async commitAhead<const Writes extends readonly Write[]>(writes: Writes): Promise<OutcomesOf<Writes>> {
    const outcomes = await this.#write(writes, undefined);
    this.#exchange.deadline?.wrote();
    return outcomes;
  }

  #write<const Writes extends readonly Write[]>(
    writes: Writes,
    metered: string | undefined,
  ): Promise<OutcomesOf<Writes>> {
    const { organizationId, at } = this;
    // A request that was refused at its deadline writes nothing. One whose caller hung up does: pages leave like that.
    if (this.#exchange.isAnswered) return Promise.reject(new NobodyWaits());
    this.#exchange.deadline?.writes();
    return this.#storage.commit({ organizationId, at, writes, metered }) as Promise<never>;
  }

  permits(path: EndpointPath): boolean {
    return mayCall(this.#exchange.key!, path);
  }

  warn(warning: Warning): void {
    this.warnings.push(warning);
  }

  get isUnwanted(): boolean {
    return this.#exchange.isUnwanted;
  }

  /** Whether the request is metered and no commit has counted it. */
  get isUncounted(): boolean {
    return this.#metered !== undefined && !this.#committed;
  }
}
