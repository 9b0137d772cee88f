import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createOrganization } from '../../organizations/create-organization.ts';
import { openSqliteStorage } from '../../storage/index.ts';
import type { OrganizationId, Storage } from '../../storage/ports.ts';
import { catalogueColumns, chooseColumns } from './catalogue-columns.ts';
import { importCatalogue } from './import-catalogue.ts';

const CSV =
  'sku,title,price,supplier,cost,grade\na,Red boots,10,Acme,5,A\nb,Blue hat,20,Acme,9,B\nc,Hat,30,Zeta,9,B\n';

const folder = mkdtempSync(join(tmpdir(), 'decidable-columns-'));
let storage: Storage;
let org: OrganizationId;
let now = 0;

before(async () => {
  storage = await openSqliteStorage({ folder, role: 'command' });
});
after(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

const newShop = async () => {
  org = (await createOrganization(storage, 'Shop', 0)).id;
};
const imported = (
  csv = CSV,
  roles: Parameters<typeof importCatalogue>[3] = {},
  privacy?: Parameters<typeof importCatalogue>[5],
) =>
  importCatalogue(
    storage,
    org,
    { name: 'x.csv', bytes: new TextEncoder().encode(csv) },
    roles,
    ++now,
    privacy,
  );
const hidden = async () =>
  Object.fromEntries(
    (await catalogueColumns(storage, org)).columns.flatMap((column) =>
      column.private === undefined ? [] : [[column.name, column.private]],
    ),
  );

test('an import says which columns are private and why, and gives them no role', async () => {
  await newShop();
  const { private: columns, roles } = await imported('sku,title,supplier,cost\na,Red boots,Acme,5\n');
  assert.deepEqual(columns, [
    { name: 'supplier', reason: 'supplier' },
    { name: 'cost', reason: 'cost' },
  ]);
  assert.deepEqual(roles, { title: 'title' });
});

test('what the owner chose is kept at the next import, until the owner chooses again', async () => {
  await newShop();
  const first = await imported(CSV, {}, { private: ['grade'], public: ['supplier'] });
  assert.deepEqual(await hidden(), { cost: 'cost', grade: 'owner' });
  // Also over an export that lacks the column.
  const without = await imported('sku,title,supplier\na,Boots,Acme\n');
  assert.deepEqual(without.private, []);
  assert.equal((await imported()).catalogueVersion, first.catalogueVersion);
  assert.deepEqual(await hidden(), { cost: 'cost', grade: 'owner' });
  await imported(CSV, {}, { public: ['grade', 'cost'] });
  assert.deepEqual(await hidden(), {});
  await imported(CSV, {}, { private: ['cost'] });
  assert.deepEqual(await hidden(), { cost: 'owner' });
});

test('columns are made private and public without another import, as another version', async () => {
  await newShop();
  const { catalogueVersion } = await imported(CSV, { brand: null });
  const changed = await chooseColumns(storage, org, { private: ['title'], public: ['supplier'] }, ++now);
  assert.notEqual(changed.catalogueVersion, catalogueVersion);
  assert.deepEqual(await hidden(), { title: 'owner', cost: 'cost' });
  assert.deepEqual((await storage.catalogues.current(org))?.roles, { brand: null });
  assert.equal((await storage.catalogues.list(org)).length, 2);
  const same = await chooseColumns(storage, org, { private: ['title'] }, ++now);
  assert.equal(same.catalogueVersion, changed.catalogueVersion);
});

test('columns are listed with their kinds and parts, private ones without a part', async () => {
  await newShop();
  await imported();
  const { columns } = await catalogueColumns(storage, org);
  const byName = new Map(columns.map(({ name, ...rest }) => [name, rest]));
  assert.deepEqual([...byName.keys()], ['title', 'price', 'supplier', 'cost', 'grade']);
  assert.equal(byName.get('price')?.role, 'price');
  assert.deepEqual(byName.get('supplier'), { kind: 'category', private: 'supplier' });
});

test('a column that the owner names for a role is public, and cannot be private as well', async () => {
  await newShop();
  const { private: columns, roles } = await imported(CSV, { brand: 'supplier' });
  assert.deepEqual([columns.map(({ name }) => name), roles.brand], [['cost'], 'supplier']);
  await assert.rejects(imported(CSV, { brand: 'supplier' }, { private: ['supplier'] }), {
    name: 'InvalidInput',
    message: /"supplier" is private, so it cannot be the brand that shoppers see/,
  });
  await assert.rejects(chooseColumns(storage, org, { private: ['supplier'] }, ++now), {
    name: 'InvalidInput',
  });
});

test('a choice of an unknown column, of both, and of the ids is refused and changes nothing', async () => {
  await newShop();
  await assert.rejects(catalogueColumns(storage, org), { name: 'InvalidInput', message: /no catalogue yet/ });
  const { catalogueVersion } = await imported();
  for (const privacy of [{ private: ['nope'] }, { public: ['nope'] }, { private: ['sku'] }]) {
    await assert.rejects(imported(CSV, {}, privacy), { name: 'InvalidInput', message: /has no column "/ });
    await assert.rejects(chooseColumns(storage, org, privacy, ++now), { name: 'InvalidInput' });
  }
  await assert.rejects(chooseColumns(storage, org, { private: ['grade'], public: ['grade'] }, ++now), {
    message: 'The column "grade" cannot be both private and public.',
  });
  assert.equal((await storage.catalogues.currentVersion(org))?.version, catalogueVersion);
});
