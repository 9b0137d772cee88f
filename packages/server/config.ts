import { type EmbeddingsConfig, readEmbeddings } from './embeddings/read-embeddings.ts';
import { isPostgresAddress, type LogLevel, type RateLimit } from './setting-readers.ts';
import { type SettingValues, settings } from './settings.ts';
import { readAddress, UnusableAddress } from './storage/cluster/valkey/connection/valkey-address.ts';
import type { Retention } from './storage/ports.ts';
import { readTracing, type TracingConfig } from './tracing/read-tracing.ts';

export { isPostgresAddress } from './setting-readers.ts';

const day = 86_400_000;
const MiB = 1024 * 1024;

/** All settings of the service at its start; validated by `readConfig`. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly operationsHost: string;
  readonly operationsPort: number;
  /** The data folder: the embedded store, and what a node keeps for itself. */
  readonly data: string;
  /** The address of PostgreSQL, where many nodes share a store; absent where it is embedded. */
  readonly databaseUrl?: string;
  /** The address of what these nodes share beside it. */
  readonly valkeyUrl?: string;
  /** What was given and has no effect, with what would give it one; for the log. */
  readonly unused: readonly string[];
  /** The name of this node, where one was chosen: see `nodeName`. */
  readonly node?: string;
  readonly rateLimits: {
    readonly session: RateLimit;
    readonly client: RateLimit;
    readonly key: RateLimit;
    readonly unkeyed: RateLimit;
    readonly grading: RateLimit;
    /** Processor time in ms: of a key from one address, and of an organization. */
    readonly work: RateLimit;
    readonly organizationWork: RateLimit;
  };
  /** Addresses and networks whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  /** Addresses and networks of servers that send signals for many shoppers. */
  readonly shopServers: readonly string[];
  readonly log: {
    readonly level: LogLevel;
    /** The share of successful requests that is logged, 0 to 1. */
    readonly sample: number;
  };
  /** Absent where products are found by words alone. */
  readonly embeddings?: EmbeddingsConfig | undefined;
  /** Absent where no traces are exported. */
  readonly tracing?: TracingConfig | undefined;
  /** Worker threads for grading. */
  readonly workers: number;
  /** The most memory of open shops, and of sessions, in bytes. */
  readonly memory: { readonly shops: number; readonly sessions: number };
  /** Shops ranked for within so many ms are opened at the start, for which readiness waits so many ms at most. */
  readonly ready: { readonly within: number; readonly wait: number };
  /** How long the service may work on a request to an endpoint that does not grade, in ms. */
  readonly deadline: number;
  /** Event-loop delay in ms above which new requests are shed. */
  readonly maxLag: number;
  /** Bytes from which on answers are compressed; infinite where none are. */
  readonly compressFrom: number;
  /** The time for which readiness fails before requests are refused, in ms. */
  readonly lameDuck: number;
  /** The time that requests in flight have to finish when the service stops, in ms. */
  readonly drain: number;
  /** The retention times of stored facts. */
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

type Given = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings from environment variables; flags take precedence.
 *
 * @param flags by the name of the flag without dashes, e.g. `{ port: '0' }`
 * @throws ConfigError naming every setting that is wrong and what it should look like
 */
export function readConfig(environment: Given, flags: Given = {}): Config {
  const { values, tracing, embeddings } = readSettings(environment, flags);
  return {
    host: values.HOST,
    port: values.PORT,
    operationsHost: values.OPERATIONS_HOST,
    operationsPort: values.OPERATIONS_PORT,
    data: values.DECIDABLE_DATA,
    ...(values.STORAGE === 'cluster' && { databaseUrl: values.DATABASE_URL! }),
    ...(values.VALKEY_URL !== undefined && { valkeyUrl: values.VALKEY_URL }),
    unused:
      values.STORAGE === 'embedded' && values.DATABASE_URL !== undefined
        ? ['DATABASE_URL is set and not used: set STORAGE=cluster to keep everything in PostgreSQL']
        : [],
    ...(values.DECIDABLE_NODE !== undefined && { node: values.DECIDABLE_NODE }),
    rateLimits: {
      session: values.RATE_LIMIT_SESSION,
      client: values.RATE_LIMIT_CLIENT,
      key: values.RATE_LIMIT_KEY,
      unkeyed: values.RATE_LIMIT_UNKEYED,
      grading: values.RATE_LIMIT_GRADING,
      work: values.RATE_LIMIT_WORK,
      organizationWork: values.RATE_LIMIT_ORGANIZATION_WORK,
    },
    trustedProxies: values.TRUSTED_PROXIES,
    shopServers: values.SHOP_SERVERS,
    log: { level: values.LOG_LEVEL, sample: values.LOG_SAMPLE },
    tracing,
    embeddings,
    workers: values.WORKERS,
    memory: { shops: values.SHOPS_MEMORY_MB * MiB, sessions: values.SESSIONS_MEMORY_MB * MiB },
    ready: { within: values.READY_DAYS * day, wait: values.READY_SECONDS * 1000 },
    deadline: values.DEADLINE_MS,
    maxLag: values.MAX_LAG_MS,
    compressFrom: values.COMPRESS_FROM_BYTES === 0 ? Infinity : values.COMPRESS_FROM_BYTES,
    lameDuck: values.LAME_DUCK_SECONDS * 1000,
    drain: values.DRAIN_SECONDS * 1000,
    retention: {
      sessions: values.RETENTION_SESSIONS_DAYS * day,
      outcomes: values.RETENTION_OUTCOMES_DAYS * day,
      decisions: values.RETENTION_DECISIONS_DAYS * day,
      exports: values.RETENTION_EXPORTS_DAYS * day,
    },
  };
}

function readSettings(
  environment: Given,
  flags: Given,
): Pick<Config, 'tracing' | 'embeddings'> & { readonly values: SettingValues } {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const { variable, flag, standard, read } of settings) {
    const fromFlag = flag === undefined ? undefined : flags[flag];
    const fromEnvironment = environment[variable];
    const text = fromFlag ?? (fromEnvironment === '' ? undefined : fromEnvironment) ?? standard;
    const result = read(text);
    if ('value' in result) values[variable] = result.value;
    else problems.push(`${fromFlag === undefined ? variable : `--${flag}`} ${result.problem}`);
  }
  // A platform may set the address of some database that the embedded store has nothing to do with.
  if (values.STORAGE === 'cluster' && !isPostgresAddress(String(values.DATABASE_URL ?? '')))
    problems.push(
      'DATABASE_URL must be an address such as postgresql://user:password@host:5432/name when STORAGE is cluster.',
    );
  if (values.VALKEY_URL !== undefined) {
    const problem = values.STORAGE === 'cluster' ? problemOf(String(values.VALKEY_URL)) : VALKEY_ALONE;
    if (problem !== undefined) problems.push(problem);
  }
  const tracing = readTracing(values as SettingValues, problems);
  // The limits of embeddings are read where all settings can be.
  const embeddings = readEmbeddings(values as SettingValues, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return { values: values as SettingValues, tracing, embeddings };
}

const VALKEY_ALONE =
  'VALKEY_URL is for nodes that share a store: set STORAGE=cluster and DATABASE_URL, or remove it.';

/** Why an address of Valkey cannot be used. */
function problemOf(valkeyUrl: string): string | undefined {
  try {
    readAddress(valkeyUrl);
    return undefined;
  } catch (error) {
    if (error instanceof UnusableAddress) return error.message;
    throw error;
  }
}
