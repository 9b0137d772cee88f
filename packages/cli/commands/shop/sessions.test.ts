import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readConfig, startService } from '@decidable/server';
import { pino } from 'pino';
import { decidable } from '../../testing/command.ts';

// What is put aside, looked at, admitted and excluded. The service is stopped by then: after a ruling it trains at its next look,
// and "train" would have to wait for that.

let folder: string;
let org: string;
let key: string;

async function json<T>(...args: readonly string[]): Promise<T> {
  const { code, stdout, stderr } = await decidable([...args, '--org', org, '--data', folder, '--json']);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as T;
}

async function printed(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await decidable([...args, '--org', org, '--data', folder]);
  assert.equal(code, 0, stderr);
  return stdout;
}

interface PutAside {
  readonly visits: number;
  readonly putAside: number;
  readonly reasons: Readonly<Record<string, number>>;
  readonly admitted: readonly string[];
  readonly latest: readonly { readonly sessionId: string; readonly reason: string }[];
}
const putAside = () => json<PutAside>('sessions', 'put-aside');
const visitsTrained = async () => (await json<{ visits: number }>('train')).visits;

before(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'decidable-')), 'data');
  const created = await decidable(['orgs', 'create', 'Parts', '--data', folder, '--json']);
  org = (JSON.parse(created.stdout) as { organizationId: string }).organizationId;
  key = (await json<{ key: string }>('keys', 'create')).key;
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    OPERATIONS_PORT: '0',
    WORKERS: '1',
    MAX_LAG_MS: '60000',
    DEADLINE_MS: '60000',
    DECIDABLE_DATA: folder,
  });
  const service = await startService(config, {
    log: pino({ level: 'silent' }),
    workers: { startLate: true },
  });
  const track = async (sessionId: string, count: number) => {
    const signals = Array.from({ length: count }, () => ({ type: 'product_view', value: 'kettle' }));
    const response = await fetch(`${service.address}/api/v1/track`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ organizationId: org, sessionId, signals }),
    });
    assert.equal(response.status, 200);
  };
  for (const shopper of ['ann', 'bob', 'cid']) await track(shopper, 2);
  await track('loud', 40);
  await service.close();
});

after(async () => {
  await rm(join(folder, '..'), { recursive: true, force: true });
});

test('what is put aside is listed with its reason and what was done', async () => {
  const { visits, putAside: count, reasons, latest } = await putAside();
  assert.deepEqual([visits, count, reasons], [4, 1, { repetition: 1 }]);
  assert.deepEqual(
    latest.map(({ sessionId, reason }) => [sessionId, reason]),
    [['loud', 'repetition']],
  );
  assert.match(await printed('sessions', 'put-aside'), /loud .* repetition +kettle ×40/);
});

test('outcomes and train count it', async () => {
  const { learning } = await json<{ learning: object }>('outcomes');
  assert.deepEqual(learning, { visits: 4, putAside: 1, reasons: { repetition: 1 } });
  assert.match(await printed('outcomes'), /1 of 4 visits of the last 30 days teach the model nothing/);
  assert.match(await printed('train'), /on 3 visits .*\n1 visit put aside/);
});

test('a session that was put aside is taken back, and others are excluded', async () => {
  assert.equal(await visitsTrained(), 3);
  await printed('sessions', 'admit', 'loud');
  assert.equal(await visitsTrained(), 4);
  assert.deepEqual((await putAside()).admitted, ['loud']);
  assert.match(
    await printed('sessions', 'exclude', 'ann', 'bob'),
    /no longer learns from 2 sessions; the data stays/,
  );
  assert.equal(await visitsTrained(), 2);
  assert.deepEqual((await putAside()).reasons, { excluded: 2 });
});

test('a model of sessions that are all excluded does not stay', async () => {
  await printed('sessions', 'exclude', 'ann', 'bob', 'cid', 'loud');
  assert.equal(await visitsTrained(), 0);
});

test('rulings over sessions that are not there change nothing', async () => {
  const before = await putAside();
  const { code, stderr } = await decidable([
    'sessions',
    'admit',
    'ann',
    'nobody',
    '--org',
    org,
    '--data',
    folder,
  ]);
  assert.equal(code, 2);
  assert.match(stderr, /no session nobody/);
  assert.deepEqual((await putAside()).reasons, before.reasons);
});
