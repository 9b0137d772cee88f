import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  changeColumns,
  deleteProducts,
  downloadCatalogue,
  importCatalogue,
  listCategories,
  listProducts,
  previewCatalogue,
  readCatalogue,
  readColumns,
  renameCategories,
  restoreCatalogue,
  upsertProducts,
} from '@decidable/contract/management';
import { ManagedShop } from '../../testing/managed-shop.ts';
import type { Loose } from '../../testing/running-service.ts';

let shop: ManagedShop;
const params = (more: object = {}) => ({ organizationId: shop.organizationId, ...more });
const bytesOf = (csv: string) => new TextEncoder().encode(csv);

before(async () => {
  shop = await ManagedShop.start();
});
after(() => shop.close());

/** Calls as the owner; the call must succeed. */
async function done(...[operation, options]: Parameters<typeof shop.owner.call>): Promise<Loose> {
  const { status, body, text } = await shop.owner.call(operation, options);
  assert.equal(status, 200, text);
  return body;
}

const columnsOf = (body: Loose): Readonly<Record<string, Loose>> =>
  Object.fromEntries([...body.columns].map((column) => [String(column.name), column]));

const versions = async () =>
  [...(await done(readCatalogue, { params: params() })).versions].map(({ version, current }) => ({
    version: String(version),
    current: current as unknown as boolean,
  }));

const EXPORT = [
  'handle;Titel;Kategorie;Preis;Einkaufspreis;Farbe',
  'x1;Rote Jacke;Jacken;99;40;rot',
  'x2;Blaue Jacke;Jacken;89;38;blau',
  'x3;Rote Mütze;Mützen;19;5;rot',
].join('\n');

test('a preview says how columns are taken and what would differ, and stores nothing', async () => {
  const before = await versions();
  const body = await done(previewCatalogue, {
    params: params(),
    query: { name: 'export.csv' },
    body: bytesOf(EXPORT),
  });
  assert.deepEqual(await versions(), before);
  const { Titel, Preis, Einkaufspreis, Farbe } = columnsOf(body);
  assert.deepEqual([Titel.role, Preis.role, Einkaufspreis.private], ['title', 'price', 'cost']);
  assert.deepEqual([Farbe.role, Farbe.recorded, Farbe.distinct], ['attribute', 3, 2]);
  assert.deepEqual([...Farbe.examples], ['rot', 'blau']);
  assert.deepEqual(body.changes.products, { added: 3, removed: 60, changed: 0 });
});

test('an import makes the file the catalogue with what was chosen, and one goes back to the one before', async () => {
  const [first] = await versions();
  const choices = JSON.stringify({ roles: { brand: null }, private: ['Farbe'] });
  const imported = await done(importCatalogue, {
    params: params(),
    query: { name: 'export.csv', choices },
    body: bytesOf(EXPORT),
  });
  assert.equal(columnsOf(imported).Farbe.private, 'owner');
  const products = await done(listProducts, { params: params() });
  assert.equal(products.total, 3);
  assert.deepEqual(Object.keys(products.products[0].attributes).sort(), ['Kategorie', 'Preis', 'Titel']);
  assert.deepEqual(
    (await versions()).map(({ current }) => current),
    [true, false],
  );
  const file = await shop.owner.call(downloadCatalogue, { params: params({ version: imported.version }) });
  assert.ok(
    file.text.startsWith('handle,Titel') || file.text.startsWith('handle;Titel'),
    file.text.slice(0, 40),
  );
  await done(restoreCatalogue, { params: params({ version: first.version }) });
  assert.equal((await done(listProducts, { params: params() })).total, 60);
  const unknown = await shop.owner.call(restoreCatalogue, { params: params({ version: 'none' }) });
  assert.equal(unknown.status, 404);
});

test('choices about columns make another version, and hold for the next import', async () => {
  const changed = await done(changeColumns, {
    params: params(),
    body: { private: ['colour'], roles: { brand: null } },
  });
  assert.equal(columnsOf(changed).colour.private, 'owner');
  const read = await done(readColumns, { params: params() });
  assert.equal(read.version, changed.version);
  // Answered once the new version is the one that is ranked.
  await done(listProducts, { params: params() });
  const { organizationId } = shop;
  const ranked = await shop.running.post('/catalog/ranked', {
    organizationId,
    sessionId: 'anyone',
    limit: 3,
  });
  assert.ok(!ranked.text.includes('colour'));
  for (const body of [{ private: ['no such column'] }, { roles: { colour: 'colour' } }]) {
    assert.equal((await shop.owner.call(changeColumns, { params: params(), body })).status, 400);
  }
  await done(changeColumns, { params: params(), body: { public: ['colour'] } });
});

test('products are found, added, changed and deleted', async () => {
  const found = await done(listProducts, { params: params(), query: { search: 'red boots', limit: 2 } });
  assert.ok(Number(found.total) > 2);
  assert.equal([...found.products].length, 2);
  const inHats = await done(listProducts, { params: params(), query: { category: 'Hats' } });
  assert.equal(inHats.total, 20);
  const changed = await done(upsertProducts, {
    params: params(),
    body: {
      products: [
        { id: 'p0', attributes: { title: 'Crimson Boots' } },
        { id: 'new', attributes: { title: 'Silk Scarf', category: 'Scarves', price: '30', lining: 'silk' } },
      ],
    },
  });
  assert.deepEqual([changed.added, changed.changed], [1, 1]);
  const crimson = await done(listProducts, { params: params(), query: { search: 'crimson' } });
  assert.deepEqual(
    [...crimson.products].map(({ id }) => id),
    ['p0'],
  );
  const silk = await done(listProducts, { params: params(), query: { search: 'new' } });
  assert.equal(silk.products[0].attributes.lining, 'silk');
  const deleted = await done(deleteProducts, { params: params(), body: { ids: ['new', 'unknown'] } });
  assert.equal(deleted.deleted, 1);
  assert.equal((await done(listProducts, { params: params(), query: { search: 'silk scarf' } })).total, 0);
});

test('categories are counted, renamed and merged', async () => {
  const listed = await done(listCategories, { params: params() });
  assert.equal(listed.column, 'category');
  assert.deepEqual(Object.fromEntries([...listed.categories].map(({ name, products }) => [name, products])), {
    Boots: 20,
    Hats: 20,
    Scarves: 20,
  });
  const renamed = await done(renameCategories, {
    params: params(),
    body: { categories: [{ from: 'Scarves', to: 'Hats' }] },
  });
  assert.equal(renamed.changed, 20);
  const merged = await done(listCategories, { params: params() });
  assert.deepEqual(
    [...merged.categories].map(({ name, products }) => [name, products]),
    [
      ['Hats', 40],
      ['Boots', 20],
    ],
  );
});

test('a file that cannot be read changes nothing, and says where the fault is', async () => {
  const before = await versions();
  const broken = { name: 'broken.csv', csv: 'id,title\n1,"open' };
  for (const { name, csv } of [broken, { name: 'empty.csv', csv: '' }]) {
    const answer = await shop.owner.call(importCatalogue, {
      params: params(),
      query: { name },
      body: bytesOf(csv),
    });
    assert.equal(answer.status, 400, answer.text);
  }
  assert.deepEqual(await versions(), before);
});
