import { createServer } from 'node:http';
import { type FastifyInstance, fastify } from 'fastify';
import type { Logger } from 'pino';
import type { OwedUsage } from '../availability/pending-usage.ts';
import type { Config } from '../config.ts';
import type { LargeBodies } from '../request-body/checked-body.ts';
import type { Storage } from '../storage/ports.ts';
import { Authentication } from './auth/authentication.ts';
import type { ServedEndpoint } from './endpoint.ts';
import { errorEnvelope } from './errors/envelope.ts';
import { answerMalformed, answerUnexpected, hostHeader, originForm } from './errors/malformed.ts';
import { answerNotFound, answerUnroutable, type Page } from './errors/not-found.ts';
import { correlation, newCorrelationId } from './lifecycle/correlation.ts';
import { cors } from './lifecycle/cors.ts';
import { type Drain, draining } from './lifecycle/draining.ts';
import { type EventLoopLag, loadShedding } from './lifecycle/load-shedding.ts';
import { type Answered, RequestLog, requestLog } from './lifecycle/request-log.ts';
import { addressThrough } from './limits/client-address.ts';
import { GradingLimit } from './limits/grading-limit.ts';
import { RateLimiter } from './limits/local-limiter.ts';
import { RateLimits } from './limits/rate-limits.ts';
import { buildApi } from './pipeline.ts';

export interface GatewayParts {
  readonly config: Pick<Config, 'rateLimits' | 'trustedProxies' | 'maxLag'> & {
    readonly log: Pick<Config['log'], 'sample'>;
  };
  readonly storage: Storage;
  readonly owed: OwedUsage;
  readonly largeBodies: LargeBodies;
  readonly endpoints: readonly ServedEndpoint[];
  readonly log: Logger;
  readonly drain: Drain;
  readonly lag: EventLoopLag;
  /** Told of every answer. */
  readonly observe: (answered: Answered) => void;
  /** Told why a request was turned away for the service's own sake. */
  readonly shed: (reason: string) => void;
  /** The page of a browser that went astray. */
  readonly notFoundPage: Page;
  /** What is served beside the API. */
  readonly site: (app: FastifyInstance) => Promise<void>;
}

/** A request that takes longer than this to arrive is given up, in ms. */
const requestTimeout = 120_000;
/** Longer than load balancers keep idle connections, so that they close them first. */
const keepAliveTimeout = 75_000;

/**
 * Everything that stands between a socket and an endpoint. Requests to endpoints go straight to `Api`; everything else
 * (the site, preflights, what has no route) is the framework's, whose plugins repeat the few checks that hold for
 * both.
 */
export async function buildGateway(parts: GatewayParts): Promise<FastifyInstance> {
  const { config, storage, shed, drain, lag } = parts;
  const { rateLimits: limits } = config;
  const limiter = (name: keyof typeof limits, advice: string) => new RateLimiter(name, limits[name], advice);
  const log = new RequestLog({ log: parts.log, sample: config.log.sample, observe: parts.observe });
  const surroundings = {
    storage,
    owed: parts.owed,
    largeBodies: parts.largeBodies,
    shed,
    sessionLimit: limiter('session', 'This session sends too many requests.'),
    gradingLimit: new GradingLimit(limits.grading),
  };
  const api = buildApi({
    endpoints: parts.endpoints.map((endpoint) => endpoint.open(surroundings)),
    addressOf: addressThrough(config.trustedProxies),
    log,
    drain,
    lag,
    maxLag: config.maxLag,
    shed,
    authentication: new Authentication(
      storage.keys,
      limiter('unkeyed', 'Too many requests without a valid key came from this address.'),
    ),
    rates: new RateLimits({
      client: limiter('client', 'This key is used too often from this address.'),
      key: limiter('key', 'This key is used too often.'),
    }),
  });
  const app = fastify({
    genReqId: newCorrelationId,
    requestIdHeader: false,
    return503OnClosing: false,
    // A busy machine may take its time to start.
    pluginTimeout: 0,
    exposeHeadRoutes: true,
    clientErrorHandler: answerMalformed,
    frameworkErrors: answerUnroutable,
    serverFactory: (others) => {
      // Checked by `lacksHost`, and answered with the envelope.
      const server = createServer(
        { requireHostHeader: false, requestTimeout, keepAliveTimeout },
        (request, response) => {
          request.url = originForm(request.url ?? '/');
          if (!api(request, response)) others(request, response);
        },
      );
      answerUnexpected(server);
      return server;
    },
  });
  await app.register(requestLog, { log });
  await app.register(errorEnvelope);
  await app.register(correlation);
  await app.register(cors);
  await app.register(hostHeader);
  await app.register(draining, { drain, shed });
  await app.register(loadShedding, { lag, most: config.maxLag, shed });
  answerNotFound(app, parts.notFoundPage);
  await app.register(parts.site);
  return app;
}
