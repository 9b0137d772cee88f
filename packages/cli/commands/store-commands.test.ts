import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { CatalogRankedResponse, TrackBehaviorResponse } from '@decidable/contract';
import { readConfig, type Service, startService } from '@decidable/server';
import type { OrganizationId } from '@decidable/server/storage';
import { pino } from 'pino';
import { decidable } from '../testing/command.ts';

// The commands on recorded sessions, beside a running service.

const PARTS = fileURLToPath(new URL('../../../examples/catalogues/computer-parts.csv', import.meta.url));

let folder: string;
let org: string;
let key: string;
let service: Service;

async function json<T>(...args: readonly string[]): Promise<T> {
  const { code, stdout, stderr } = await decidable([...args, '--data', folder, '--json']);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as T;
}

async function printed(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await decidable([...args, '--data', folder]);
  assert.equal(code, 0, stderr);
  return stdout;
}

async function post<T>(path: string, body: Record<string, unknown>): Promise<T> {
  const response = await fetch(`${service.address}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ organizationId: org, ...body }),
  });
  assert.equal(response.status, 200);
  return (await response.json()) as T;
}

const track = (sessionId: string, ...signals: readonly (readonly [string, string])[]) =>
  post('/track', { sessionId, signals: signals.map(([type, value]) => ({ type, value })) });

before(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'decidable-')), 'data');
  org = (await json<{ organizationId: string }>('orgs', 'create', 'Parts')).organizationId;
  key = (await json<{ key: string }>('keys', 'create', '--org', org)).key;
  await printed('catalogue', 'import', PARTS, '--org', org);
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    OPERATIONS_PORT: '0',
    WORKERS: '1',
    MAX_LAG_MS: '60000',
    DEADLINE_MS: '60000',
    RATE_LIMIT_SESSION: '1000:1000',
    RATE_LIMIT_CLIENT: '10000:10000',
    DECIDABLE_DATA: folder,
  });
  service = await startService(config, {
    log: pino({ level: 'silent' }),
    workers: { startLate: true },
  });
});

after(async () => {
  await service.close();
  await rm(join(folder, '..'), { recursive: true, force: true });
});

test('what commands change stands in the audit log, done by the command line', async () => {
  const { id } = await json<{ id: string }>('keys', 'create', '--org', org, '--label', 'short-lived');
  await printed('keys', 'revoke', id, '--org', org);
  await printed('orgs', 'rename', org, 'More parts');
  await printed('orgs', 'rename', org, 'Parts');
  const entries = await service.storage.auditLog.list(org as OrganizationId, 50);
  assert.deepEqual(new Set(entries.map(({ email }) => email)), new Set(['command line']));
  const done = entries.map(({ action, subject }) => `${action} ${subject}`).reverse();
  assert.deepEqual(done.map((each) => each.split(' ', 1)[0]).slice(0, 3), [
    'organization.created',
    'key.created',
    'catalogue.imported',
  ]);
  assert.deepEqual(done.slice(-4), [
    `key.created ${id}`,
    `key.revoked ${id}`,
    'organization.renamed More parts',
    'organization.renamed Parts',
  ]);
});

test('webhooks of a running service are made, listed without their secrets, and removed', async () => {
  const made = await json<{ id: string; path: string; secret: string }>(
    ...['webhooks', 'create', '--org', org, '--sender', 'segment', '--label', 'shop'],
  );
  const deliver = () =>
    fetch(service.address + made.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${made.secret}` },
      body: '{"type":"identify"}',
    });
  assert.deepEqual(await (await deliver()).json(), { received: 1, recorded: 0, ignored: 1 });
  const listed = await printed('webhooks', 'list', '--org', org);
  assert.match(listed, new RegExp(`${made.id} +segment +shop`));
  assert.ok(!listed.includes(made.secret));
  await printed('webhooks', 'remove', made.id, '--org', org);
  assert.equal((await deliver()).status, 401);
  const short = await decidable(
    [
      ...['webhooks', 'create', '--org', org, '--sender', 'shopify'],
      '--secret-from',
      'SHORT',
      '--data',
      folder,
    ],
    { env: { SHORT: 'too short' } },
  );
  assert.match(short.stderr, /--secret-from: Give 16 to 256 characters/);
});

test('train says so when there is nothing to learn from', async () => {
  assert.match(await printed('train', '--org', org), /nothing to learn from yet/);
});

test('train learns from the sessions, and a running service ranks by it', async () => {
  for (let i = 0; i < 12; i++) {
    await track(`trainee${i}`, ['product_view', 'mouse-00003'], ['product_view', 'keyboard-00007']);
  }
  const { version, visits, touches } = await json<Record<string, unknown>>('train', '--org', org);
  assert.deepEqual([visits, touches], [12, 24]);
  assert.match(String(version), /^m-/);
  await track('later', ['product_view', 'mouse-00003']);
  for (;;) {
    const { items } = await post<CatalogRankedResponse>('/catalog/ranked', { sessionId: 'later', limit: 3 });
    const next = items.find(({ id }) => id === 'keyboard-00007');
    if (next?.scoreBreakdown.some(({ factor }) => factor === 'sequence')) break;
  }
});

test('train refuses to train beside another process', async () => {
  const { leases } = service.storage;
  const other = await leases.acquire(org as OrganizationId, 'training', 'another process', 3_600_000);
  assert.ok(other);
  const { code, stderr } = await decidable(['train', '--org', org, '--data', folder]);
  await leases.release(other);
  assert.notEqual(code, 0);
  assert.match(stderr, /being trained by another process/);
});

test('replay tells how a session came to be, and makes its ranking again, byte for byte', async () => {
  await track('told', ['category_view', 'monitor'], ['price_filter', '150-300']);
  const ranked = await post<CatalogRankedResponse>('/catalog/ranked', { sessionId: 'told', limit: 5 });
  await track('told', ['category_view', 'mouse']);
  const text = await printed('replay', 'told', '--org', org);
  assert.match(text, /category_view monitor\n +→ category monitor 1\.00/);
  assert.match(text, /category_view mouse\n +→ category mouse 1\.00, category monitor 0\.81/);
  assert.match(text, /The same [\d,]+ bytes as were sent/);
  const { decision } = await json<{ decision: { same: boolean; ranked: unknown } }>(
    'replay',
    'told',
    '--org',
    org,
    '--decision',
    ranked.decisionId,
  );
  assert.equal(decision.same, true);
  assert.equal(JSON.stringify(decision.ranked), JSON.stringify(ranked.items));
});

test('replay prints what shoppers typed without its escape sequences and line ends', async () => {
  const typed = '\u001b]0;title\u0007\u001b[2Jred\nboots';
  await track('typed', ['search', typed], ['brand_view', typed], ['product_view', typed]);
  await post('/search', { sessionId: 'typed', products: [{ id: typed, colour: typed }, { id: 'x' }] });
  const text = await printed('replay', 'typed', '--org', org);
  assert.match(text, /search .*red boots\n/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
  assert.doesNotMatch(text, /[\u0007\u001b]|^boots/m);
});

test('replay refuses a session that it does not know', async () => {
  const { code, stderr } = await decidable(['replay', 'nobody', '--org', org, '--data', folder]);
  assert.equal(code, 2);
  assert.match(stderr, /no session nobody/);
});

test('outcomes joins what was shown, looked at and bought, by position and by factor', async () => {
  await track('buyer', ['category_view', 'webcam']);
  const { decisionId, items } = await post<CatalogRankedResponse>('/catalog/ranked', {
    sessionId: 'buyer',
    limit: 3,
  });
  const ids = items.map(({ id }) => id);
  await post('/exposure', { sessionId: 'buyer', decisionId: 'unheard-of', items: ['x'] });
  assert.match(await printed('outcomes', '--org', org), /1 exposure named no ranking that is kept/);
  await post('/exposure', { sessionId: 'buyer', decisionId, items: ids });
  await track('buyer', ['product_view', ids[1]], ['purchase', ids[1]]);
  await post('/event', {
    sessionId: 'buyer',
    name: 'item_clicked',
    decisionId,
    data: { productId: ids[2] },
  });
  const report = await json<{
    unmatched: number;
    total: unknown;
    positions: readonly unknown[];
    factors: readonly { factor: string; shown: number }[];
  }>('outcomes', '--org', org);
  assert.equal(report.unmatched, 1);
  assert.deepEqual(report.total, { shown: 3, clicked: 2, bought: 0, claimed: 1 });
  assert.deepEqual(report.positions, [
    { from: 1, to: 1, shown: 1, clicked: 0, bought: 0, claimed: 0 },
    { from: 2, to: 2, shown: 1, clicked: 1, bought: 0, claimed: 1 },
    { from: 3, to: 3, shown: 1, clicked: 1, bought: 0, claimed: 0 },
  ]);
  const shown = report.factors.reduce((sum, factor) => sum + factor.shown, 0);
  assert.ok(Math.abs(shown - 3) < 1e-9);
  assert.ok(report.factors.some(({ factor }) => factor === 'category'));
  const trained = await json<Record<string, unknown>>('train', '--org', org);
  assert.equal(trained.exposures, 1);
  // A ranking from a cache may be seen by more sessions than the one that it was made for.
  await post('/exposure', { sessionId: 'guest', decisionId, items: ids });
  const table = await printed('outcomes', '--org', org);
  assert.match(table, /rankings in the last 30 days; 2 times a session saw something of one\./);
  assert.match(table, /POSITION +SHOWN +CLICKED +BOUGHT +CLAIMED/);
  assert.match(table, /^Bought: unknown\. No orders were uploaded, so purchases cannot be confirmed/m);
  assert.match(table, /^Claimed: by the browsers of 1 session\. Anybody can send/m);
  assert.match(table, /^2 +2 +1 +50\.0 % +unknown +1$/m);
});

test('orders that are imported confirm what was bought, until they are removed', async () => {
  await track('orderer', ['category_view', 'webcam']);
  const { decisionId, items } = await post<CatalogRankedResponse>('/catalog/ranked', {
    sessionId: 'orderer',
    limit: 2,
  });
  const [first, second] = items.map(({ id }) => id);
  await post('/exposure', { sessionId: 'orderer', decisionId, items: [first, second] });
  const file = join(folder, '..', 'orders.csv');
  const at = new Date().toISOString();
  const rows = [`1001,${at},${first},orderer,EU`, `1001,,${second},,`, `1002,${at},${first},,`];
  await writeFile(file, ['Order,at,SKU,session_id,Zone', ...rows].join('\n'));
  const columns = ['--column', 'order_id=Order', 'product_id=SKU'];
  const dry = await json<Record<string, unknown>>(
    'orders',
    'import',
    file,
    '--org',
    org,
    ...columns,
    '--dry-run',
  );
  assert.deepEqual(dry, {
    orders: 2,
    added: 2,
    changed: 0,
    unchanged: 0,
    linked: { session: 1, decision: 0, neither: 1 },
    ignored: ['Zone'],
    dryRun: true,
  });
  assert.deepEqual((await json<{ orders: unknown[] }>('orders', 'list', '--org', org)).orders, []);
  const told = await printed('orders', 'import', file, '--org', org, ...columns);
  assert.match(told, /^Imported 2 orders: 2 new, 0 changed, 0 as before\./);
  assert.match(
    told,
    /With their session: 1\. With only a ranking: 0\. With neither: 1\.[\s\S]*Not read: Zone\./,
  );
  assert.match(
    await printed('orders', 'import', file, '--org', org, ...columns),
    /0 new, 0 changed, 2 as before/,
  );

  const table = await printed('outcomes', '--org', org);
  assert.match(table, /^Bought: confirmed by 1 of 2 uploaded orders\. 1 matched nothing that was shown\.$/m);
  const { total, orders } = await json<Record<string, unknown>>('outcomes', '--org', org);
  assert.deepEqual([(total as { bought: number }).bought, orders], [2, { uploaded: 2, confirming: 1 }]);

  const listed = await printed('orders', 'list', '--org', org);
  assert.match(listed, new RegExp(`1001 +${at.slice(0, 10)} .* ${first} ${second} +orderer`));
  assert.equal(await printed('orders', 'remove', '1001', '--org', org), 'Removed order 1001.\n');
  const { orders: left } = await json<{ orders: { orderId: string }[] }>('orders', 'list', '--org', org);
  assert.deepEqual(
    left.map(({ orderId }) => orderId),
    ['1002'],
  );
});

test('orders that cannot be read or found are refused with the place and the remedy', async () => {
  const file = join(folder, '..', 'bad.jsonl');
  const good = { orderId: 'bad-1', at: new Date().toISOString(), products: ['p'] };
  await writeFile(
    file,
    `${JSON.stringify(good)}\n${JSON.stringify({ ...good, orderId: 'bad-2', at: 'noon' })}\n`,
  );
  const refused = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await decidable(['orders', ...args, '--org', org, '--data', folder]);
    assert.deepEqual([code, stdout], [2, '']);
    return stderr;
  };
  assert.match(
    await refused('import', file),
    /bad\.jsonl, line 2: at: give the time of the order with its time zone/,
  );
  assert.match(await refused('remove', 'bad-1'), /no order bad-1.*orders list/);
  assert.match(await refused('import', file, '--column', 'price=x'), /one of order_id, at/);
  assert.match(await refused('import', join(folder, 'none.csv')), /no such file/);
});

test('personas of its own are in force for a running service as soon as they are set', async () => {
  const file = join(folder, '..', 'personas.json');
  const stylist = { id: 'stylist', label: 'Stylist', evidence: [{ signal: 'wishlist_add', weight: 0.5 }] };
  const behaviours = { 'opened-lookbook': { persona: 'stylist', weight: 0.7 } };
  await writeFile(file, JSON.stringify({ personas: [stylist], behaviours }));
  assert.match(await printed('personas', 'set', file, '--org', org), /1 persona and 1 behaviour in force/);
  const behave = () =>
    post<TrackBehaviorResponse>('/track/behavior', { sessionId: 'stylish', behavior: 'opened-lookbook' });
  let answer = await behave();
  while (!answer.personas.some(({ id }) => id === 'stylist')) answer = await behave();
  assert.match(await printed('personas', 'show', '--org', org), /stylist {2}Stylist \(own\)/);

  await writeFile(file, JSON.stringify({ behaviours: { x: { persona: 'nobody', weight: 1 } } }));
  const { code, stderr } = await decidable(['personas', 'set', file, '--org', org, '--data', folder]);
  assert.equal(code, 2);
  assert.match(stderr, /behaviours\["x"\]\.persona must be one of/);

  const typed = await decidable(['personas', 'set', '-', '--org', org, '--data', folder], {
    stdin: 'nonsense',
  });
  assert.equal(typed.code, 2);
  assert.match(typed.stderr, /standard input: .*JSON/);
});

test('synonyms are in force for a running service as soon as they are imported, and a decision is made again with them', async () => {
  const file = join(folder, '..', 'synonyms.txt');
  await writeFile(file, '# of the shop\r\nrodent, "pointing  device", mouse\n\nearphones => headphones\n');
  const firstFor = async (sessionId: string) => {
    const { items } = await post<CatalogRankedResponse>('/catalog/ranked', { sessionId, limit: 1 });
    const [first] = items;
    return `${first.id.split('-')[0]} ${first.scoreBreakdown.find(({ factor }) => factor === 'keyword')?.signal}`;
  };
  await track('rodents', ['search', 'rodent']);
  assert.doesNotMatch(await firstFor('rodents'), /^mouse/);
  assert.match(await printed('synonyms', 'import', file, '--org', org), /2 rules of synonyms in force/);
  while (!/^mouse search:mouse \(for rodent\)$/.test(await firstFor('rodents')));
  await track('devices', ['search', 'pointing device']);
  assert.equal(await firstFor('devices'), 'mouse search:mouse (for pointing device)');
  assert.match(await printed('replay', 'devices', '--org', org), /The same [\d,]+ bytes as were sent/);

  await writeFile(file, 'sofa, couch\nmouse\n');
  const { code, stderr } = await decidable(['synonyms', 'import', file, '--org', org, '--data', folder]);
  assert.equal(code, 2);
  assert.match(stderr, /synonyms\.txt: Line 2 has one word only/);
  const exported = 'rodent, pointing device, mouse\nearphones => headphones\n';
  assert.equal(await printed('synonyms', 'export', '--org', org), exported);

  assert.match(await printed('synonyms', 'remove', 'Rodent', '--org', org), /Removed 1 rule/);
  const { rules, learned } = await json<{ rules: unknown; learned: unknown }>(
    'synonyms',
    'list',
    '--org',
    org,
  );
  assert.deepEqual(rules, [{ words: ['earphones'], finds: ['headphones'] }]);
  assert.deepEqual(learned, []);
  assert.match(await printed('synonyms', 'list', '--org', org), /earphones +headphones +given/);
  while (/^mouse/.test(await firstFor('rodents')));
  assert.match(await printed('replay', 'devices', '--org', org), /The same [\d,]+ bytes as were sent/);

  for (const [args, message] of [
    [['rodent'], /no rule has synonyms of rodent/],
    [[], /or give --all/],
    [['earphones', '--all'], /not both/],
  ] as const) {
    const refused = await decidable(['synonyms', 'remove', ...args, '--org', org, '--data', folder]);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, message);
  }
  const { stdout: usual } = await decidable(['synonyms', 'usual', 'deu']);
  assert.match(usual, /^Sofa, Couch$/m);
  await writeFile(file, usual);
  await printed('synonyms', 'import', file, '--org', org);
  assert.equal(await printed('synonyms', 'export', '--org', org), usual);
  assert.match(await printed('synonyms', 'remove', '--all', '--org', org), /Removed \d+ rules/);
  assert.match(await printed('synonyms', 'list', '--org', org), /No synonyms/);
});
