import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { decidable, finished, firstLine, start } from '../testing/command.ts';

/** Makes Node.js take itself for another, as far as the launcher can see. */
const pretend = (versions: string, platform = process.platform, sqlite = process.versions.sqlite) => [
  '--import',
  `data:text/javascript,${encodeURIComponent(
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${versions}', sqlite: '${sqlite}' } });
     Object.defineProperty(process, 'platform', { value: '${platform}' });`,
  )}`,
];

/** The launcher as an older Node.js runs it; what it hands over to is the real one. */
const old = { node: pretend('20.20.2') };

test('an older Node.js hands over to the one that npm installed, without a word of its own', async () => {
  const { code, stdout, stderr } = await decidable(['--version'], old);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
});

test('an early Node.js 24 announces no experimental features', async () => {
  const { code, stderr } = await decidable(['orgs', '--help'], { node: pretend('24.0.0') });
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
});

test('a Node.js 24 with an SQLite that is too old hands over to the one that npm installed', async () => {
  const { code, stderr } = await decidable(['orgs', '--help'], {
    node: pretend('24.0.0', process.platform, '3.49.1'),
  });
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  const none = await decidable(['--version'], { node: pretend('24.0.0', 'sunos', '3.49.1') });
  assert.equal(none.code, 1);
  assert.match(none.stderr, /This is Node\.js 24\.0\.0 with SQLite 3\.49\.1; .* SQLite 3\.51 or later/);
});

test('exit code and standard input are passed on', async () => {
  const { code, stderr } = await decidable(['audit', '-'], { ...old, stdin: 'id,colour\n"1,red\n' });
  assert.equal(code, 2);
  assert.match(stderr, /standard input, line 2/);
});

test('a fault of ours ends with exit code 1 and says whose it is, with where it happened', async () => {
  const broken = 'data:text/javascript,JSON.stringify = () => { throw new TypeError("broken on purpose"); }';
  const { code, stdout, stderr } = await decidable(['audit', '-', '--json'], {
    node: ['--import', encodeURI(broken)],
    stdin: 'id,colour\n1,red\n2,blue\n',
  });
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
  assert.match(stderr, /^decidable: this is our fault, not yours\. Please report it/);
  assert.match(stderr, /TypeError: broken on purpose\n\s+at /);
});

test('where no Node.js 24 is installed, the launcher says what to install', async () => {
  const { code, stdout, stderr } = await decidable(['--version'], { node: pretend('20.20.2', 'sunos') });
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
  assert.match(stderr, /needs 24 or later/);
  assert.match(stderr, /https:\/\/nodejs\.org\//);
  assert.match(stderr, /npm install/);
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} reaches the service behind the launcher, which waits until it has drained`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'decidable-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const child = start(['serve', '--json', '--port', '0', '--operations-port', '0', '--data', folder], old);
    t.after(() => child.kill('SIGKILL'));
    const { address } = JSON.parse(await firstLine(child)) as { address: string };
    const end = finished(child);
    child.kill(signal);
    assert.equal((await end).code, 0);
    await assert.rejects(fetch(address), 'the service still answers');
  });
}

test('a service whose launcher is killed outright stops too', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'decidable-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const child = start(['serve', '--json', '--port', '0', '--operations-port', '0', '--data', folder], old);
  const { address } = JSON.parse(await firstLine(child)) as { address: string };
  child.kill('SIGKILL');
  await once(child, 'exit');
  // Its standard output closes when the service itself has ended.
  await once(child, 'close');
  await assert.rejects(fetch(address));
});

/** The most that the heap of a service may take, in MB, which its log tells. */
async function heapOf(t: TestContext, folder: string, node: readonly string[]): Promise<number> {
  const service = ['serve', '--json', '--log-level', 'debug', '--port', '0', '--operations-port', '0'];
  const child = start([...service, '--data', folder], { node });
  t.after(() => child.kill('SIGKILL'));
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  await firstLine(child);
  const end = finished(child);
  child.kill('SIGTERM');
  assert.equal((await end).code, 0);
  const line = log.split('\n').find((each) => each.includes('"msg":"memory"'))!;
  return (JSON.parse(line) as { heap: number }).heap / 1024 / 1024;
}

test('in a container the service gets a heap by the memory that there is', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'decidable-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const container = 'process.constrainedMemory = () => 512 * 1024 * 1024';
  const megabytes = await heapOf(t, folder, [
    '--import',
    `data:text/javascript,${encodeURIComponent(container)}`,
  ]);
  // The limit of V8 includes its young generation.
  assert.ok(megabytes >= 230 && megabytes < 330, `${megabytes} MB`);
});

test('the heap that Node.js was given is that of the Node.js that it hands over to', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'decidable-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const heap = ['--max-old-space-size=300', '--max-semi-space-size=8'];
  const megabytes = await heapOf(t, folder, [...old.node, ...heap]);
  assert.ok(Math.abs(megabytes - (300 + 3 * 8)) < 10, `${megabytes} MB`);
});

test('compiled modules are kept in the cache folder of the user, and nowhere if that cannot be written', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'decidable-home-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  const env = { HOME: home, NODE_COMPILE_CACHE: undefined };
  assert.equal((await decidable(['--version'], { env })).code, 0);
  assert.notDeepEqual(await readdir(join(home, '.cache', 'decidable', 'compiled')), []);
  const { code, stderr } = await decidable(['--version'], { env: { ...env, HOME: '/dev/null' } });
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
});
