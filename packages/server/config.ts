import { type LogLevel, type RateLimit, settings } from './settings.ts';
import type { Retention } from './storage/ports.ts';

const day = 86_400_000;

/** Everything that the service can be told at start; validated by `readConfig`. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly operationsHost: string;
  readonly operationsPort: number;
  /** The data folder of the embedded store. */
  readonly data: string;
  /** The name under which requests are counted. */
  readonly node: string;
  readonly rateLimits: {
    readonly session: RateLimit;
    readonly client: RateLimit;
    readonly key: RateLimit;
    readonly unkeyed: RateLimit;
    readonly grading: RateLimit;
  };
  /** Addresses and networks whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  readonly log: {
    readonly level: LogLevel;
    /** The share of successful requests that is logged, 0 to 1. */
    readonly sample: number;
  };
  /** Worker threads for grading. */
  readonly workers: number;
  /** Event-loop delay in ms above which new requests are shed. */
  readonly maxLag: number;
  /** Milliseconds that requests in flight are given to finish when the service stops. */
  readonly drain: number;
  /** How long facts are kept. */
  readonly retention: Retention;
}

/** Settings that cannot be accepted, all of them at once. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads the settings from environment variables, over which flags win.
 *
 * @param flags by the name of the flag without dashes, e.g. `{ port: '0' }`
 * @throws ConfigError naming every setting that is wrong and what it should look like
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  flags: Readonly<Record<string, string | undefined>> = {},
): Config {
  const problems: string[] = [];
  const values = new Map<string, unknown>();
  for (const setting of settings) {
    const fromFlag = setting.flag === undefined ? undefined : flags[setting.flag];
    const fromEnvironment = environment[setting.variable];
    const text = fromFlag ?? (fromEnvironment === '' ? undefined : fromEnvironment) ?? setting.standard;
    const name = fromFlag === undefined ? setting.variable : `--${setting.flag}`;
    const read = setting.read(text);
    if ('problem' in read) problems.push(`${name} ${read.problem}`);
    else values.set(setting.variable, read.value);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  const value = <T>(variable: string) => values.get(variable) as T;
  return {
    host: value('HOST'),
    port: value('PORT'),
    operationsHost: value('OPERATIONS_HOST'),
    operationsPort: value('OPERATIONS_PORT'),
    data: value('DECIDABLE_DATA'),
    node: value('DECIDABLE_NODE'),
    rateLimits: {
      session: value('RATE_LIMIT_SESSION'),
      client: value('RATE_LIMIT_CLIENT'),
      key: value('RATE_LIMIT_KEY'),
      unkeyed: value('RATE_LIMIT_UNKEYED'),
      grading: value('RATE_LIMIT_GRADING'),
    },
    trustedProxies: value('TRUSTED_PROXIES'),
    log: { level: value('LOG_LEVEL'), sample: value('LOG_SAMPLE') },
    workers: value('WORKERS'),
    maxLag: value('MAX_LAG_MS'),
    drain: value<number>('DRAIN_SECONDS') * 1000,
    retention: {
      sessions: value<number>('RETENTION_SESSIONS_DAYS') * day,
      outcomes: value<number>('RETENTION_OUTCOMES_DAYS') * day,
      decisions: value<number>('RETENTION_DECISIONS_DAYS') * day,
    },
  };
}
