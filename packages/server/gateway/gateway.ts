import { type FastifyInstance, fastify } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Storage } from '../storage/ports.ts';
import { authentication } from './authentication.ts';
import { acceptBodies } from './body.ts';
import { correlation, newCorrelationId } from './correlation.ts';
import { cors } from './cors.ts';
import { type Drain, draining } from './draining.ts';
import type { ServedEndpoint } from './endpoint.ts';
import { errorEnvelope } from './envelope.ts';
import { GradingLimit } from './grading-limit.ts';
import { type EventLoopLag, loadShedding } from './load-shedding.ts';
import { type Answered, requestLog } from './log.ts';
import { answerMalformed, answerUnexpected, hostHeader } from './malformed.ts';
import { answerNotFound, answerUnroutable } from './not-found.ts';
import { originCheck } from './origin.ts';
import type { OwedUsage } from './owed-usage.ts';
import { RateLimiter } from './rate-limiter.ts';
import { rateLimits } from './rate-limits.ts';

export interface GatewayParts {
  readonly config: Pick<Config, 'rateLimits' | 'trustedProxies' | 'maxLag'> & {
    readonly log: Pick<Config['log'], 'sample'>;
  };
  readonly storage: Storage;
  readonly owed: OwedUsage;
  readonly endpoints: readonly ServedEndpoint[];
  readonly log: Logger;
  readonly drain: Drain;
  readonly lag: EventLoopLag;
  /** Told of every answer. */
  readonly observe: (answered: Answered) => void;
  /** Told why a request was turned away for the service's own sake. */
  readonly shed: (reason: string) => void;
  /** The page of a browser that went astray. */
  readonly notFoundPage: string;
  /** What is served beside the API. */
  readonly site: (app: FastifyInstance) => Promise<void>;
}

/** A request that takes longer than this to arrive is given up, in ms. */
const requestTimeout = 120_000;
/** Longer than load balancers keep idle connections, so that they close them first. */
const keepAliveTimeout = 75_000;

/**
 * Everything that stands between a socket and an endpoint. The order of registration is the order of the checks:
 * route, failed keys of the address, key, origin, rate, and then, as the endpoint reads its body, content type,
 * size, JSON, fields, organization.
 */
export async function buildGateway(parts: GatewayParts): Promise<FastifyInstance> {
  const { config, storage, shed } = parts;
  const { rateLimits: limits } = config;
  const app = fastify({
    genReqId: newCorrelationId,
    requestIdHeader: false,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    requestTimeout,
    keepAliveTimeout,
    return503OnClosing: false,
    exposeHeadRoutes: true,
    clientErrorHandler: answerMalformed,
    frameworkErrors: answerUnroutable,
    // Checked by `hostHeader`, which answers with the envelope.
    http: { requireHostHeader: false },
  });
  answerUnexpected(app.server);

  await app.register(requestLog, { log: parts.log, sample: config.log.sample, observe: parts.observe });
  await app.register(errorEnvelope);
  await app.register(correlation);
  await app.register(cors);
  await app.register(hostHeader);
  await app.register(draining, { drain: parts.drain, shed });
  await app.register(loadShedding, { lag: parts.lag, most: config.maxLag, shed });
  answerNotFound(app, parts.notFoundPage);
  await app.register(parts.site);

  await app.register(async (api) => {
    acceptBodies(api);
    const limiter = (name: keyof typeof limits, advice: string) =>
      new RateLimiter(name, limits[name], advice);
    const failures = limiter('unkeyed', 'Too many requests without a valid key came from this address.');
    await api.register(authentication, { keys: storage.keys, failures });
    await api.register(originCheck);
    await api.register(rateLimits, {
      client: limiter('client', 'This key is used too often from this address.'),
      key: limiter('key', 'This key is used too often.'),
    });
    const surroundings = {
      storage,
      owed: parts.owed,
      shed,
      sessionLimit: limiter('session', 'This session sends too many requests.'),
      gradingLimit: new GradingLimit(limits.grading),
    };
    for (const endpoint of parts.endpoints) endpoint.mount(api, surroundings);
  });
  return app;
}
