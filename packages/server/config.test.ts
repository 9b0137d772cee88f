import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { ConfigError, readConfig } from './config.ts';
import { settings } from './settings.ts';

const problemsOf = (environment: Record<string, string>, flags: Record<string, string> = {}) => {
  try {
    readConfig(environment, flags);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
  return [];
};

describe('the configuration', () => {
  it('has a usable default for everything', () => {
    const config = readConfig({});
    assert.equal(config.port, 8787);
    assert.equal(config.operationsHost, '127.0.0.1');
    assert.deepEqual(config.rateLimits, {
      session: { rate: 20, burst: 60 },
      client: { rate: 100, burst: 300 },
      key: { rate: 2_000, burst: 6_000 },
      unkeyed: { rate: 5, burst: 50 },
      grading: { rate: 0.5, burst: 30 },
      work: { rate: 500, burst: 2_500 },
      organizationWork: { rate: 2_000, burst: 20_000 },
    });
    assert.deepEqual(config.trustedProxies, []);
    const day = 24 * 60 * 60_000;
    assert.deepEqual(config.memory, { shops: 768 * 1024 * 1024, sessions: 64 * 1024 * 1024 });
    assert.deepEqual(config.retention, {
      sessions: 30 * day,
      outcomes: 180 * day,
      decisions: 180 * day,
      exports: 90 * day,
    });
  });

  it('is read from the environment; flags take precedence', () => {
    assert.equal(readConfig({ PORT: '9000' }).port, 9000);
    assert.equal(readConfig({ PORT: '9000' }, { port: '9001' }).port, 9001);
    assert.deepEqual(readConfig({ RATE_LIMIT_SESSION: '2.5:7' }).rateLimits.session, { rate: 2.5, burst: 7 });
    assert.deepEqual(readConfig({ SHOP_SERVERS: '192.0.2.0/24' }).shopServers, ['192.0.2.0/24']);
    assert.deepEqual(readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, loopback' }).trustedProxies, [
      '10.0.0.0/8',
      'loopback',
    ]);
    assert.deepEqual(readConfig({ SHOPS_MEMORY_MB: '1', SESSIONS_MEMORY_MB: '1000000' }).memory, {
      shops: 1024 * 1024,
      sessions: 1_000_000 * 1024 * 1024,
    });
    assert.equal(readConfig({}).node, undefined);
    assert.equal(readConfig({ DECIDABLE_NODE: 'n'.repeat(64) }).node, 'n'.repeat(64));
    assert.equal(readConfig({}, { node: '1' }).node, '1');
  });

  it('treats an empty variable as unset', () => {
    assert.equal(readConfig({ PORT: '' }).port, 8787);
  });

  for (const [variable, value] of [
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['OPERATIONS_PORT', '-1'],
    ['RATE_LIMIT_SESSION', '20'],
    ['RATE_LIMIT_CLIENT', '0:10'],
    ['RATE_LIMIT_KEY', '10:0'],
    ['RATE_LIMIT_UNKEYED', 'a:b'],
    ['RATE_LIMIT_GRADING', '1:1:1'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_SAMPLE', '1.5'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'proxy.internal'],
    ['WORKERS', '0'],
    ['MAX_LAG_MS', '1'],
    ['SHOPS_MEMORY_MB', '0'],
    ['SHOPS_MEMORY_MB', '1000001'],
    ['SESSIONS_MEMORY_MB', '0'],
    ['SESSIONS_MEMORY_MB', '1.5'],
    ['SESSIONS_MEMORY_MB', '1000001'],
    ['DECIDABLE_DATA', ' '],
    ['DECIDABLE_NODE', 'n'.repeat(65)],
    ['DECIDABLE_NODE', 'shop 1'],
  ] as const) {
    it(`refuses ${variable}=${value} and says what it should look like`, () => {
      const problems = problemsOf({ [variable]: value });
      assert.equal(problems.length, 1);
      assert.match(problems[0], new RegExp(`^${variable} must `));
    });
  }

  it('names every setting that is wrong at once, and flags as flags', () => {
    const problems = problemsOf({ LOG_LEVEL: 'loud' }, { port: 'x' });
    assert.equal(problems.length, 2);
    assert.match(problems.join('\n'), /--port must.*LOG_LEVEL must/s);
  });

  it('refuses a database or cache that it cannot use, instead of ignoring it, and prints no secret', () => {
    const problems = problemsOf({
      STORAGE: 'cluster',
      DATABASE_URL: 'mysql://decidable:hunter2@db/decidable',
      VALKEY_URL: 'redis://:hunter2@cache',
    });
    assert.equal(problems.length, 1);
    assert.match(problems[0], /^DATABASE_URL must be an address such as postgresql:/);
    assert.doesNotMatch(problems.join(), /hunter2/);
    assert.match(problemsOf({ STORAGE: 'cluster' }).join(), /DATABASE_URL must be an address/);
    assert.match(problemsOf({ STORAGE: 'both' }).join(), /STORAGE must be embedded or cluster/);
    const VALKEY_URL = 'redis://:hunter2@cache';
    assert.match(
      problemsOf({ VALKEY_URL }).join(),
      /^VALKEY_URL is for nodes that share a store: set STORAGE=cluster/,
    );
    const DATABASE_URL = 'postgresql://db/decidable';
    assert.match(
      problemsOf({ STORAGE: 'cluster', DATABASE_URL, VALKEY_URL: 'http://:hunter2@cache' }).join(),
      /^VALKEY_URL must begin with valkey:, valkeys:, redis: or rediss:\.$/,
    );
    assert.equal(readConfig({ STORAGE: 'cluster', DATABASE_URL, VALKEY_URL }).valkeyUrl, VALKEY_URL);
    assert.equal(readConfig({ STORAGE: 'cluster', DATABASE_URL }).valkeyUrl, undefined);
  });

  it('exports traces where a collector is named, by the names of OpenTelemetry', () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
    assert.deepEqual(readConfig(endpoint).tracing, {
      url: 'http://collector:4318/v1/traces',
      resource: { 'service.name': 'decidable' },
      sampler: 'parentbased_always_on',
      share: 1,
      batches: { waiting: 2_048, spans: 512, delay: 5_000 },
    });
    const chosen = readConfig({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example/otlp/',
      OTEL_RESOURCE_ATTRIBUTES: ' service.name=other , team=shop%2Cweb,empty=',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      OTEL_BSP_MAX_QUEUE_SIZE: '100',
    }).tracing;
    assert.equal(chosen?.url, 'https://otlp.example/otlp/v1/traces');
    assert.deepEqual(chosen?.resource, { 'service.name': 'other', team: 'shop,web', empty: '' });
    assert.deepEqual([chosen?.sampler, chosen?.share], ['parentbased_traceidratio', 0.25]);
    assert.deepEqual(chosen?.batches, { waiting: 100, spans: 100, delay: 5_000 });
    const own = { ...endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://traces:4318/custom' };
    assert.equal(readConfig(own).tracing?.url, 'http://traces:4318/custom');
    const named = { ...endpoint, OTEL_SERVICE_NAME: 'shop', OTEL_RESOURCE_ATTRIBUTES: 'service.name=other' };
    assert.equal(readConfig(named).tracing?.resource['service.name'], 'shop');
  });

  it('exports no traces without a collector, or where they are turned off; other settings are then for others', () => {
    const elsewhere = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_TRACES_SAMPLER: 'xray' };
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' };
    for (const off of [
      {},
      { ...endpoint, OTEL_SDK_DISABLED: 'TRUE' },
      { ...endpoint, OTEL_TRACES_EXPORTER: 'none' },
    ])
      assert.equal(readConfig({ ...elsewhere, ...off }).tracing, undefined);
  });

  for (const [variable, value] of [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'grpc://user:hunter2@collector'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_EXPORTER', 'zipkin'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'shop'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'shop=%'],
    ['OTEL_BSP_SCHEDULE_DELAY', '3600001'],
    ['OTEL_BSP_MAX_QUEUE_SIZE', '0'],
    ['OTEL_BSP_MAX_QUEUE_SIZE', '100001'],
    ['OTEL_BSP_MAX_EXPORT_BATCH_SIZE', '0'],
  ] as const) {
    it(`refuses ${variable}=${value} where traces are exported`, () => {
      const problems = problemsOf({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
        [variable]: value,
      });
      assert.equal(problems.length, 1);
      assert.match(problems[0], new RegExp(`^${variable} must `));
      assert.doesNotMatch(problems[0], /hunter2/);
    });
  }

  it('keeps everything in PostgreSQL only where the storage profile says so', () => {
    const DATABASE_URL = 'postgres://decidable:hunter2@db/decidable';
    const embedded = readConfig({ DATABASE_URL });
    assert.equal(embedded.databaseUrl, undefined);
    assert.match(embedded.unused.join(), /^DATABASE_URL is set and not used: set STORAGE=cluster/);
    assert.equal(readConfig({ DATABASE_URL: 'mysql://shop@db/shop' }).databaseUrl, undefined);
    const cluster = readConfig({ DATABASE_URL, STORAGE: 'cluster' });
    assert.equal(cluster.databaseUrl, DATABASE_URL);
    assert.deepEqual(cluster.unused, []);
    assert.equal(readConfig({ DATABASE_URL, STORAGE: 'cluster', DECIDABLE_NODE: 'n1' }).node, 'n1');
  });

  it('never repeats a value that does not look like the setting: it may be a secret in the wrong place', () => {
    assert.doesNotMatch(problemsOf({ PORT: 'postgres://u:hunter2@db' }).join(), /hunter2/);
  });

  it('is documented: the rows of the table are the settings, in their order', () => {
    const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
    const rows = settings.map(({ variable, flag, standard, meaning }) => {
      const code = (text: string) => (text === '' ? '' : `\`${text}\``);
      return `| \`${variable}\` | ${code(flag ? `--${flag}` : '')} | ${code(standard ?? '')} | ${meaning} |`;
    });
    assert.deepEqual(page.match(/^\| `.+$/gm), rows);
  });
});
