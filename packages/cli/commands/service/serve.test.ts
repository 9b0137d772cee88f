import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { decidable, finished, firstLine, LAUNCHER, start } from '../../testing/command.ts';

const run = promisify(execFile);

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decidable-'));
});
after(() => rm(folder, { recursive: true, force: true }));

interface Ready {
  readonly address: string;
  readonly operationsAddress: string;
  readonly organizationId: string;
  readonly key: string;
}

const flags = (data: string) => [
  '--port',
  '0',
  '--operations-port',
  '0',
  '--host',
  '127.0.0.1',
  '--data',
  data,
  // A busy machine holds the service up.
  '--max-lag-ms',
  '60000',
];

async function serve(t: TestContext, data: string): Promise<Ready & { readonly stop: () => Promise<void> }> {
  const child = start(['serve', '--demo', '--json', ...flags(data)]);
  t.after(() => child.kill('SIGKILL'));
  const ready = JSON.parse(await firstLine(child)) as Ready;
  return {
    ...ready,
    stop: async () => {
      const end = finished(child);
      child.kill('SIGTERM');
      assert.equal((await end).code, 0);
    },
  };
}

function post(address: string, key: string, path: string, body: object): Promise<Response> {
  return fetch(`${address}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body),
  });
}

async function session(address: string, key: string): Promise<number> {
  const response = await post(address, key, '/session', { sessionId: 's' });
  await response.arrayBuffer();
  return response.status;
}

test('the demo prints three lines to paste, which work: a shopper in headphones gets headphones first', async (t) => {
  const child = start(['serve', '--demo', ...flags(join(folder, 'pasted'))]);
  t.after(() => child.kill('SIGKILL'));
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    if (printed.includes('Ctrl-C')) break;
  }
  const lines = printed.split('\n').filter((line) => line.startsWith('curl '));
  assert.equal(lines.length, 3);
  const answers: { found?: boolean; items?: { id: string; why: string }[] }[] = [];
  for (const line of lines) {
    const { stdout } = await run('sh', ['-c', line]);
    // The next prompt is on a line of its own.
    assert.match(stdout, /\}\n$/);
    answers.push(JSON.parse(stdout));
  }
  const [before, track, after] = answers;
  assert.equal(before.items?.length, 5);
  assert.equal(track.found, true);
  assert.ok(
    after.items?.every(({ id }) => id.startsWith('headphones-')),
    JSON.stringify(after),
  );
  assert.notDeepEqual(
    before.items?.map(({ id }) => id),
    after.items?.map(({ id }) => id),
  );
  assert.match(before.items?.[0]?.why ?? '', /^Nothing in the session speaks for/);
  assert.match(
    after.items?.[0]?.why ?? '',
    /^The shopper asked for the category headphones \(\d+ % of its score\); it costs what the shopper asked for: 50 to 150 \(\d+ %\)\.$/,
  );
  const [, shorter] = /With {2}(\| grep .*?) {2}behind it/.exec(printed) ?? [];
  const { stdout } = await run('sh', ['-c', `${lines[2]} ${shorter}`]);
  assert.match(stdout, /^("id":"headphones-\d+"\n"why":"The shopper asked for [^\n]+"\n){5}$/);
});

test('every start replaces the keys of the demo, and the old one is refused', async (t) => {
  const data = join(folder, 'again');
  const first = await serve(t, data);
  assert.equal(await session(first.address, first.key), 200);
  await first.stop();
  const second = await serve(t, data);
  assert.equal(second.organizationId, first.organizationId);
  assert.equal(await session(second.address, first.key), 401);
  assert.equal(await session(second.address, second.key), 200);
  const at = ['--org', second.organizationId, '--data', data, '--json'];
  const { keys } = JSON.parse((await decidable(['keys', 'list', ...at])).stdout) as {
    keys: { label: string }[];
  };
  assert.deepEqual(
    // Both are made in one moment, so that either may stand first.
    keys.map(({ label }) => label).sort(),
    ['demo key', 'demo pages'],
  );
});

test('commands work beside a running service, which sees their changes at the next request', async (t) => {
  const data = join(folder, 'beside');
  const { address, organizationId: org } = await serve(t, data);
  const at = ['--org', org, '--data', data, '--json'];
  const { stdout } = await decidable(['keys', 'create', ...at]);
  const { id, key } = JSON.parse(stdout) as { id: string; key: string };
  assert.equal(await session(address, key), 200);
  assert.equal((await decidable(['keys', 'revoke', id, ...at])).code, 0);
  assert.equal(await session(address, key), 401);
  const usage = JSON.parse((await decidable(['usage', ...at])).stdout) as {
    lines: { operation: string; requests: number }[];
  };
  assert.equal(usage.lines.find(({ operation }) => operation === 'session')?.requests, 1);
});

test('a catalogue that is imported beside a running service is the one that it ranks', async (t) => {
  const data = join(folder, 'imported');
  const { address, key, organizationId } = await serve(t, data);
  const csv = `id,kind,price\n${Array.from({ length: 20 }, (_, row) => `new-${row},${row % 2 ? 'hat' : 'boot'},${row + 5}`).join('\n')}\n`;
  const args = ['catalogue', 'import', '-', '--org', organizationId, '--data', data, '--json'];
  const { catalogueVersion } = JSON.parse((await decidable(args, { stdin: csv })).stdout) as {
    catalogueVersion: string;
  };
  interface Ranked {
    readonly catalogueVersion: string;
    readonly items: readonly { readonly id: string }[];
  }
  let ranked: Ranked;
  do {
    const request = { sessionId: 's', organizationId, limit: 3 };
    ranked = (await (await post(address, key, '/catalog/ranked', request)).json()) as Ranked;
    // The index is built on a worker; until it is ready the last one answers.
  } while (ranked.catalogueVersion !== catalogueVersion);
  assert.ok(ranked.items.length === 3 && ranked.items.every(({ id }) => id.startsWith('new-')));
});

test('a grading that was kept through the API is read from history', async (t) => {
  const data = join(folder, 'kept');
  const { address, key, organizationId } = await serve(t, data);
  const rows = Array.from({ length: 20 }, (_, row) =>
    [
      row,
      ['red', 'blue', ''][row % 3],
      ['slim', 'wide'][row % 2],
      ['boot', 'clog', 'shoe', 'mule'][(row >> 1) % 4],
    ].join(','),
  );
  const csv = `id,colour,fit,kind\n${rows.join('\n')}\n`;
  const request = { csv, organizationId, category: 'boots' };
  const visit = { sessionId: 'a visit of a page', organizationId };
  const page = await (await fetch(`${address}/demo/`)).text();
  const ofThePages = /pk_live_[\w-]+/.exec(page)?.[0] ?? '';
  assert.equal((await post(address, ofThePages, '/catalog/ranked', visit)).status, 200);
  assert.equal((await post(address, ofThePages, '/catalog/audit', request)).status, 403);
  const answer = (await (await post(address, key, '/catalog/audit', request)).json()) as {
    storage: { id: string };
  };
  const at = ['--org', organizationId, '--data', data];
  const kept = await decidable(['history', ...at, '--category', 'boots', '--json']);
  const { gradings } = JSON.parse(kept.stdout) as { gradings: { id: string; result: unknown }[] };
  assert.deepEqual(
    gradings.map(({ id, result }) => ({ id, result })),
    [{ id: answer.storage.id, result: answer }],
  );
  const listed = await decidable(['history', ...at]);
  assert.match(
    listed.stdout,
    /audit\s+boots\s+([A-E], \d+(\.\d)? left after three answers|no grade), 20 products/,
  );
});

test('a service continues when the reader of its output is gone', async (t) => {
  const child = start(['serve', '--demo', '--json', ...flags(join(folder, 'unread'))]);
  t.after(() => child.kill('SIGKILL'));
  const { address, key } = JSON.parse(await firstLine(child)) as Ready;
  child.stdout.destroy();
  child.stderr.destroy();
  for (let request = 0; request < 3; request++) {
    // Each refusal is logged to the closed pipe.
    assert.equal(await session(address, 'pk_live_wrong'), 401);
  }
  assert.equal(await session(address, key), 200);
});

test('a service continues while its log finds no space, and stops on a signal', {
  skip: !existsSync('/dev/full') && 'there is no /dev/full',
}, async (t) => {
  const args = [
    LAUNCHER,
    'serve',
    '--demo',
    '--json',
    '--log-sample',
    '1',
    ...flags(join(folder, 'unlogged')),
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', openSync('/dev/full', 'w')] });
  t.after(() => child.kill('SIGKILL'));
  let printed = '';
  while (!printed.includes('\n')) printed += String((await once(child.stdout!, 'data'))[0]);
  const { address, key } = JSON.parse(printed) as Ready;
  for (let request = 0; request < 3; request++) assert.equal(await session(address, 'pk_live_wrong'), 401);
  assert.equal(await session(address, key), 200);
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});

test('a second service on the folder is refused and leaves the first its key', async (t) => {
  const data = join(folder, 'taken');
  const { address, key } = await serve(t, data);
  const second = await decidable(['serve', '--demo', ...flags(data)]);
  assert.deepEqual({ code: second.code, stdout: second.stdout }, { code: 2, stdout: '' });
  assert.match(second.stderr, /already served by process \d+/);
  assert.equal(await session(address, key), 200);
});

test('a port that is taken is refused with how to choose another', async (t) => {
  const { address } = await serve(t, join(folder, 'port'));
  const { port } = new URL(address);
  const { code, stderr } = await decidable(['serve', ...flags(join(folder, 'other')), '--port', port]);
  assert.equal(code, 2);
  assert.match(stderr, new RegExp(`${port}.*--port`, 's'));
});

test('a data folder that is a file is refused', async () => {
  const data = join(folder, 'file');
  await writeFile(data, '');
  for (const args of [
    ['serve', ...flags(data)],
    ['serve', '--demo', ...flags(data)],
    ['orgs', 'create', 'Shop', '--data', data],
  ]) {
    const { code, stdout, stderr } = await decidable(args);
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
    assert.match(stderr, /the data folder .*file cannot be used now/);
  }
});

test('all invalid settings are refused at once, and no value of a secret is repeated', async () => {
  const { code, stdout, stderr } = await decidable(['serve', ...flags(folder), '--port', 'http'], {
    env: { RATE_LIMIT_KEY: 'fast', STORAGE: 'cluster', DATABASE_URL: 'postgers://me:hunter2@db/x' },
  });
  assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
  assert.match(stderr, /--port.*RATE_LIMIT_KEY/s);
  assert.match(stderr, /DATABASE_URL/);
  assert.doesNotMatch(stderr, /hunter2/);
});

test('the help of serve lists every setting that there is', async () => {
  const { stdout } = await decidable(['serve', '--help']);
  for (const name of ['PORT', 'OPERATIONS_PORT', 'DECIDABLE_DATA', 'RATE_LIMIT_GRADING']) {
    assert.match(stdout, new RegExp(`^ {2}${name} `, 'm'));
  }
});
