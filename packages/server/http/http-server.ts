import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { PendingUsage } from '../availability/pending-usage.ts';
import { RecentCalls } from '../calls/index.ts';
import type { Config } from '../config.ts';
import type { LargeBodies } from '../request-body/checked-body.ts';
import type { Storage } from '../storage/ports.ts';
import type { Tracer } from '../tracing/tracer.ts';
import { Authentication } from './auth/authentication.ts';
import { BodyBudget, bodyLimits } from './body/body-budget.ts';
import type { ServedEndpoint } from './endpoint.ts';
import { MalformedRequests, originForm } from './errors/malformed.ts';
import type { Page } from './errors/not-found.ts';
import { buildFramework } from './framework.ts';
import { type Drain, stopping } from './lifecycle/draining.ts';
import type { EventLoopLag } from './lifecycle/load-shedding.ts';
import { type Answered, RequestLog } from './lifecycle/request-log.ts';
import { addressThrough } from './limits/client-address.ts';
import { GradingLimit } from './limits/grading-limit.ts';
import { COUNTED_HERE, type LimitAdapters } from './limits/limit-adapters.ts';
import { RateRule } from './limits/rate-rule.ts';
import { WorkBudget } from './limits/work-budget.ts';
import { buildPipeline } from './pipeline.ts';
import { reachedByHttps } from './reached-by-https.ts';
import type { RefuseUnsigned, SignedRoute } from './signed-route.ts';

export interface HttpServerParts {
  readonly config: Pick<Config, 'rateLimits' | 'trustedProxies' | 'deadline' | 'maxLag' | 'compressFrom'> & {
    readonly log: Pick<Config['log'], 'sample'>;
  };
  readonly storage: Storage;
  readonly pendingUsage: PendingUsage;
  readonly largeBodies: LargeBodies;
  /** Bytes that bodies under way may take; 64 MiB unless given. */
  readonly bodyBytes?: number;
  readonly endpoints: readonly ServedEndpoint[];
  /** Makes the route of other systems; none where absent. */
  readonly deliveries?: (refuse: RefuseUnsigned) => SignedRoute;
  readonly log: Logger;
  /** Keeps calls for those who connect a shop; calls are kept for nobody unless given. */
  readonly calls?: RecentCalls;
  /** Absent where no traces are made. */
  readonly tracer?: Tracer | undefined;
  readonly drain: Drain;
  readonly lag: EventLoopLag;
  /** In memory unless given. */
  readonly limits?: LimitAdapters;
  /** By these limits unless given. */
  readonly work?: WorkBudget;
  /** Told the peer of each request whose X-Forwarded-For is not believed. */
  readonly untrustedForwarding?: (peer: string) => void;
  /** Told of every answer. */
  readonly observe: (answered: Answered) => void;
  /** Called with the reason for each request that is refused because of the service's own state. */
  readonly shed: (reason: string) => void;
  /** The page for a browser that requested an unknown path. */
  readonly notFoundPage: Page;
  /** Mounts what is served beside the endpoints. */
  readonly site: (app: FastifyInstance) => Promise<void>;
}

/** Bytes that bodies under way may take where there is memory enough. Set by hand. */
const BODY_BYTES = 64 * 1024 * 1024;
/** A request that takes longer than this to arrive is given up, in ms. Set by hand. */
const REQUEST_TIMEOUT = 120_000;
/** Milliseconds; longer than load balancers keep idle connections (60 s as a rule), so that they close them first. */
const KEEP_ALIVE_TIMEOUT = 75_000;

/** Builds everything between the sockets and the endpoints: limits, pipeline, framework and server. */
export async function buildHttpServer(parts: HttpServerParts): Promise<FastifyInstance> {
  const { config, storage, shed, drain, lag, pendingUsage, largeBodies, limits = COUNTED_HERE } = parts;
  const { rateLimits } = config;
  const rule = (name: keyof typeof rateLimits, advice: string) =>
    new RateRule(name, rateLimits[name], advice, limits.limiter(name, rateLimits[name]));
  const work = parts.work ?? WorkBudget.of(rateLimits, limits);
  const endCharges = work.chargeJobs();
  const bodies = new BodyBudget(bodyLimits(parts.bodyBytes ?? BODY_BYTES), shed);
  const gradingsAtOnce = GradingLimit.atOnce(rateLimits.grading.rate);
  const surroundings = {
    tracer: parts.tracer,
    storage,
    pendingUsage,
    largeBodies,
    shed,
    sessionRate: rule('session', 'This session sends too many requests.'),
    gradingLimit: new GradingLimit(
      rule('grading', `This key has used up its ${rateLimits.grading.burst} gradings for now.`),
      limits.places('grading-at-once', gradingsAtOnce),
      gradingsAtOnce,
    ),
  };
  const log = new RequestLog({ log: parts.log, sample: config.log.sample, observe: parts.observe });
  const malformed = new MalformedRequests(log);
  const app = buildFramework(
    parts.notFoundPage,
    malformed,
    reachedByHttps(config.trustedProxies),
    (framework) => {
      const authentication = new Authentication(
        storage.keys,
        rule('unkeyed', 'Too many requests without a valid key came from this address.'),
        () => storage.now(),
      );
      const pipeline = buildPipeline({
        endpoints: parts.endpoints.map((endpoint) => endpoint.open(surroundings)),
        framework,
        addressOf: addressThrough(config.trustedProxies, parts.untrustedForwarding),
        log,
        malformed,
        calls: parts.calls ?? new RecentCalls(),
        tracer: parts.tracer,
        drain,
        lag,
        deadline: config.deadline,
        maxLag: config.maxLag,
        shed,
        authentication,
        deliveries: parts.deliveries?.((exchange, message) => authentication.refuse(exchange, message)),
        compressFrom: config.compressFrom,
        bodies,
        clientRate: rule('client', 'This key is used too often from this address.'),
        keyRate: rule('key', 'This key is used too often.'),
        work,
      });
      const take = (request: IncomingMessage, response: ServerResponse) => {
        request.url = originForm(request.url ?? '/');
        pipeline(request, response);
      };
      const server = createServer(
        // `requireHost` checks the header, and answers with the envelope.
        { requireHostHeader: false, requestTimeout: REQUEST_TIMEOUT, keepAliveTimeout: KEEP_ALIVE_TIMEOUT },
        take,
      );
      server.on('checkExpectation', take);
      malformed.watch(server);
      return server;
    },
  );
  drain.onHalfSent(() => bodies.refuseArriving(stopping));
  app.addHook('onClose', async () => {
    endCharges();
    bodies.stop();
    log.close();
  });
  try {
    await app.register(parts.site);
  } catch (error) {
    await app.close();
    throw error;
  }
  return app;
}
