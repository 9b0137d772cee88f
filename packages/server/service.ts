import type { AddressInfo } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import { basePath } from '@decidable/contract';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { CopiedUsageLog } from './availability/copied-usage-log.ts';
import { PendingUsage } from './availability/pending-usage.ts';
import { guard } from './availability/store-breaker.ts';
import { UsageOfLostNodes } from './availability/usage-of-lost-nodes.ts';
import { onceStoreIsThere } from './availability/waiting-start.ts';
import { RecentCalls } from './calls/index.ts';
import type { Config } from './config.ts';
import type { EmbeddingObserver } from './embeddings/embedder.ts';
import { HttpEmbedder } from './embeddings/http-embedder.ts';
import { type EndpointNeeds, servedEndpoints } from './endpoints/index.ts';
import { tuneCollector } from './garbage-collector.ts';
import { ExportProcesses, KEPT_LIMITS, type KeptLimits } from './gradings/index.ts';
import type { ServedEndpoint } from './http/endpoint.ts';
import { buildHttpServer } from './http/http-server.ts';
import { Drain } from './http/lifecycle/draining.ts';
import { EventLoopLag } from './http/lifecycle/load-shedding.ts';
import { refuseConnections } from './http/lifecycle/refuse-connections.ts';
import { COUNTED_HERE } from './http/limits/limit-adapters.ts';
import { WorkBudget } from './http/limits/work-budget.ts';
import { reachedByHttps } from './http/reached-by-https.ts';
import { managementRoutes } from './management/routes.ts';
import { containerMemory, memoryPlan } from './memory-plan.ts';
import { nodeName } from './node-name.ts';
import { openStorage } from './open-storage.ts';
import {
  type BreakerState,
  describeForwarding,
  ForwardingWatch,
  forgetUntrustedForwarding,
  Metrics,
  type Operations,
  recordUntrustedForwarding,
  startOperations,
  WorkByOrganization,
} from './operations/index.ts';
import { faultOf } from './operations/logged-fault.ts';
import { watchProcess } from './operations/process-faults.ts';
import { offerFirstOwner } from './people/index.ts';
import { warmUpRankings } from './ranking/warm-up.ts';
import { reachableAddress } from './reachable-address.ts';
import { compileValidators } from './request-body/fields.ts';
import { type MeaningConfig, openServices, type Services } from './services.ts';
import { warmUp } from './sessions/warm-up.ts';
import { MEMORY_AT_START, OpeningAtStart } from './shops/opening-at-start.ts';
import {
  BUILD_COMMAND,
  type DemoShop,
  dashboard,
  demoShop,
  notFoundPage,
  reference,
  sdkFiles,
} from './site/index.ts';
import {
  type MeteredRequest,
  openPendingUsageFile,
  type Storage,
  type StorageObserver,
} from './storage/index.ts';
import { SealedSecrets } from './storage/sealed-secrets.ts';
import { observeWork } from './timing/work.ts';
import { openTracer } from './tracing/open-tracer.ts';
import type { Tracer } from './tracing/tracer.ts';
import { webhookDeliveries } from './webhooks/deliveries.ts';
import { BodyReaders, GradingPool } from './workers/index.ts';

export interface ServiceOptions {
  /** The destination of the log; standard output by default. */
  readonly log?: Logger;
  /** Endpoints beside those of the contract. */
  readonly endpoints?: (needs: EndpointNeeds) => readonly ServedEndpoint[];
  readonly workers?: {
    /** No thread or process starts before its first work. By default those of gradings, large bodies and exports do. */
    readonly startLate?: boolean;
    /** The modules that threads and processes run, in place of the usual ones: tests end them. */
    readonly grading?: URL;
    readonly reading?: URL;
    readonly building?: URL;
    readonly exports?: URL;
  };
  /** What organizations may keep of gradings, in place of the usual limits. */
  readonly keptLimits?: KeptLimits;
  /** Waits for so many ms before the service stops; a clock unless given. */
  readonly wait?: (time: number) => Promise<unknown>;
  /** Serves the demo shop with this organization and key, or with what is made when the store is there. */
  readonly demo?: DemoShop | (() => Promise<DemoShop>);
  /** Whether the process is there for the service alone: what nobody has caught in it is then told of by its log. */
  readonly ownsProcess?: boolean;
}

export interface Service {
  /** The address of the API, e.g. `http://127.0.0.1:8787`. */
  readonly address: string;
  /** The address of health, readiness and metrics. */
  readonly operationsAddress: string;
  /** The token of the link for the first owner; absent where somebody can sign in. Told this once. */
  readonly firstOwner?: string;
  /** The store of the running service. */
  readonly storage: Storage;
  /**
   * Stops: readiness fails at once, new connections are refused after the lame-duck time, new requests soon after, those in
   * flight finish, acknowledged writes are durable. May be called again; all calls resolve when the service has stopped.
   */
  close(): Promise<void>;
}

/** How long connections that are open may go on to bring requests after no new one is taken, in ms; set by hand. */
const REFUSING_CONNECTIONS = 1_000;

/** How long workers and store may take to be let go of after an exception that nobody caught, in ms; set by hand. */
const STOPPING = 5_000;

/** What the log says when the breaker of the store changes. */
const BREAKER_STATES = {
  open: 'the store is failing: requests are refused until it answers again',
  'half-open': 'the store is tried again with a few requests',
  closed: 'the store answers again',
} as const satisfies Record<BreakerState, string>;

/** What a service has before its store is there. */
interface Beginnings {
  readonly node: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracer: Tracer | undefined;
  readonly operations: Operations;
}

/**
 * Starts the service: store, workers, server, endpoints, operations. Where the store is away, health and metrics are
 * answered, readiness says what is waited for, and the service goes on to start when the store is there.
 *
 * @throws FolderInUse when another service has the data folder; what `listen` throws when a port is taken;
 *   StoreUnavailable and UnusableStore where a person has to mend it, such as a wrong password
 * @example
 * const service = await startService(readConfig(process.env));
 * process.once('SIGTERM', () => service.close());
 */
export async function startService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  tuneCollector();
  const node = await nodeName(config);
  const log = logOf(node, config, options.log);
  for (const unused of config.unused) log.warn(unused);
  const metrics = new Metrics();
  /** Closed last, when the requests in flight have ended. */
  const open = new AsyncDisposableStack();
  try {
    let service: Service | undefined;
    if (options.ownsProcess) {
      const within = config.lameDuck + config.drain + STOPPING;
      const stop = async () => service?.close();
      open.defer(watchProcess({ log, rejected: () => metrics.rejected(), stop, within }));
    }
    const tracer =
      config.tracing && (await openTracer(config.tracing, node === 'local' ? undefined : node, log));
    if (tracer !== undefined) open.defer(() => tracer.close());
    const waiting = (why: Error) => ({
      ping: () => Promise.reject(why),
      opening: () => false,
      draining: () => false,
    });
    const operations = await startOperations({
      port: config.operationsPort,
      host: config.operationsHost,
      metrics,
      state: waiting(new Error('The service is starting.')),
    });
    open.defer(() => operations.close());
    let hasWaited = false;
    const beginnings = { node, log, metrics, tracer, operations };
    const started = await onceStoreIsThere(
      async () => {
        const demo = typeof options.demo === 'function' ? await options.demo() : options.demo;
        return startOnStore(config, options, demo, beginnings, open);
      },
      (error, isToBeTold) => {
        hasWaited = true;
        operations.state = waiting(error);
        if (isToBeTold)
          log.error({ store: whyOf(error) }, 'the store is away: the service starts when it is there');
      },
    );
    if (hasWaited) log.info('the store is there: the service has started');
    service = started;
    return started;
  } catch (error) {
    await open.disposeAsync();
    throw error;
  }
}

/** What a failure of the store says; no content of requests, as none have been answered. */
const whyOf = ({ message, cause }: Error): string =>
  cause instanceof Error ? cause.message || cause.name : message;

/**
 * Starts all that needs the store; leaves nothing open where that fails.
 *
 * @param around is closed when the service has stopped
 */
async function startOnStore(
  config: Config,
  options: Omit<ServiceOptions, 'demo'>,
  demo: DemoShop | undefined,
  { node, log, metrics, tracer, operations }: Beginnings,
  around: AsyncDisposableStack,
): Promise<Service> {
  const toLog = (what: string) => (error: unknown) => log.error({ fault: faultOf(error) }, what);
  const container = containerMemory();
  const plan = memoryPlan(container);
  const heap = getHeapStatistics().heap_size_limit;
  log.debug({ container: container ?? null, heap, ...plan }, 'memory');
  const shed = (reason: string) => metrics.shed(reason);
  /** Closes the parts, last first; each is closed even if another fails. */
  const open = new AsyncDisposableStack();
  const observer: StorageObserver = {
    ...metrics.storage,
    damaged: ({ message }) => {
      metrics.storeDamaged();
      log.fatal({ damage: message }, 'the store is damaged');
    },
    failing: (failure) => {
      metrics.storeFailed(failure.name);
      log.error({ failure }, 'the store, or the file that marks how far it has come, could not be used');
    },
    rewriteFailed: (error) => {
      metrics.rewriteFailed();
      log.error(
        { fault: faultOf(error), store: error instanceof Error ? whyOf(error) : null },
        'what was erased is still in unused parts of the files of the store: rewriting them failed, and is tried again',
      );
    },
    tidyFailed: (error) =>
      log.error(
        { fault: faultOf(error) },
        'built catalogues that belong to nobody could not be removed: the next start tries again',
      ),
    checked: () => log.info('all pages of the store have been checked: they are sound'),
  };
  const opened = openStorage(config, node, open, metrics, log, observer, tracer);
  // What this thread has to do in any case, while the store starts its own.
  compileValidators();
  warmUp();
  warmUpRankings();
  const { storage, limits = COUNTED_HERE, usageCopies } = await opened;
  try {
    const grader = new GradingPool({
      threads: config.workers,
      memory: plan.grading,
      worker: options.workers?.grading,
      startLate: options.workers?.startLate,
      onThreadError: toLog('a thread that grades has ended; another one takes its place'),
    });
    open.defer(() => grader.close());
    metrics.watchGrading(grader);
    const largeBodies = new BodyReaders({
      shed,
      memory: plan.reading,
      worker: options.workers?.reading,
      startLate: options.workers?.startLate,
      onThreadError: toLog('a thread that reads large bodies has ended; another one takes its place'),
    });
    open.defer(() => largeBodies.close());
    const exportProcesses = new ExportProcesses({
      shed,
      memory: plan.exports,
      processes: plan.exportProcesses,
      module: options.workers?.exports,
      onDeath: toLog('a process that works on exports has ended; another one takes its place'),
    });
    open.defer(() => exportProcesses.close());
    const lag = new EventLoopLag();
    open.defer(() => lag.stop());
    const drain = new Drain();
    const guarded = guard(storage, (state) => {
      metrics.breaker('store', state);
      if (state !== 'closed') log.warn({ breaker: 'store', state }, BREAKER_STATES[state]);
    });

    const services = openServices({
      storage: guarded,
      node: config.databaseUrl === undefined ? undefined : node,
      memory: config.memory,
      patience: config.deadline / 2,
      building: { memory: plan.building, worker: options.workers?.building },
      meaning: meaningOf(config, metrics, log),
      shopServers: config.shopServers,
      onFault: (organizationId, error) =>
        log.error(
          { organizationId, fault: faultOf(error) },
          'the catalogue or the model of a shop could not be made ready',
        ),
      onBuilt: (job) => metrics.built(job),
      onOpened: (milliseconds, isOpen) => metrics.shopOpened(milliseconds, isOpen),
      shed,
      onGuessableIds: (organizationId) =>
        log.warn(
          { organizationId },
          'session ids can be guessed: whoever guesses one reads and writes the session. Send at least 16 random characters',
        ),
      onThreadError: toLog('a thread that reads catalogues and trains has ended, or could not start'),
      tracer,
    });
    open.defer(() => services.close());
    metrics.watchShops(services.shops);
    metrics.watchBuilding(services.builder);
    metrics.watchSessions(services.sessions);
    const opening = new OpeningAtStart(guarded.organizations, services.shops, {
      since: guarded.now() - config.ready.within,
      wait: config.ready.wait,
      memory: MEMORY_AT_START * config.memory.shops,
    });
    open.defer(() => opening.stop());
    const uncounted = ({ organizationId, metered }: MeteredRequest, error: unknown) =>
      log.error(
        { organizationId, metered, fault: faultOf(error) },
        'a request was answered and could not be counted',
      );
    const pendingLog = await openPendingUsageFile(config.data, (lines) =>
      log.error(
        { lines },
        'the file of requests to be counted is damaged: the counts of these lines are lost',
      ),
    );
    const pendingUsage = new PendingUsage(
      guarded,
      usageCopies === undefined ? pendingLog : new CopiedUsageLog(pendingLog, usageCopies),
      uncounted,
    );
    if (usageCopies !== undefined) {
      const lost = new UsageOfLostNodes(
        guarded,
        usageCopies,
        uncounted,
        toLog('requests of lost nodes could not be looked for'),
      );
      open.defer(() => lost.close());
    }
    open.defer(async () => {
      await pendingUsage.close();
      if (pendingUsage.size > 0)
        log.warn(
          { requests: pendingUsage.size },
          'some requests were answered and are not counted yet: they will be at the next start',
        );
    });
    await pendingUsage.settle();
    await forgetUntrustedForwarding(config.data);
    const forwarding = new ForwardingWatch(
      (seen) => {
        const { found, remedy } = describeForwarding(seen);
        log.warn({ peer: seen.peer }, `${found} ${remedy}`);
        recordUntrustedForwarding(config.data, seen).catch(
          toLog('the warning of a proxy that is not trusted could not be kept for "decidable doctor"'),
        );
      },
      () => metrics.untrustedForwarded(),
    );
    const calls = new RecentCalls();
    guarded.changes.subscribe({
      changed: ({ organizationId, subject }) => {
        if (subject === 'erased') calls.forget(organizationId);
      },
      missed: () => calls.forget(),
    });
    const needs = { grader, services };
    const work = WorkBudget.of(config.rateLimits, limits);
    const secrets = await SealedSecrets.open(guarded);
    const byOrganization = new WorkByOrganization();
    metrics.watchWork(byOrganization);
    open.defer(
      observeWork((organizationId, milliseconds) => byOrganization.worked(organizationId, milliseconds)),
    );
    const server = await buildHttpServer({
      config,
      storage: guarded,
      pendingUsage,
      largeBodies,
      bodyBytes: plan.bodies,
      endpoints: [...(await servedEndpoints(needs)), ...(options.endpoints?.(needs) ?? [])],
      deliveries: (refuse) => webhookDeliveries({ storage: guarded, services, largeBodies, secrets }, refuse),
      log,
      calls,
      tracer,
      drain,
      lag,
      limits,
      work,
      untrustedForwarding: (peer) => forwarding.saw(peer),
      observe: ({ route, status, milliseconds, limit }) => {
        metrics.answered(route?.replace(basePath, '') ?? 'other', status, milliseconds);
        if (limit !== undefined) metrics.limited(limit);
      },
      shed,
      notFoundPage,
      site: async (app) => {
        await serveSite(app, services, calls, demo, log);
        await app.register(managementRoutes, {
          needs: {
            storage: guarded,
            services,
            calls,
            exportProcesses,
            keptLimits: options.keptLimits ?? KEPT_LIMITS,
            retention: config.retention,
            demo: demo?.organizationId,
          },
          limits,
          work,
          onFault: toLog('work that a member began has failed after the page was closed'),
          isLeaving: () => drain.leaving,
          isSecure: reachedByHttps(config.trustedProxies),
        });
      },
    });
    open.defer(() => closeServer(server));
    const firstOwner = await offerFirstOwner(storage, storage.now());
    await server.listen({ host: config.host, port: config.port });
    operations.state = {
      ping: () => guarded.ping(),
      opening: () => opening.isAwaited,
      draining: () => drain.leaving,
    };
    // Last, as they would take the processors from what the first requests wait for.
    grader.start();
    largeBodies.start();
    if (options.workers?.startLate !== true) exportProcesses.start();

    const stop = async () => {
      // Where nobody watches readiness there is nobody to wait for.
      await drain.lameDuck(operations.isWatched ? config.lameDuck : 0, options.wait);
      await refuseConnections(server.server, Math.min(config.lameDuck, REFUSING_CONNECTIONS));
      await drain.start(config.drain);
      await around.disposeAsync();
    };
    around.use(open);
    let closing: Promise<void> | undefined;
    return {
      address: reachableAddress(config.host, (server.server.address() as AddressInfo).port),
      operationsAddress: reachableAddress(config.operationsHost, operations.port),
      storage: guarded,
      ...(firstOwner !== undefined && { firstOwner }),
      close: () => {
        closing ??= stop();
        return closing;
      },
    };
  } catch (error) {
    await open.disposeAsync();
    throw error;
  }
}

/** What finds products by meaning; `undefined` where no embedder is set. */
function meaningOf({ embeddings }: Config, metrics: Metrics, log: Logger): MeaningConfig | undefined {
  if (embeddings === undefined) return undefined;
  const { url, model, key, ...use } = embeddings;
  const observer: EmbeddingObserver = {
    called: (call) => metrics.embedded(call),
    breaker(state) {
      metrics.breaker('embeddings', state);
      if (state !== 'closed')
        log.warn({ breaker: 'embeddings', state }, 'searches are answered by words alone');
    },
  };
  return { ...use, embedder: new HttpEmbedder({ url, model, key, observer }) };
}

/** The log; each line of a node of a cluster has its name. */
function logOf(
  node: string,
  { log: { level }, databaseUrl }: Config,
  given: Logger = pino({ level, base: null }),
): Logger {
  return databaseUrl === undefined ? given : given.child({ node });
}

async function serveSite(
  app: FastifyInstance,
  services: Services,
  calls: RecentCalls,
  demo: DemoShop | undefined,
  log: Logger,
): Promise<void> {
  await app.register(dashboard, {
    unbuilt: () => log.warn(`the dashboard is not built: run "${BUILD_COMMAND}", then start again`),
  });
  await app.register(reference);
  await app.register(sdkFiles);
  if (demo === undefined) return;
  // Reads the catalogue now, so that the first visitor of the demo does not wait for it.
  await services.shops.get(demo.organizationId);
  await app.register(demoShop, { ...demo, calls });
}

/** Requests in flight have had their time; an idle connection would hold up the stop forever. */
async function closeServer(server: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => server.server.closeAllConnections(), 500);
  await server.close();
  clearTimeout(cut);
}
