import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { StorageObserver } from '../storage/ports.ts';

export type BreakerState = 'closed' | 'half-open' | 'open';

const BREAKER_STATES: readonly BreakerState[] = ['closed', 'half-open', 'open'];

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
  readonly #damaged: Gauge;
  readonly #breaker: Gauge<'dependency' | 'state'>;
  readonly #shed: Counter<'reason'>;
  readonly #openings: Histogram<'outcome'>;
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

  /** A statement of the store failed with this code. */
  storeFailed(code: string): void {
    this.#storeFailures.inc({ code });
  }

  /** A shop was opened, or could not be. */
  shopOpened(milliseconds: number, isOpen: boolean): void {
    this.#openings.observe({ outcome: isOpen ? 'opened' : 'failed' }, milliseconds / 1_000);
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
  watchShops(shops: { readonly state: ShopsState }): void {
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
      name: 'decidable_work_seconds_total',
      help: 'Processor time by organization: of those with the most, since they were told by name, and of all others.',
      labelNames: ['organization'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [organization, seconds] of work.seconds) this.inc({ organization }, seconds);
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

  /** A figure that is read whenever metrics are read, in place of that of a start that had to begin again. */
  #watch(name: string, help: string, read: () => number, isCount = false): void {
    this.registry.removeSingleMetric(name);
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
    };
  }
}
