import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { buildHttpServer } from '../http/http-server.ts';
import { Drain } from '../http/lifecycle/draining.ts';
import { EventLoopLag } from '../http/lifecycle/load-shedding.ts';
import type { Storage } from '../storage/ports.ts';

/** Whatever is asked of it fails: for tests of what needs none of it. */
const nothing = <T extends object>(): T =>
  new Proxy({}, { get: (_, name) => () => Promise.reject(new Error(`${String(name)} is not here`)) }) as T;

/** The HTTP side alone on a port of its own: no store and no endpoint, but the routes that a test mounts. */
export class HttpUnderTest {
  readonly #app: FastifyInstance;
  readonly #lag: EventLoopLag;
  readonly drain: Drain;
  /** Every line of its log. */
  readonly log: readonly Readonly<Record<string, unknown>>[];

  constructor(
    app: FastifyInstance,
    lag: EventLoopLag,
    drain: Drain,
    log: readonly Readonly<Record<string, unknown>>[],
  ) {
    this.#app = app;
    this.#lag = lag;
    this.drain = drain;
    this.log = log;
  }

  static async start(
    site: (app: FastifyInstance) => Promise<void>,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<HttpUnderTest> {
    const lag = new EventLoopLag();
    const drain = new Drain();
    const lines: Readonly<Record<string, unknown>>[] = [];
    const sink = { write: (line: string) => lines.push(JSON.parse(line)) };
    const app = await buildHttpServer({
      config: readConfig({ MAX_LAG_MS: '60000', DEADLINE_MS: '60000', LOG_SAMPLE: '1', ...settings }),
      storage: { ...nothing<Storage>(), keys: nothing() },
      pendingUsage: nothing(),
      largeBodies: nothing(),
      endpoints: [],
      log: pino({ level: 'info' }, sink),
      drain,
      lag,
      observe: () => {},
      shed: () => {},
      notFoundPage: { headers: {}, html: '' },
      site,
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    return new HttpUnderTest(app, lag, drain, lines);
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.#app.server.address() as AddressInfo).port}${path}`;
  }

  async close(): Promise<void> {
    this.#lag.stop();
    this.#app.server.closeAllConnections();
    await this.#app.close();
  }
}
