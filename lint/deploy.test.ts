import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Metrics } from '../packages/server/operations/metrics.ts';
import { withoutHaproxy } from '../packages/server/testing/proxies/haproxy-process.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const text = (file: string) => readFileSync(join(root, file), 'utf8');

test('alerts and board ask for metrics that the service has', async () => {
  const metrics = new Metrics();
  metrics.watchGrading({ depth: 0 });
  metrics.watchShops({ state: { open: 0, opening: 0, bytes: 0, opened: 0, evicted: 0 }, trained: [] });
  metrics.watchBuilding({ underWay: {} });
  metrics.watchPool({ pool: { used: 0, idle: 0, waiting: 0 } });
  metrics.watchWork({ seconds: new Map([['org', 1]]) });
  metrics.watchSessions({ state: { held: 0, bytes: 0 } });
  const known = new Set(
    (await metrics.registry.getMetricsAsJSON()).flatMap(({ name, type }) =>
      String(type) === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
    ),
  );
  for (const file of ['deploy/monitoring/alerts.yaml', 'deploy/monitoring/grafana.json']) {
    const asked = text(file).match(/\bdecidable_[a-z_]+/g) ?? [];
    assert.ok(asked.length > 8, file);
    assert.deepEqual(
      asked.filter((name) => !known.has(name)),
      [],
      file,
    );
  }
  assert.ok(JSON.parse(text('deploy/monitoring/grafana.json')).panels.length > 0);
});

test('the settings that the files name are settings of the service', () => {
  const settings = new Set(
    [...text('docs/configuration.md').matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name = '']) => name),
  );
  const others = new Set(['NODE_ENV', 'NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'DECIDABLE']);
  for (const file of globSync('deploy/**/*', { cwd: root, withFileTypes: true }).filter((each) =>
    each.isFile(),
  )) {
    const page = readFileSync(join(file.parentPath, file.name), 'utf8');
    const named =
      page.match(/\b(?:DECIDABLE|HOST|PORT|OPERATIONS|TRUSTED|SHOPS|LAME|DRAIN|NODE)_[A-Z_]+\b/g) ?? [];
    assert.deepEqual(
      named.filter((name) => !settings.has(name) && !others.has(name)),
      [],
      file.name,
    );
  }
});

/** What a stop takes at most besides lame duck and drain: connections and traces, in s; see docs/guides/running.md. */
const REST = 10;

test('what is killed at last has lame duck, drain and the end of connections and traces behind it', () => {
  const seconds = (pattern: RegExp, file: string) => Number(pattern.exec(text(file))?.[1]);
  const drain = seconds(/`DRAIN_SECONDS` \|[^|]*\| `(\d+)`/, 'docs/configuration.md');
  const lameDuck = seconds(/`LAME_DUCK_SECONDS` \|[^|]*\| `(\d+)`/, 'docs/configuration.md');
  const chosen = seconds(/LAME_DUCK_SECONDS, value: "(\d+)"/, 'deploy/kubernetes.yaml');
  assert.ok(
    seconds(/terminationGracePeriodSeconds: (\d+)/, 'deploy/kubernetes.yaml') >= drain + chosen + REST,
  );
  const ofNode = 'deploy/cluster/kubernetes.yaml';
  const hook = seconds(/sleep: \{ seconds: (\d+) \}/, ofNode);
  const chosenOfNode = seconds(/LAME_DUCK_SECONDS, value: "(\d+)"/, ofNode);
  assert.ok(seconds(/terminationGracePeriodSeconds: (\d+)/, ofNode) >= hook + drain + chosenOfNode + REST);
  const stop = seconds(/stop_grace_period: (\d+)s/, 'deploy/compose/compose.yaml');
  assert.ok(stop >= drain + lameDuck + REST);
  assert.ok(seconds(/TimeoutStopSec=(\d+)/, 'deploy/decidable.service') >= drain + lameDuck + REST);
});

test('the unit bounds memory, and leaves room for the threads that the service may have', () => {
  const unit = text('deploy/decidable.service');
  assert.match(unit, /^MemoryMax=\d+%$/m);
  // Threads that grade (WORKERS, 64 at most), those of other work, of the file system and of V8.
  assert.ok(Number(/^TasksMax=(\d+)$/m.exec(unit)?.[1]) >= 64 + 100);
});

test('the proxies let every body through that the service takes, and leave no address to the caller', () => {
  const config = text('deploy/proxies/nginx.conf');
  for (const each of [config, text('deploy/compose/nginx.conf')])
    assert.ok(Number(/client_max_body_size (\d+)m/.exec(each)?.[1]) > 32);
  const places = config.match(/location [^{]+\{/g) ?? [];
  for (const header of ['Host $host', 'X-Forwarded-Proto $scheme', 'X-Forwarded-For $remote_addr']) {
    assert.equal(config.split(`proxy_set_header ${header};`).length - 1, places.length, header);
  }
});

test('HAProxy reads its file, which names the nodes of the compose file, and calls wait a little longer than the service', {
  skip: withoutHaproxy(),
}, async () => {
  const config = text('deploy/proxies/haproxy.cfg');
  const nodes = text('deploy/compose/nginx.conf').match(/node-\d(?=:8787)/g) ?? [];
  assert.deepEqual(config.match(/(?<=server node-\d )node-\d(?=:8787\n)/g), nodes);
  assert.deepEqual(config.match(/(?<=server node-\d )node-\d(?=:8787 track)/g), nodes);
  const deadline = Number(/`DEADLINE_MS` \|[^|]*\| `(\d+)`/.exec(text('docs/configuration.md'))?.[1]);
  for (const file of [
    'deploy/proxies/haproxy.cfg',
    'deploy/proxies/Caddyfile',
    'deploy/compose/nginx.conf',
  ]) {
    const waits = /(?:timeout server|response_header_timeout|proxy_read_timeout) (\d+)ms/.exec(text(file));
    assert.ok(Number(waits?.[1]) > deadline, file);
  }
  const file = join(folder, 'haproxy.cfg');
  // Their names are known where they are.
  await writeFile(file, config.replaceAll(/ node-\d:8787/g, ' 127.0.0.1:8787'));
  await run('haproxy', ['-c', '-f', file]);
});

test('a node of the compose file has what it takes to be one of several, and trusts the proxy alone', () => {
  const compose = text('deploy/compose/compose.yaml');
  for (const setting of ['STORAGE: cluster', 'DATABASE_URL: postgresql:', 'VALKEY_URL: valkey:'])
    assert.ok(compose.includes(setting), setting);
  const [, nginx] = /TRUSTED_PROXIES: (\S+)/.exec(compose) ?? [];
  assert.ok(compose.includes(`ipv4_address: ${nginx} `));
  const nodes = compose.match(/^ {2}node-\d(?=:\n {4}<<)/gm)?.map((name) => name.trim()) ?? [];
  assert.deepEqual(text('deploy/compose/nginx.conf').match(/node-\d(?=:8787)/g), nodes);
  assert.equal(new Set(compose.match(/node-\d:\/data/g)).size, nodes.length);
});

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decidable-copies-'));
});
after(() => rm(folder, { recursive: true }));

test('backup.sh keeps the newest copies, and restore.sh puts the newest or the named one back', async () => {
  const launcher = join(root, 'packages/cli/bin/decidable.js');
  const data = join(folder, 'data');
  const copies = join(folder, 'copies');
  const env = { ...process.env, DECIDABLE: `${process.execPath} ${launcher}`, DECIDABLE_DATA: data };
  const script = (name: string, ...args: string[]) => run(join(root, 'deploy/copies', name), args, { env });
  const decidable = async (...args: string[]) =>
    (await run(process.execPath, [launcher, ...args], { env })).stdout;

  await decidable('orgs', 'create', 'First');
  for (const old of ['20200101T000000Z', '20200102T000000Z', 'not-a-copy']) {
    await mkdir(join(copies, old), { recursive: true });
  }
  await script('backup.sh', copies, '2');
  const kept = (await readdir(copies)).sort();
  assert.deepEqual([kept[0], kept[2]], ['20200102T000000Z', 'not-a-copy']);
  assert.match(kept[1], /^\d{8}T\d{6}Z$/);
  assert.equal(kept.length, 3);

  await decidable('orgs', 'create', 'Second');
  await script('restore.sh', copies);
  assert.doesNotMatch(await decidable('orgs', 'list'), /Second/);
  await script('restore.sh', copies, kept[1]);
  assert.match(await decidable('orgs', 'list'), /First/);

  await assert.rejects(script('restore.sh', copies, '19990101T000000Z'), /there is no copy/);
  await assert.rejects(script('backup.sh', copies, 'many'), /COPIES must be a number/);
  assert.deepEqual((await readdir(copies)).sort(), kept);
});
