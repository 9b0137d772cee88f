import type { IncomingMessage, ServerResponse } from 'node:http';
import { basePath } from '@decidable/contract';
import { BODY_BYTES, type RecentCalls } from '../calls/index.ts';
import { MOST_READ_AT_ONCE } from '../request-body/checked-body.ts';
import { callerHeaders } from '../tracing/caller-headers.ts';
import type { Tracer } from '../tracing/tracer.ts';
import type { Authentication } from './auth/authentication.ts';
import { requireOrigin } from './auth/origin.ts';
import { requirePermittedCall } from './auth/permitted-call.ts';
import type { BodyBudget } from './body/body-budget.ts';
import { readBody } from './body/read-body.ts';
import type { OpenEndpoint } from './endpoint.ts';
import { routedPath } from './errors/envelope.ts';
import { type MalformedRequests, requireKnownExpectation } from './errors/malformed.ts';
import { Exchange } from './exchange.ts';
import type { Framework } from './framework.ts';
import { beginningOf, recordCall } from './lifecycle/call-record.ts';
import { answerPreflight, isPreflight } from './lifecycle/cors.ts';
import { Deadline } from './lifecycle/deadline.ts';
import { type Drain, whileServing } from './lifecycle/draining.ts';
import { requireHost } from './lifecycle/host-header.ts';
import { type EventLoopLag, whileInTime } from './lifecycle/load-shedding.ts';
import type { RequestLog } from './lifecycle/request-log.ts';
import { endSpan } from './lifecycle/request-span.ts';
import type { AddressOf } from './limits/client-address.ts';
import { WHOLE } from './limits/limiter.ts';
import type { RateRule } from './limits/rate-rule.ts';
import { StatedLimits } from './limits/stated-limits.ts';
import type { WorkBudget } from './limits/work-budget.ts';
import { type Check, pass } from './request-check.ts';
import type { SignedRoute } from './signed-route.ts';

export interface PipelineParts {
  readonly endpoints: readonly OpenEndpoint[];
  /** Handles requests to no endpoint. */
  readonly framework: Framework;
  readonly addressOf: AddressOf;
  readonly log: RequestLog;
  /** Told of each request, whose body may turn out to be malformed. */
  readonly malformed: MalformedRequests;
  /** Keeps calls for those who connect a shop. */
  readonly calls: RecentCalls;
  /** Absent where no traces are made. */
  readonly tracer?: Tracer | undefined;
  readonly drain: Drain;
  readonly lag: EventLoopLag;
  /** How long the service may work on a request to an endpoint, in ms. */
  readonly deadline: number;
  /** The delay of the event loop beyond which new requests are refused, in ms. */
  readonly maxLag: number;
  /** Called with the reason for each request that is refused because of the service's own state. */
  readonly shed: (reason: string) => void;
  readonly authentication: Authentication;
  /** The route of other systems; none where absent. */
  readonly deliveries?: SignedRoute | undefined;
  /** Bytes from which on answers are compressed. */
  readonly compressFrom: number;
  /** Bounds the bodies under way. */
  readonly bodies: BodyBudget;
  /** A key from one address, so that one office cannot use up a shop's limit; and a key as a whole. */
  readonly clientRate: RateRule;
  readonly keyRate: RateRule;
  readonly work: WorkBudget;
}

/** Handles every request of a socket. */
export type Pipeline = (request: IncomingMessage, response: ServerResponse) => void;

/** An endpoint with the checks that a request to it passes before its body is read. */
interface Route {
  readonly path: string;
  readonly checks: readonly Check[];
  readonly limits: StatedLimits;
  readonly call: (exchange: Exchange) => void;
}

/**
 * The single path of every request. The checks stand here, once, in their order. A request to an endpoint passes all of
 * them; every other request passes the first four before the framework handles it. The endpoint then checks JSON,
 * fields, organization and the rate of the session, in this order (`serve`).
 *
 * Nothing is awaited without need: most requests wait for their body and for the disk only.
 */
export function buildPipeline(parts: PipelineParts): Pipeline {
  const { framework, addressOf, log, drain, lag, maxLag, deadline, shed, authentication, bodies } = parts;
  const { clientRate, keyRate, work, compressFrom, calls, tracer, malformed } = parts;
  const checksOfAll: readonly Check[] = [
    requireHost,
    requireKnownExpectation,
    whileServing(drain, shed),
    whileInTime(lag, maxLag, shed),
  ];
  const checksOfKeys: readonly Check[] = [authentication.key, requireOrigin, requirePermittedCall];
  const checksOfLimits: readonly Check[] = [
    ({ key, address, began }) => clientRate.take(key!.id, address, began),
    ({ key, began }) => keyRate.take(key!.id, WHOLE, began),
    (exchange) => work.admit(exchange, exchange.began),
  ];
  const routes = new Map(
    parts.endpoints.map((endpoint): [string, Route] => {
      const { admit, contract } = endpoint;
      const path = basePath + contract.path;
      const checks = [
        ...checksOfAll,
        ...checksOfKeys,
        ...checksOfLimits,
        ...(admit === undefined ? [] : [admit]),
      ];
      const limits = new StatedLimits(clientRate, keyRate, work, endpoint.limit);
      return [
        path,
        { path, checks, limits, call: (exchange) => answerBody(exchange, endpoint, bodies, work) },
      ];
    }),
  );
  const { deliveries } = parts;
  const deliveryRoute: Route | undefined = deliveries && {
    path: deliveries.path,
    checks: [...checksOfAll, deliveries.identify, ...checksOfLimits],
    limits: new StatedLimits(clientRate, keyRate, work),
    call: (exchange) => answerDelivery(exchange, deliveries, bodies, work),
  };
  const routeOf = (path: string): Route | undefined =>
    routes.get(path) ?? (deliveries?.matches(path) ? deliveryRoute : undefined);

  function end(exchange: Exchange): void {
    if (exchange.inFlight) drain.leave();
    exchange.end();
    endSpan(exchange);
    const milliseconds = performance.now() - exchange.began;
    const { route, request, response } = exchange;
    const status = response.statusCode;
    const limit = status === 429 ? exchange.refusal?.details?.limit : undefined;
    const answered = { route, method: request.method ?? '', status, milliseconds };
    log.record(limit === undefined ? answered : { ...answered, limit }, exchange);
    // Only endpoints have limits to tell.
    if (exchange.limits !== undefined) recordCall(calls, exchange, milliseconds);
  }

  function handle(exchange: Exchange): void {
    const { request } = exchange;
    if (request.method === 'POST') {
      const route = routeOf(routedPath(request));
      if (route !== undefined) {
        exchange.route = route.path;
        exchange.limits = route.limits;
        exchange.deadline = new Deadline(deadline, (refusal) => exchange.refuse(refusal), shed);
        pass(exchange, route.checks, route.call);
        return;
      }
    }
    if (isPreflight(request) && !exchange.isOwnOriginOnly) pass(exchange, [requireHost], answerPreflight);
    else pass(exchange, checksOfAll, framework);
  }

  return (request, response) => {
    const exchange = new Exchange(request, response, addressOf(request), drain, compressFrom);
    response.on('close', () => end(exchange));
    malformed.saw(exchange);
    if (tracer === undefined) {
      handle(exchange);
      return;
    }
    exchange.span = tracer.request(callerHeaders(request.headers));
    exchange.within(() => handle(exchange));
  };
}

/** Reads the body of a request that has passed every check before it, and has the endpoint answer it. */
function answerBody(exchange: Exchange, endpoint: OpenEndpoint, bodies: BodyBudget, work: WorkBudget): void {
  const account = bodies.account(exchange.address);
  exchange.deadline?.pause();
  readBody(exchange.request, endpoint.contract.bodyLimit, account, (error, body) => {
    if (error !== undefined) {
      exchange.refuse(error);
      return;
    }
    const isLarge = body.length > MOST_READ_AT_ONCE;
    // A large one is handed to another thread.
    exchange.body = isLarge ? beginningOf(body, BODY_BYTES) : body;
    exchange.bodyBytes = body.length;
    if (!endpoint.takesItsTime) exchange.deadline?.resume();
    if (!isLarge) account.close();
    const answered = exchange.within(() =>
      work.during(exchange, body.length, () => endpoint.answer(exchange, body)),
    );
    const close = () => account.close();
    if (isLarge) answered.then(close, close);
  });
}

/**
 * The same for a delivery. Its body tells of customers, and is kept for nobody to look at. Its deadline stays paused: how long it
 * takes follows from its events, of which a part is stored already, and nobody looks at a page meanwhile.
 */
function answerDelivery(
  exchange: Exchange,
  { bodyLimit, answer }: SignedRoute,
  bodies: BodyBudget,
  work: WorkBudget,
): void {
  const account = bodies.account(exchange.address);
  exchange.deadline?.pause();
  const done = (error: Error | undefined, body: Buffer): void => {
    if (error !== undefined) {
      exchange.refuse(error);
      return;
    }
    exchange.bodyBytes = body.length;
    const close = () => account.close();
    exchange
      .within(() => work.during(exchange, body.length, () => answer(exchange, body)))
      .then(close, close);
  };
  readBody(exchange.request, bodyLimit, account, done, true);
}
