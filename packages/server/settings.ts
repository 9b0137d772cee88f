import { embeddingSettings } from './embeddings/embedding-settings.ts';
import {
  filled,
  level,
  levels,
  networks,
  optional,
  optionalName,
  profile,
  type Read,
  rate,
  share,
  whole,
} from './setting-readers.ts';
import { tracingSettings } from './tracing/tracing-settings.ts';

/** One row of the table in `docs/configuration.md`. */
export interface Setting {
  readonly variable: string;
  readonly flag?: string;
  readonly standard: string | undefined;
  readonly meaning: string;
  readonly read: (text: string | undefined) => Read<unknown>;
}

const table = [
  {
    variable: 'PORT',
    flag: 'port',
    standard: '8787',
    meaning: 'Port of the API. 0 takes any free one.',
    read: whole(0, 65_535),
  },
  {
    variable: 'HOST',
    flag: 'host',
    standard: '0.0.0.0',
    meaning: 'Address that the API listens on.',
    read: filled,
  },
  {
    variable: 'OPERATIONS_PORT',
    flag: 'operations-port',
    standard: '8788',
    meaning: 'Port of health, readiness and metrics. 0 takes any free one.',
    read: whole(0, 65_535),
  },
  {
    variable: 'OPERATIONS_HOST',
    flag: 'operations-host',
    standard: '127.0.0.1',
    meaning: 'Address that health, readiness and metrics listen on.',
    read: filled,
  },
  {
    variable: 'DECIDABLE_DATA',
    flag: 'data',
    standard: '.decidable',
    meaning:
      'The data folder. One running service a folder. With `STORAGE=cluster` it holds only what a node cannot count at once.',
    read: filled,
  },
  {
    variable: 'DECIDABLE_NODE',
    flag: 'node',
    standard: undefined,
    meaning:
      'Name of this service in the rows that requests are counted on, and in the log of a cluster. It should outlast restarts, and be of one node; reports add up the rows of all names. Default: local; with `STORAGE=cluster`, the name of the machine and five characters that the data folder keeps.',
    read: optionalName,
  },
  {
    variable: 'STORAGE',
    standard: 'embedded',
    meaning:
      'Where facts are kept: `embedded` is one service with its data folder, `cluster` any number of them on one PostgreSQL.',
    read: profile,
  },
  {
    variable: 'DATABASE_URL',
    standard: undefined,
    meaning:
      'Address of the PostgreSQL database, `postgresql://user:password@host/name`. Used with `STORAGE=cluster` only.',
    read: optional,
  },
  {
    variable: 'VALKEY_URL',
    standard: undefined,
    meaning:
      'Address of the Valkey or Redis (7 or later) that all nodes share: `valkey://user:password@host:6379`, `valkeys:` with TLS; a Cluster by several hosts (`valkey://one:6379,two:6379`) or `?cluster=true`. Used with `STORAGE=cluster` only.',
    read: optional,
  },
  {
    variable: 'RATE_LIMIT_SESSION',
    flag: 'rate-limit-session',
    standard: '20:60',
    meaning: 'Requests a second and burst of one session.',
    read: rate,
  },
  {
    variable: 'RATE_LIMIT_CLIENT',
    flag: 'rate-limit-client',
    standard: '100:300',
    meaning: 'Requests a second and burst of one key from one address.',
    read: rate,
  },
  {
    variable: 'RATE_LIMIT_KEY',
    flag: 'rate-limit-key',
    standard: '2000:6000',
    meaning: 'Requests a second and burst of one key.',
    read: rate,
  },
  {
    variable: 'RATE_LIMIT_UNKEYED',
    flag: 'rate-limit-unkeyed',
    standard: '5:50',
    meaning: 'Requests without a valid key, a second and in a burst, that one address may send.',
    read: rate,
  },
  {
    variable: 'RATE_LIMIT_GRADING',
    flag: 'rate-limit-grading',
    standard: '0.5:30',
    meaning:
      'Gradings a second and burst of one key. Two run at a time; where the rate is over 2, as many as the rate.',
    read: rate,
  },
  {
    variable: 'RATE_LIMIT_WORK',
    flag: 'rate-limit-work',
    standard: '500:2500',
    meaning:
      'Milliseconds of processor time a second, and at once, that one key may use from one address: on the serving thread and for reading bodies, of which a megabyte counts as 10 more.',
    read: rate,
  },
  {
    variable: 'RATE_LIMIT_ORGANIZATION_WORK',
    flag: 'rate-limit-organization-work',
    standard: '2000:20000',
    meaning:
      'The same of one organization, whatever its keys and addresses; gradings, trainings and imports count as well.',
    read: rate,
  },
  {
    variable: 'TRUSTED_PROXIES',
    flag: 'trusted-proxies',
    standard: '',
    meaning:
      'Addresses and networks, separated by commas, whose X-Forwarded-For and X-Forwarded-Proto are believed; `loopback`, `linklocal` and `uniquelocal` stand for theirs.',
    read: networks,
  },
  {
    variable: 'SHOP_SERVERS',
    flag: 'shop-servers',
    standard: '',
    meaning:
      'Addresses and networks, separated by commas, of servers that send the signals of many shoppers. Learning does not bound their visits by address. Written like `TRUSTED_PROXIES`.',
    read: networks,
  },
  {
    variable: 'LOG_LEVEL',
    flag: 'log-level',
    standard: 'info',
    meaning: `One of ${levels.join(', ')}.`,
    read: level,
  },
  {
    variable: 'LOG_SAMPLE',
    flag: 'log-sample',
    standard: '0.01',
    meaning: 'Share of successful requests that is logged; 1 logs all. Every other answer is logged always.',
    read: share,
  },
  {
    variable: 'WORKERS',
    flag: 'workers',
    standard: '2',
    meaning: 'Worker threads that grade catalogues.',
    read: whole(1, 64),
  },
  {
    variable: 'SHOPS_MEMORY_MB',
    flag: 'shops-memory-mb',
    standard: '768',
    meaning:
      'Memory for the catalogues and models of open shops; beyond it the least recently used are closed, and read again when they are asked for. 100,000 products with a trained model take some 50.',
    read: whole(1, 1_000_000),
  },
  {
    variable: 'SESSIONS_MEMORY_MB',
    flag: 'sessions-memory-mb',
    standard: '64',
    meaning:
      'Memory for sessions in use, 1 to 200 kB each and mostly 2 to 5; others are read again from the store when they are asked for.',
    read: whole(1, 1_000_000),
  },
  {
    variable: 'DEADLINE_MS',
    flag: 'deadline-ms',
    standard: '2000',
    meaning:
      'How long the service may work on a call that is no grading, from the last byte of its body until it is stored; then it is answered with 503. A write that has begun is waited for, up to 8 s more. For a catalogue that is being opened a call waits half as long.',
    read: whole(100, 60_000),
  },
  {
    variable: 'MAX_LAG_MS',
    flag: 'max-lag-ms',
    standard: '500',
    meaning: 'Delay of the event loop above which new requests are answered with 503.',
    read: whole(10, 60_000),
  },
  {
    variable: 'COMPRESS_FROM_BYTES',
    flag: 'compress-from-bytes',
    standard: '4096',
    meaning:
      'Answers of so many bytes or more are compressed where the caller takes it (`Accept-Encoding`: br or gzip). 0 compresses none, as where a proxy does.',
    read: whole(0, 1_000_000_000),
  },
  {
    variable: 'READY_DAYS',
    flag: 'ready-days',
    standard: '7',
    meaning:
      'Shops that were ranked for in so many days are opened at the start, the last one first, up to three quarters of `SHOPS_MEMORY_MB`. 0 opens none.',
    read: whole(0, 36_500),
  },
  {
    variable: 'READY_SECONDS',
    flag: 'ready-seconds',
    standard: '120',
    meaning:
      'How long /ready waits for these shops at most, from when the store has said which they are. Those that are left are opened afterwards. 0 does not wait.',
    read: whole(0, 3_600),
  },
  {
    variable: 'LAME_DUCK_SECONDS',
    flag: 'lame-duck-seconds',
    standard: '5',
    meaning:
      'How long /ready fails before requests are refused when the service is told to stop: longer than a balancer takes to notice. Where nobody asked for /ready in the last minute, nobody is waited for. 0 also leaves out the second in which new connections are refused and open ones answered.',
    read: whole(0, 3_600),
  },
  {
    variable: 'DRAIN_SECONDS',
    flag: 'drain-seconds',
    standard: '25',
    meaning: 'How long requests in flight may take to finish when the service is told to stop.',
    read: whole(0, 3_600),
  },
  {
    variable: 'RETENTION_SESSIONS_DAYS',
    flag: 'retention-sessions-days',
    standard: '30',
    meaning: 'Days without a signal after which a session is removed with its signals.',
    read: whole(1, 36_500),
  },
  {
    variable: 'RETENTION_OUTCOMES_DAYS',
    flag: 'retention-outcomes-days',
    standard: '180',
    meaning: 'Days after which events, exposures and orders are removed.',
    read: whole(1, 36_500),
  },
  {
    variable: 'RETENTION_DECISIONS_DAYS',
    flag: 'retention-decisions-days',
    standard: '180',
    meaning:
      'Days after which ranking decisions are removed, and the replaced catalogues and models that it would take to make them again.',
    read: whole(1, 36_500),
  },
  {
    variable: 'RETENTION_EXPORTS_DAYS',
    flag: 'retention-exports-days',
    standard: '90',
    meaning:
      'Days after which exports that were uploaded for grading are removed. The results of gradings stay; they can no longer be repaired in place.',
    read: whole(1, 36_500),
  },
  ...embeddingSettings,
  ...tracingSettings,
] as const satisfies readonly Setting[];

/** Every setting, in the order of the documentation. */
export const settings: readonly Setting[] = table;

type Value<R> = R extends { readonly value: infer T } ? T : never;

/** The values of the settings, by variable. */
export type SettingValues = {
  readonly [Row in (typeof table)[number] as Row['variable']]: Value<ReturnType<Row['read']>>;
};
