import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrganizationId, StoredCatalogue } from '../../storage/ports.ts';
import { importCatalogue } from './import-catalogue.ts';

const ORG = 'org_import' as OrganizationId;
const NOW = Date.UTC(2026, 2, 4, 12);

/** A store that remembers what was put. */
function store() {
  const put: StoredCatalogue[] = [];
  const catalogues = {
    put: async (catalogue: StoredCatalogue) => {
      put.push(catalogue);
    },
    current: async () => put.at(-1),
    currentVersion: async () => put.at(-1),
    list: async () => put,
  };
  return { put, storage: { catalogues } as unknown as Parameters<typeof importCatalogue>[0] };
}

const file = (csv: string) => ({ name: 'shop.csv', bytes: new TextEncoder().encode(csv) });
const CSV = 'sku,title,price,rrp\na,Red boots,10,12\nb,Blue hat,20,25\n';

test('the same file with the same roles has the same version', async () => {
  const { put, storage } = store();
  const first = await importCatalogue(storage, ORG, file(CSV), {}, NOW);
  const again = await importCatalogue(storage, ORG, file(CSV), {}, NOW + 1);
  const other = await importCatalogue(storage, ORG, file(CSV), { price: 'rrp' }, NOW);
  assert.equal(first.catalogueVersion, again.catalogueVersion);
  assert.notEqual(first.catalogueVersion, other.catalogueVersion);
  assert.deepEqual([first.products, first.roles.price, other.roles.price], [2, 'price', 'rrp']);
  assert.deepEqual(
    put.map(({ version, importedAt }) => [version, importedAt]),
    [
      [first.catalogueVersion, NOW],
      [first.catalogueVersion, NOW + 1],
      [other.catalogueVersion, NOW],
    ],
  );
});

test('a file without products, and a role of a column that it does not have, are refused by name', async () => {
  const { put, storage } = store();
  for (const [csv, roles, message] of [
    ['sku,title\n', {}, /^shop\.csv has a header row and no product below it\.$/],
    [CSV, { brand: 'maker' }, /^shop\.csv has no column "maker" to take as brand\. Its columns: .*rrp\.$/],
    ['PK\u0003\u0004 not a table', {}, /shop\.csv/],
  ] as const) {
    await assert.rejects(importCatalogue(storage, ORG, file(csv), roles, NOW), {
      name: 'InvalidInput',
      message,
    });
  }
  assert.deepEqual(put, []);
});

test('roles that the owner gave hold at the next import, and one whose column is gone is told', async () => {
  const { storage } = store();
  const first = await importCatalogue(storage, ORG, file(CSV), { price: 'rrp', brand: null }, NOW);
  assert.deepEqual([first.roles.price, first.changes], ['rrp', undefined]);
  const more = `${CSV}c,Green coat,30,35\n`;
  const second = await importCatalogue(storage, ORG, file(more), {}, NOW);
  assert.deepEqual([second.roles.price, second.roles.brand], ['rrp', null]);
  const renamed = more.replace('rrp', 'msrp').replace('Blue hat', 'Cap').replace('a,Red boots,10,12\n', '');
  const third = await importCatalogue(storage, ORG, file(renamed), {}, NOW);
  assert.equal(third.roles.price, 'price');
  const [gone] = third.warnings;
  assert.equal(gone.code, 'role_column_gone');
  assert.match(gone.message, /"rrp", which was chosen as the price, is not in this file/);
  assert.deepEqual(third.changes, {
    products: { added: 0, removed: 1, changed: 1 },
    columns: { added: ['msrp'], removed: ['rrp'] },
  });
  const named = await importCatalogue(storage, ORG, file(renamed), { price: 'msrp' }, NOW);
  assert.equal(named.roles.price, 'msrp');
  assert.ok(!named.warnings.some(({ code }) => code === 'role_column_gone'));
});

test('an import without names of products warns of it', async () => {
  const { storage } = store();
  const csv =
    'sku,part number,price,type\na,XK-200A,5,bolt\nb,XK-210A,20,nut\nc,ABF-13,21,nut\nd,PXL-7,22,nut\n';
  const { warnings } = await importCatalogue(storage, ORG, file(csv), {}, NOW);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['no_title'],
  );
});

test('an import has an example of each role, and warns of none for price and category unless the owner says so', async () => {
  const { storage } = store();
  const { examples, warnings } = await importCatalogue(
    storage,
    ORG,
    file('sku,title,price\na,Red boots,0\nb,Hat,20\n'),
    {},
    NOW,
  );
  assert.deepEqual(examples, { title: 'Red boots', price: '20' });
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['no_category'],
  );
  const without = await importCatalogue(
    storage,
    ORG,
    file('sku,title\na,Boots\n'),
    { price: null, category: null },
    NOW,
  );
  assert.deepEqual(without.warnings, []);
});
