import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { StorageObserver } from '../storage/ports.ts';
import { version } from './release.ts';

export type BreakerState = 'closed' | 'half-open' | 'open';

const BREAKER_STATES: readonly BreakerState[] = ['closed', 'half-open', 'open'];

/** A catalogue that was read, or a training, when it has ended. */
interface BuildJob {
  readonly task: string;
  readonly milliseconds: number;
  readonly failed: boolean;
}

/** A call for the vectors of some texts. */
interface EmbeddingCall {
  readonly texts: number;
  readonly milliseconds: number;
  readonly failed: boolean;
}

/** The shops in use. */
interface ShopsState {
  /** Shops that are open, and those being opened now. */
  readonly open: number;
  readonly opening: number;
  /** Memory of those that are open, in bytes. */
  readonly bytes: number;
  /** Since the start: shops opened, those reopened for another catalogue included, and closed to free memory. */
  readonly opened: number;
  readonly evicted: number;
}

/** The sessions in memory. */
interface SessionsState {
  readonly held: number;
  /** Memory of all of them, in bytes. */
  readonly bytes: number;
}

interface Series {
  readonly requests: Counter.Internal;
  readonly durations: Histogram.Internal<'endpoint'>;
}

/**
 * The metrics of the service, for Prometheus. Labels are endpoints, statuses, fixed names, and the first few organizations
 * by their work: never a key or session, whose number is unbounded.
 */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests: Counter<'endpoint' | 'status'>;
  readonly #durations: Histogram<'endpoint'>;
  /** Series by endpoint and status: a look-up by labels takes longer than counting. */
  readonly #series = new Map<string, Map<number, Series>>();
  readonly #groupSize: Histogram;
  readonly #groupDuration: Histogram;
  readonly #groupFailures: Counter;
  readonly #storeFailures: Counter<'code'>;
  readonly #rewriteFailures: Counter;
  readonly #damaged: Gauge;
  readonly #breaker: Gauge<'dependency' | 'state'>;
  readonly #shed: Counter<'reason'>;
  readonly #openings: Histogram<'outcome'>;
  readonly #builds: Histogram<'task' | 'outcome'>;
  readonly #limited: Counter<'limit'>;
  readonly #leases: Gauge<'name'>;
  readonly #retentionSteps: Counter;
  readonly #retentionFailures: Counter;
  readonly #retentionRound: Gauge;
  readonly #valkeyCalls: Histogram<'outcome'>;
  readonly #embeddings: Histogram<'outcome'>;
  readonly #embeddedTexts: Counter;
  readonly #untrustedForwarded: Counter;
  readonly #rejections: Counter;

  constructor() {
    const registers = [this.registry];
    this.#requests = new Counter({
      name: 'decidable_requests_total',
      help: 'Requests answered, by endpoint and status.',
      labelNames: ['endpoint', 'status'],
      registers,
    });
    this.#durations = new Histogram({
      name: 'decidable_request_duration_seconds',
      help: 'Time from the first byte of a request to its answer, by endpoint.',
      labelNames: ['endpoint'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    });
    this.#groupSize = new Histogram({
      name: 'decidable_store_group_size',
      help: 'Writes made durable by one fsync.',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
      registers,
    });
    this.#groupDuration = new Histogram({
      name: 'decidable_store_group_duration_seconds',
      help: 'Time that a group of writes took to become durable.',
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    });
    this.#groupFailures = new Counter({
      name: 'decidable_store_group_failures_total',
      help: 'Groups of writes that the store could not take.',
      registers,
    });
    this.#storeFailures = new Counter({
      name: 'decidable_store_failures_total',
      help: 'Failures of disk, file or lock, by code of SQLite: each code is counted once a minute.',
      labelNames: ['code'],
      registers,
    });
    this.#rewriteFailures = new Counter({
      name: 'decidable_store_rewrite_failures_total',
      help: 'Rewrites of the files of the store after erasures that failed, and are tried again.',
      registers,
    });
    this.#damaged = new Gauge({
      name: 'decidable_store_damaged',
      help: '1 when stored facts are destroyed or lost; the log and /ready say which.',
      registers,
    });
    this.#breaker = new Gauge({
      name: 'decidable_breaker_state',
      help: '1 for the state that the circuit breaker of a dependency is in.',
      labelNames: ['dependency', 'state'],
      registers,
    });
    this.#shed = new Counter({
      name: 'decidable_requests_shed_total',
      help: 'Requests refused to keep the others fast, by reason.',
      labelNames: ['reason'],
      registers,
    });
    this.#openings = new Histogram({
      name: 'decidable_shop_opening_duration_seconds',
      help: 'Time until a shop was open, its wait for a thread included, or until that failed, by outcome.',
      labelNames: ['outcome'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300],
      registers,
    });
    this.#builds = new Histogram({
      name: 'decidable_building_duration_seconds',
      help: 'Time of catalogues that were read (build), taken over from another node (load), and of trainings (train), by outcome.',
      labelNames: ['task', 'outcome'],
      buckets: [0.05, 0.25, 1, 5, 20, 60, 300, 1200, 3600],
      registers,
    });
    this.#limited = new Counter({
      name: 'decidable_rate_limited_total',
      help: 'Requests answered with 429, by the limit that they reached.',
      labelNames: ['limit'],
      registers,
    });
    this.#leases = new Gauge({
      name: 'decidable_leases_held',
      help: 'Leases that this process holds, by the work that they are for; valkey: whether it may answer from its memory.',
      labelNames: ['name'],
      registers,
    });
    this.#retentionSteps = new Counter({
      name: 'decidable_retention_steps_total',
      help: 'Steps in which this process removed some of what is older than the retention times.',
      registers,
    });
    this.#retentionFailures = new Counter({
      name: 'decidable_retention_failures_total',
      help: 'Rounds of retention that failed, and are taken again.',
      registers,
    });
    this.#retentionRound = new Gauge({
      name: 'decidable_retention_completed_timestamp_seconds',
      help: 'When this process had last removed all that is too old; 0 before that.',
      registers,
    });
    this.#valkeyCalls = new Histogram({
      name: 'decidable_valkey_call_duration_seconds',
      help: 'Time of calls of Valkey, by outcome.',
      labelNames: ['outcome'],
      buckets: [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5],
      registers,
    });
    this.#embeddings = new Histogram({
      name: 'decidable_embedding_call_duration_seconds',
      help: 'Time of calls for the vectors of texts, by outcome.',
      labelNames: ['outcome'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    });
    this.#embeddedTexts = new Counter({
      name: 'decidable_embedded_texts_total',
      help: 'Texts of products and searches that were turned into vectors.',
      registers,
    });
    new Gauge({
      name: 'decidable_build_info',
      help: '1, with the release and the version of Node.js as labels.',
      labelNames: ['version', 'node'],
      registers,
    }).set({ version, node: process.versions.node }, 1);
    this.#untrustedForwarded = new Counter({
      name: 'decidable_untrusted_forwarded_requests_total',
      help: 'Requests with X-Forwarded-For from an address that TRUSTED_PROXIES does not name.',
      registers,
    });
    this.#rejections = new Counter({
      name: 'decidable_unhandled_rejections_total',
      help: 'Promises that were rejected and that nobody handled: mistakes of the service, which the log tells of.',
      registers,
    });
    // Memory, CPU, garbage collection, and the delay of the event loop (nodejs_eventloop_lag_…).
    collectDefaultMetrics({ register: this.registry });
  }

  /**
   * A request was answered.
   * @param endpoint path of a known endpoint, or `other`: never what the client sent
   */
  answered(endpoint: string, status: number, milliseconds: number): void {
    const series = this.#series.get(endpoint)?.get(status) ?? this.#begin(endpoint, status);
    series.requests.inc();
    series.durations.observe(milliseconds / 1_000);
  }

  #begin(endpoint: string, status: number): Series {
    const series = {
      requests: this.#requests.labels({ endpoint, status }),
      durations: this.#durations.labels({ endpoint }),
    };
    const known = this.#series.get(endpoint);
    if (known === undefined) this.#series.set(endpoint, new Map([[status, series]]));
    else known.set(status, series);
    return series;
  }

  /** A request was refused because of the service's own state: `event-loop`, `queue`, `draining`, … */
  shed(reason: string): void {
    this.#shed.inc({ reason });
  }

  /** A request had an X-Forwarded-For that is not believed. */
  untrustedForwarded(): void {
    this.#untrustedForwarded.inc();
  }

  /** A promise was rejected, and nobody handled it. */
  rejected(): void {
    this.#rejections.inc();
  }

  /** Stored facts are destroyed or lost. */
  storeDamaged(): void {
    this.#damaged.set(1);
  }

  /** The store could not be rewritten after an erasure. */
  rewriteFailed(): void {
    this.#rewriteFailures.inc();
  }

  /** A statement of the store failed with this code. */
  storeFailed(code: string): void {
    this.#storeFailures.inc({ code });
  }

  /** A shop was opened, or could not be. */
  shopOpened(milliseconds: number, isOpen: boolean): void {
    this.#openings.observe({ outcome: isOpen ? 'opened' : 'failed' }, milliseconds / 1_000);
  }

  /** A catalogue was read, or a model trained. */
  built({ task, milliseconds, failed }: BuildJob): void {
    this.#builds.observe({ task, outcome: failed ? 'failed' : 'done' }, milliseconds / 1_000);
  }

  /** A request reached a limit. */
  limited(limit: string): void {
    this.#limited.inc({ limit });
  }

  /** Valkey answered a call, or did not. */
  valkeyCalled(milliseconds: number, failed: boolean): void {
    this.#valkeyCalls.observe({ outcome: failed ? 'failed' : 'answered' }, milliseconds / 1_000);
  }

  /** The node may answer from what it knows by Valkey, or has to ask the store. */
  valkeyLease(held: boolean): void {
    this.#leases.set({ name: 'valkey' }, held ? 1 : 0);
  }

  /** Texts were turned into vectors, or a call for them failed. */
  embedded({ texts, milliseconds, failed }: EmbeddingCall): void {
    this.#embeddings.observe({ outcome: failed ? 'failed' : 'answered' }, milliseconds / 1_000);
    if (!failed) this.#embeddedTexts.inc(texts);
  }

  /** The circuit breaker of a dependency changed its state. */
  breaker(dependency: string, state: BreakerState): void {
    for (const each of BREAKER_STATES) this.#breaker.set({ dependency, state: each }, each === state ? 1 : 0);
  }

  /** Reads the depth of the grading queue whenever metrics are read. */
  watchGrading(pool: { readonly depth: number }): void {
    this.#watch('decidable_grading_depth', 'Gradings accepted and not yet answered.', () => pool.depth);
  }

  /** Reads how many shops are open, and their memory, whenever metrics are read. */
  watchShops(shops: { readonly state: ShopsState; readonly trained: readonly number[] }): void {
    new Gauge({
      name: this.#anew('decidable_model_age_seconds'),
      help: 'Time since the models of open shops were trained: of the newest and of the oldest.',
      labelNames: ['which'],
      registers: [this.registry],
      collect() {
        const { trained } = shops;
        if (trained.length === 0) return;
        const age = (trainedAt: number) => Math.max(0, Date.now() - trainedAt) / 1_000;
        this.set({ which: 'newest' }, age(trained.reduce((a, b) => Math.max(a, b))));
        this.set({ which: 'oldest' }, age(trained.reduce((a, b) => Math.min(a, b))));
      },
    });
    const told = (name: string, help: string, of: keyof ShopsState, isCount = false) =>
      this.#watch(name, help, () => shops.state[of], isCount);
    told('decidable_shops_open', 'Shops whose catalogue and model are in memory.', 'open');
    told('decidable_shops_opening', 'Shops whose catalogue is being read, or waits to be.', 'opening');
    told('decidable_shops_bytes', 'Memory of open shops, as SHOPS_MEMORY_MB bounds it.', 'bytes');
    told(
      'decidable_shops_opened_total',
      'Shops opened, anew for another catalogue among them.',
      'opened',
      true,
    );
    told('decidable_shops_evicted_total', 'Shops closed because others needed the memory.', 'evicted', true);
  }

  /** Reads the work of organizations whenever metrics are read. */
  watchWork(work: { readonly seconds: ReadonlyMap<string, number> }): void {
    new Counter({
      name: this.#anew('decidable_work_seconds_total'),
      help: 'Processor time by organization: of those with the most, since they were told by name, and of all others.',
      labelNames: ['organization'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [organization, seconds] of work.seconds) this.inc({ organization }, seconds);
      },
    });
  }

  /** Reads what is being read and trained, whenever metrics are read. */
  watchBuilding(builder: { readonly underWay: Readonly<Record<string, number>> }): void {
    new Gauge({
      name: this.#anew('decidable_building_under_way'),
      help: 'Catalogues that are read (build), taken over (load), and trainings (train), those that wait for a thread included.',
      labelNames: ['task'],
      registers: [this.registry],
      collect() {
        for (const [task, count] of Object.entries(builder.underWay)) this.set({ task }, count);
      },
    });
  }

  /** Reads the connections to PostgreSQL whenever metrics are read. */
  watchPool(storage: {
    readonly pool: { readonly used: number; readonly idle: number; readonly waiting: number };
  }): void {
    new Gauge({
      name: this.#anew('decidable_postgres_pool'),
      help: 'Connections of the pool that are used and idle, and statements that wait for one.',
      labelNames: ['state'],
      registers: [this.registry],
      collect() {
        for (const [state, count] of Object.entries(storage.pool)) this.set({ state }, count);
      },
    });
  }

  /** Reads how many sessions are in memory, and their bytes, whenever metrics are read. */
  watchSessions(sessions: { readonly state: SessionsState }): void {
    const told = (name: string, help: string, of: keyof SessionsState) =>
      this.#watch(name, help, () => sessions.state[of]);
    told('decidable_sessions_held', 'Sessions in memory; others are read from the store.', 'held');
    told('decidable_sessions_bytes', 'Memory of sessions, as SESSIONS_MEMORY_MB bounds it.', 'bytes');
  }

  /** The name of a metric, which is made in place of that of a start that had to begin again. */
  #anew(name: string): string {
    this.registry.removeSingleMetric(name);
    return name;
  }

  /** A figure that is read whenever metrics are read. */
  #watch(name: string, help: string, read: () => number, isCount = false): void {
    this.#anew(name);
    const registers = [this.registry];
    if (!isCount) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
      return;
    }
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }

  /** Pass it to the store when it is opened. */
  get storage(): StorageObserver {
    return {
      group: ({ size, milliseconds, failed }) => {
        this.#groupSize.observe(size);
        this.#groupDuration.observe(milliseconds / 1_000);
        if (failed) this.#groupFailures.inc();
      },
      lease: ({ name, held }) => this.#leases.inc({ name }, held ? 1 : -1),
      retained: (what) => {
        if (what === 'step') this.#retentionSteps.inc();
        else if (what === 'failure') this.#retentionFailures.inc();
        else this.#retentionRound.setToCurrentTime();
      },
    };
  }
}
