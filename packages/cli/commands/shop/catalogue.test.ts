import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { decidable } from '../../testing/command.ts';

let folder: string;
let file: string;
let org: string;

const run = (...args: readonly string[]) => decidable([...args, '--data', join(folder, 'data')]);

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decidable-catalogue-'));
  file = join(folder, 'shop.csv');
  await writeFile(file, 'sku,title,price,supplier,cost_price\na,Boots,10,Acme,5\nb,Hat,20,Zeta,9\n');
  const { stdout } = await run('orgs', 'create', 'Shop', '--json');
  org = (JSON.parse(stdout) as { organizationId: string }).organizationId;
});
after(() => rm(folder, { recursive: true }));

test('an import names the private columns with the reason, and columns lists and changes them', async () => {
  const imported = await run('catalogue', 'import', file, '--org', org);
  assert.equal(imported.code, 0, imported.stderr);
  assert.match(imported.stdout, /Private, in no answer and no ranking:/);
  assert.match(imported.stdout, /^ {2}supplier +says from whom the shop buys$/m);
  assert.match(imported.stdout, /^ {2}cost_price +says what the shop pays$/m);
  const listed = await run('catalogue', 'columns', '--org', org);
  assert.match(listed.stdout, /^supplier .*yes: it says from whom the shop buys$/m);
  assert.match(listed.stdout, /^title +\S+ +title/m);
  const changed = await run(
    ...['catalogue', 'columns', '--org', org, '--public', 'supplier', '--private', 'title', '--json'],
  );
  const { columns } = JSON.parse(changed.stdout) as { columns: { name: string; private?: string }[] };
  assert.deepEqual(
    columns.filter((column) => column.private).map((column) => [column.name, column.private]),
    [
      ['title', 'owner'],
      ['cost_price', 'cost'],
    ],
  );
  const again = await run('catalogue', 'import', file, '--org', org, '--json');
  const { private: hidden } = JSON.parse(again.stdout) as { private: { name: string }[] };
  assert.deepEqual(
    hidden.map(({ name }) => name),
    ['title', 'cost_price'],
  );
});

test('kinds are kept at the next import, until another one is chosen', async () => {
  const rows = Array.from({ length: 40 }, (_, row) => `p${row},Hat ${row},${1 + (row % 4)}`);
  const doors = join(folder, 'doors.csv');
  await writeFile(doors, `sku,title,doors\n${rows.join('\n')}\n`);
  const kindAfter = async (...kinds: readonly string[]) => {
    const { code, stderr } = await run('catalogue', 'import', doors, '--org', org, ...kinds);
    assert.equal(code, 0, stderr);
    const { stdout } = await run('catalogue', 'columns', '--org', org, '--json');
    const { columns } = JSON.parse(stdout) as { columns: { name: string; kind: string }[] };
    return columns.find(({ name }) => name === 'doors')?.kind;
  };
  assert.equal(await kindAfter(), 'number');
  assert.equal(await kindAfter('--kind', 'doors=category'), 'category');
  assert.equal(await kindAfter(), 'category');
  assert.equal(await kindAfter('--kind', 'doors=number'), 'number');
  const { code, stderr } = await run('catalogue', 'import', doors, '--org', org, '--kind', 'door=list');
  assert.equal(code, 2);
  assert.match(stderr, /doors\.csv: .*Is "doors" meant\?/);
});

test('an unknown column is refused with exit 2', async () => {
  for (const command of [['import', file], ['columns']]) {
    const { code, stderr } = await run('catalogue', ...command, '--org', org, '--private', 'nope');
    assert.equal(code, 2);
    assert.match(stderr, /no column "nope" to take as private/);
  }
});

test('an export in another form is imported by the id, the roles and the exclusions of its settings', async () => {
  const shop = join(folder, 'feed');
  await mkdir(shop);
  const record = (row: number) =>
    JSON.stringify({
      title: `Hat ${row}`,
      sku: `h${row}`,
      RRP: 10 + row,
      colour: ['red', 'blue'],
      note: 'x',
    });
  const path = join(shop, 'hats.jsonl.gz');
  await writeFile(path, gzipSync(Array.from({ length: 12 }, (_, row) => record(row)).join('\n')));
  await writeFile(
    join(shop, 'decidable.json'),
    JSON.stringify({ id: 'sku', ignore: ['note'], roles: { price: 'RRP' } }),
  );
  const imported = await run('catalogue', 'import', path, '--org', org, '--json');
  assert.equal(imported.code, 0, imported.stderr);
  const { products, roles } = JSON.parse(imported.stdout) as { products: number; roles: { price: string } };
  assert.deepEqual([products, roles.price], [12, 'RRP']);
  const { stdout } = await run('catalogue', 'columns', '--org', org, '--json');
  const { columns } = JSON.parse(stdout) as { columns: { name: string; kind: string }[] };
  assert.deepEqual(columns.map(({ name }) => name).sort(), ['RRP', 'colour', 'title']);
  const without = await run('catalogue', 'import', path, '--org', org, '--id', 'skuu');
  assert.equal(without.code, 2);
  assert.match(without.stderr, /hats\.jsonl\.gz: There is no column "skuu"/);
});

test('what is passed over in an import is told', async () => {
  const path = join(folder, 'report.csv');
  const rows = Array.from({ length: 12 }, (_, row) => `simple,Hat ${row},h${row}`);
  await writeFile(path, `Stock report\n\nType,title,sku\n${rows.join('\n')}\n`);
  const { code, stdout, stderr } = await run('catalogue', 'import', path, '--org', org);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /Imported 12 products/);
  assert.match(stderr, /report\.csv: The names of the columns were taken from line 3/);
  assert.match(stderr, /report\.csv: The products are told apart by "sku"/);
});

test('an import prints an example of each role, what changed and what is missing, and keeps the roles', async () => {
  const path = join(folder, 'kept.csv');
  const text = 'sku,title,price,RRP\na,Boots,10,12\nb,Hat,20,25\n';
  await writeFile(path, text);
  const { stdout: created } = await run('orgs', 'create', 'Kept', '--json');
  const own = (JSON.parse(created) as { organizationId: string }).organizationId;
  const first = await run('catalogue', 'import', path, '--org', own, '--role', 'price=RRP');
  assert.match(first.stdout, /^ {2}price +RRP +for example 12, as you said$/m);
  assert.match(first.stderr, /No column is recognised as the category/);
  assert.doesNotMatch(first.stdout, /Since the catalogue before/);
  await writeFile(path, `${text}c,Coat,30,35\n`);
  const { stdout } = await run('catalogue', 'import', path, '--org', own);
  assert.match(stdout, /^ {2}price +RRP +for example 12$/m);
  assert.match(stdout, /^ {2}products: 1 new, 0 gone, 0 changed$/m);
  await writeFile(path, text.replace('RRP', 'MSRP'));
  const gone = await run('catalogue', 'import', path, '--org', own, '--json');
  const { warnings, changes } = JSON.parse(gone.stdout) as { warnings: { code: string }[]; changes: object };
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['role_column_gone', 'no_category'],
  );
  assert.ok(changes);
});
