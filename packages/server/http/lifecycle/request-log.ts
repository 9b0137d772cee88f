import type { Logger } from 'pino';
import { faultOf } from '../../operations/logged-fault.ts';
import type { ApiKey } from '../../storage/ports.ts';
import { OutageLog } from './outage-log.ts';

/** A request and its answer, for log and metrics. */
export interface Answered {
  /** The route as declared; `null` where there is none. */
  readonly route: string | null;
  readonly method: string;
  readonly status: number;
  readonly milliseconds: number;
  /** The limit that it reached, as `ratelimit-policy` names it. */
  readonly limit?: string;
}

/** The rest of the line of a request. */
interface Details {
  readonly correlationId: string;
  /** The trace that it belongs to, where there is one. */
  readonly traceId?: string | undefined;
  /** Its key, where it had one: its first characters are logged. */
  readonly key?: Pick<ApiKey, 'prefix'> | undefined;
  /** Why the HTTP parser refused it. */
  readonly malformed?: string;
  /** The error that was thrown, when it is a fault of the service; else null. */
  readonly fault: unknown;
}

/**
 * Logs every answer other than 2xx, and a sample of the others: correlation id, trace, route, status, the beginning of
 * the key and the duration; never a key, a body, a query or an address that was typed. Of many answers with 503 only the
 * first has a line of its own.
 */
export class RequestLog {
  readonly #log: Logger;
  readonly #sample: number;
  readonly #observe: (answered: Answered) => void;
  readonly #outage: OutageLog;

  constructor(options: { log: Logger; sample: number; observe: (answered: Answered) => void }) {
    this.#log = options.log;
    this.#sample = options.sample;
    this.#observe = options.observe;
    this.#outage = new OutageLog(options.log);
  }

  close(): void {
    this.#outage.close();
  }

  /** Records the answer to a request. */
  record(answered: Answered, { correlationId, traceId, key, malformed, fault }: Details): void {
    this.#observe(answered);
    const fine = answered.status < 300;
    if (fine && this.#sample < 1 && Math.random() >= this.#sample) return;
    if (answered.status === 503 && this.#outage.gathers(correlationId, answered.route)) return;
    const line = {
      correlationId,
      ...(traceId !== undefined && { traceId }),
      ...answered,
      milliseconds: Math.round(answered.milliseconds * 10) / 10,
      ...(key !== undefined && { key: key.prefix }),
      ...(malformed !== undefined && { malformed }),
      ...(fault !== null && { fault: faultOf(fault) }),
    };
    if (answered.status >= 500) this.#log.error(line, 'answered');
    else if (fine) this.#log.info(line, 'answered');
    else this.#log.warn(line, 'answered');
  }
}
