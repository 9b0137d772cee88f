import type { Logger } from 'pino';

/** How long refusals are gathered into one line; ms. Set by hand. */
const WINDOW = 10_000;
/** Correlation ids of one line at most. Set by hand: 20 kB. */
export const MAX_IDS = 500;

/**
 * Refusals while the service cannot serve: its store is away, it starts or stops, too much is asked. The first one has a line
 * of its own, as any other answer. Those that follow come by the thousand and say the same: they share a line every ten
 * seconds, with their correlation ids, so that each is still found.
 */
export class OutageLog {
  readonly #log: Logger;
  #correlationIds: string[] = [];
  #routes: Record<string, number> = {};
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** @returns whether a refusal is told with others; else it is the first one of an outage */
  gathers(correlationId: string, route: string | null): boolean {
    if (this.#timer === undefined) {
      this.#wait();
      return false;
    }
    this.#correlationIds.push(correlationId);
    const name = route ?? 'other';
    this.#routes[name] = (this.#routes[name] ?? 0) + 1;
    if (this.#correlationIds.length === MAX_IDS) this.#tell();
    return true;
  }

  /** Tells of those that were gathered. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#tell();
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#correlationIds.length === 0) return;
      this.#tell();
      this.#wait();
    }, WINDOW).unref();
  }

  #tell(): void {
    const refused = this.#correlationIds.length;
    if (refused === 0) return;
    const line = { status: 503, refused, routes: this.#routes, correlationIds: this.#correlationIds };
    this.#log.error(line, 'refused while the service could not serve');
    this.#correlationIds = [];
    this.#routes = {};
  }
}
