import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sdkCalls } from '@decidable/contract';
import { acceptInvitation } from '@decidable/server/people';
import { openSqliteStorage } from '@decidable/server/storage';
import { decidable } from '../testing/command.ts';

// The commands on the store, each run as a process, over one data folder.

const PARTS = fileURLToPath(new URL('../../../examples/catalogues/computer-parts.csv', import.meta.url));

let folder: string;
let org: string;

async function json<T>(...args: readonly string[]): Promise<T> {
  const { code, stdout, stderr } = await decidable([...args, '--data', folder, '--json']);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as T;
}

async function refused(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await decidable([...args, '--data', folder]);
  assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
  return stderr;
}

before(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'decidable-')), 'data');
  org = (await json<{ organizationId: string }>('orgs', 'create', 'Shöp & Co')).organizationId;
});

after(() => rm(join(folder, '..'), { recursive: true, force: true }));

test('an organization id is org_ and 20 characters of base32, and the list shows its name', async () => {
  assert.match(org, /^org_[a-z2-7]{20}$/);
  const { organizations } = await json<{ organizations: { organizationId: string; name: string }[] }>(
    'orgs',
    'list',
  );
  assert.deepEqual(
    organizations.map(({ organizationId, name }) => ({ organizationId, name })),
    [{ organizationId: org, name: 'Shöp & Co' }],
  );
});

interface Key {
  readonly id: string;
  readonly key?: string;
  readonly prefix: string;
  readonly state: string;
  readonly label?: string;
  readonly origins: readonly string[];
  readonly expiresAt?: string;
  readonly endpoints?: readonly string[];
}

test('a key is shown at its creation and nowhere else, nor is it in the data folder', async () => {
  const made = await json<Key>(
    'keys',
    'create',
    '--org',
    org,
    '--label',
    'shop',
    '--origin',
    'https://a.example/',
  );
  assert.match(made.key ?? '', /^pk_live_[\w-]{32}$/);
  assert.deepEqual(made.origins, ['https://a.example']);
  const listed = await decidable(['keys', 'list', '--org', org, '--data', folder]);
  assert.match(listed.stdout, new RegExp(made.prefix));
  assert.ok(!listed.stdout.includes(made.key ?? ''));
  const { keys } = await json<{ keys: Key[] }>('keys', 'list', '--org', org);
  assert.ok(keys.every((key) => !('key' in key) && !('hash' in key)));
  for (const name of await readdir(folder)) {
    assert.ok(!(await readFile(join(folder, name))).includes(made.key ?? ''), `${name} holds the key`);
  }
});

test('without --json a new key stands alone on standard output', async () => {
  const { stdout, stderr } = await decidable(['keys', 'create', '--org', org, '--data', folder]);
  assert.match(stdout, /^pk_live_[\w-]{32}\n$/);
  assert.match(stderr, /only time/);
});

test('a key may expire after a span of time', async () => {
  const start = Date.now();
  const { expiresAt = '' } = await json<Key>('keys', 'create', '--org', org, '--expires', '90d');
  assert.ok(Date.parse(expiresAt) >= start + 90 * 86_400_000);
  assert.ok(Date.parse(expiresAt) <= Date.now() + 90 * 86_400_000);
});

test('a key may be limited to the calls of the SDK, or to some endpoints, which the list shows', async () => {
  const made = (...limit: readonly string[]) => json<Key>('keys', 'create', '--org', org, ...limit);
  const sdk = await made('--calls', 'sdk');
  const more = await made('--calls', 'sdk', '--endpoints', '/catalog/audit,/track');
  const some = await made('--endpoints', '/track,/event');
  assert.deepEqual(some.endpoints, ['/track', '/event']);
  assert.deepEqual(more.endpoints, [...(sdk.endpoints ?? []), '/catalog/audit']);
  assert.equal((await made()).endpoints, undefined);
  assert.deepEqual((await made('--origin', 'https://shop.example')).endpoints, sdk.endpoints);
  assert.equal((await made('--origin', 'https://shop.example', '--calls', 'all')).endpoints, undefined);
  const { stdout } = await decidable(['keys', 'list', '--org', org, '--data', folder]);
  const lineOf = ({ id }: Key) => stdout.split('\n').find((line) => line.startsWith(id)) ?? '';
  assert.match(lineOf(sdk), / any +sdk /);
  assert.match(lineOf(some), / any +\/track \/event /);
});

test('a key is revoked once', async () => {
  const { id } = await json<Key>('keys', 'create', '--org', org);
  assert.deepEqual(await json('keys', 'revoke', id, '--org', org), { id, revoked: true });
  assert.deepEqual(await json('keys', 'revoke', id, '--org', org), { id, revoked: false });
  const { keys } = await json<{ keys: Key[] }>('keys', 'list', '--org', org);
  assert.equal(keys.find((key) => key.id === id)?.state, 'revoked');
});

test('a key is edited: what is given changes, the rest and its value stay', async () => {
  const { id, prefix } = await json<Key>('keys', 'create', '--org', org, '--label', 'page', '--calls', 'sdk');
  const edit = (...changes: readonly string[]) => json<Key>('keys', 'edit', id, '--org', org, ...changes);
  const named = await edit(
    '--origin',
    'https://a.example',
    '--origin',
    'https://b.example',
    '--expires',
    '30d',
  );
  assert.deepEqual(
    [named.label, named.origins, named.prefix, named.endpoints?.length],
    ['page', ['https://a.example', 'https://b.example'], prefix, sdkCalls.length],
  );
  assert.ok(Date.parse(named.expiresAt ?? '') > Date.now());
  const bare = await edit('--no-label', '--no-origin', '--no-expires');
  assert.deepEqual(
    [bare.label, bare.origins, bare.expiresAt, bare.state],
    [undefined, [], undefined, 'active'],
  );
  const { stdout } = await decidable(['keys', 'edit', id, '--org', org, '--label', 'shop', '--data', folder]);
  assert.equal(stdout, `Changed ${id}.\nlabel: shop; origins: any; expires: never\n`);

  assert.match(await refused('keys', 'edit', id, '--org', org), /nothing to change: give --label/);
  assert.match(
    await refused('keys', 'edit', id, '--org', org, '--origin', 'a.example'),
    /https:\/\/shop\.example/,
  );
  assert.match(await refused('keys', 'edit', 'nothing', '--org', org, '--no-label'), /keys list --org/);
  await json('keys', 'revoke', id, '--org', org);
  assert.match(await refused('keys', 'edit', id, '--org', org, '--no-label'), /revoked for good/);
});

test('a key of another organization cannot be revoked, nor distinguished from a missing one', async () => {
  const { id } = await json<Key>('keys', 'create', '--org', org);
  const other = (await json<{ organizationId: string }>('orgs', 'create', 'Other')).organizationId;
  const strange = await refused('keys', 'revoke', id, '--org', other);
  const absent = await refused('keys', 'revoke', 'nothing', '--org', other);
  assert.equal(strange.replace(id, 'nothing'), absent);
});

test('invalid options of a key are refused with the valid ones', async () => {
  assert.match(
    await refused('keys', 'create', '--org', org, '--origin', 'a.example'),
    /https:\/\/shop\.example/,
  );
  assert.match(
    await refused('keys', 'create', '--org', org, '--origin', 'https://a.example/x'),
    /https:\/\/a\.example\./,
  );
  assert.match(await refused('keys', 'create', '--org', org, '--expires', '2020-01-01'), /has passed/);
  assert.match(await refused('keys', 'create', '--org', org, '--expires', 'soon'), /90d/);
  assert.match(await refused('keys', 'create', '--org', org, '--calls', 'browser'), /sdk/);
  assert.match(await refused('keys', 'create', '--org', org, '--endpoints', '/tracks'), /\/track,/);
  assert.match(await refused('keys', 'create', '--org', 'org_x'), /orgs list/);
  assert.match(await refused('keys', 'create'), /--org/);
});

test('an imported catalogue is current, under a version that names its content and its roles', async () => {
  interface Imported {
    readonly catalogueVersion: string;
    readonly products: number;
    readonly roles: object;
  }
  const first = await json<Imported>('catalogue', 'import', PARTS, '--org', org);
  assert.equal(first.products, 1413);
  assert.deepEqual(first.roles, { title: 'name', category: 'category', brand: 'brand', price: 'price' });
  const again = await json<Imported>('catalogue', 'import', PARTS, '--org', org);
  assert.equal(again.catalogueVersion, first.catalogueVersion);
  const other = await json<Imported>(
    'catalogue',
    'import',
    PARTS,
    '--org',
    org,
    '--role',
    'title=name',
    'price=price',
  );
  assert.notEqual(other.catalogueVersion, first.catalogueVersion);
  const { catalogues } = await json<{
    catalogues: { catalogueVersion: string; current: boolean; roles: object }[];
  }>('catalogue', 'list', '--org', org);
  assert.deepEqual(
    catalogues.find(({ current }) => current),
    {
      ...catalogues.find(({ catalogueVersion }) => catalogueVersion === other.catalogueVersion),
      current: true,
    },
  );
  assert.deepEqual(catalogues.find(({ current }) => current)?.roles, { price: 'price', title: 'name' });
  const without = await json<Imported>('catalogue', 'import', PARTS, '--org', org, '--role', 'brand=');
  assert.notEqual(without.catalogueVersion, first.catalogueVersion);
  assert.deepEqual(without.roles, { ...first.roles, brand: null });
});

test('a catalogue that cannot be read, or a role without a column, is refused', async () => {
  const broken = await decidable(['catalogue', 'import', '-', '--org', org, '--data', folder], {
    stdin: 'id,colour\n1,red\n2,red,blue\n',
  });
  assert.equal(broken.code, 2);
  assert.match(broken.stderr, /line 3, column 3/);
  assert.match(
    await refused('catalogue', 'import', PARTS, '--org', org, '--role', 'price=RRP'),
    /no column "RRP".*price/,
  );
  assert.match(
    await refused('catalogue', 'import', PARTS, '--org', org, '--role', 'cost=price'),
    /availability/,
  );
});

test('usage is one line an operation, and kept gradings are read from history by category', async () => {
  const storage = await openSqliteStorage({ folder, role: 'command' });
  const { id } = (await storage.organizations.list()).find(({ id }) => id === org)!;
  const at = Date.UTC(2026, 4, 10);
  const audit = { grade: 'B', answerability: 0.8, products: 12 };
  for (const [metered, category] of [
    ['/catalog/audit', 'boots'],
    ['/catalog/audit', 'hats'],
    ['/track', undefined],
  ] as const) {
    const writes =
      category === undefined
        ? []
        : [
            {
              kind: 'grading' as const,
              grading: {
                organizationId: id,
                id: `g-${category}`,
                kind: 'audit' as const,
                category,
                at,
                result: JSON.stringify(audit),
              },
            },
          ];
    await storage.commit({ organizationId: id, metered, at, writes });
  }
  await storage.close();

  assert.deepEqual(await json('usage', '--org', org, '--from', '2026-05-01', '--to', '2026-05-31'), {
    organizationId: org,
    from: '2026-05-01',
    to: '2026-05-31',
    lines: [
      { operation: 'catalog', requests: 2, endpoints: { '/catalog/audit': 2 } },
      { operation: 'track', requests: 1, endpoints: { '/track': 1 } },
    ],
  });
  const text = await decidable([
    'usage',
    '--org',
    org,
    '--from',
    '2026-05-10',
    '--to',
    '2026-05-10',
    '--data',
    folder,
  ]);
  assert.match(text.stdout, /^catalog\s+2\s+\/catalog\/audit 2$/m);
  assert.match(await refused('usage', '--org', org, '--from', '2026-02-30'), /YYYY-MM-DD/);
  assert.match(await refused('usage', '--org', org, '--from', '2026-02-03', '--to', '2026-02-01'), /after/);

  const boots = await json<{ gradings: { id: string; result: unknown }[] }>(
    'history',
    '--org',
    org,
    '--category',
    'boots',
  );
  assert.deepEqual(boots.gradings, [
    { id: 'g-boots', kind: 'audit', category: 'boots', at: new Date(at).toISOString(), result: audit },
  ]);
  const listed = await decidable(['history', '--org', org, '--data', folder]);
  assert.match(listed.stdout, /audit\s+hats\s+B, 12 products\s+g-hats/);
});

test('only "orgs create" creates a missing data folder', async () => {
  const { code, stderr } = await decidable(['orgs', 'list', '--data', join(folder, 'nowhere')]);
  assert.equal(code, 2);
  assert.match(stderr, /no data folder .*nowhere.*--data/s);
  await assert.rejects(readdir(join(folder, 'nowhere')));
});

test('the data folder may also be named by DECIDABLE_DATA', async () => {
  const { stdout } = await decidable(['orgs', 'list', '--json'], { env: { DECIDABLE_DATA: folder } });
  assert.match(stdout, new RegExp(org));
});

test('somebody who was invited is listed, and sets a new password by a link', async () => {
  const address = 'https://dash.example/';
  const { link } = await json<{ link: string }>(
    ...['people', 'invite', '--org', org, '--role', 'editor', '--email', 'eve@shop.example'],
    ...['--address', address],
  );
  assert.match(link, /^https:\/\/dash\.example\/invitation#[\w-]{43}$/);
  assert.deepEqual(await json('people', 'list'), { people: [] });
  const now = Date.now();
  const storage = await openSqliteStorage({ folder, role: 'command' });
  try {
    const fields = { email: 'eve@shop.example', password: 'correct horse battery' };
    await acceptInvitation(storage, link.slice(link.indexOf('#') + 1), fields, now);
  } finally {
    await storage.close();
  }
  const { people } = await json<{ people: object[] }>('people', 'list');
  assert.equal(people.length, 1);
  const listed = await decidable(['people', 'list', '--data', folder]);
  assert.match(listed.stdout, /eve@shop\.example .* Shöp & Co \(editor\)/);
  assert.ok(!listed.stdout.includes('argon2'));

  const reset = await decidable(['people', 'reset-password', 'Eve@shop.example', '--data', folder]);
  assert.match(reset.stdout, /^http:\/\/localhost:8787\/password#[\w-]{43}\n$/);
  const token = reset.stdout.slice(reset.stdout.indexOf('#') + 1).trim();
  for (const name of await readdir(folder)) {
    assert.ok(!(await readFile(join(folder, name))).includes(token), `${name} holds the token`);
  }
  assert.match(await refused('people', 'reset-password', 'nobody@shop.example'), /Nobody signs in with/);
  assert.match(await refused('people', 'invite', '--org', 'org_none'), /no organization org_none/);
});

test('an organization is renamed, and deleted only where that is meant', async () => {
  const { organizationId: id } = await json<{ organizationId: string }>('orgs', 'create', 'Brief');
  const { id: keyId } = await json<Key>('keys', 'create', '--org', id);
  assert.deepEqual(await json('orgs', 'rename', id, ' Briefer '), { organizationId: id, name: 'Briefer' });
  assert.match(await refused('orgs', 'delete', id), /--yes/);
  const { removed, store } = await json<{ removed: number; store: string }>('orgs', 'delete', id, '--yes');
  assert.ok(removed >= 2);
  assert.equal(store, 'rewritten');
  assert.match(await refused('orgs', 'rename', id, 'Gone'), /no organization/);
  for (const name of await readdir(folder)) {
    const bytes = await readFile(join(folder, name));
    for (const trace of [id, keyId]) assert.ok(!bytes.includes(trace), `${name} holds ${trace}`);
  }
});
