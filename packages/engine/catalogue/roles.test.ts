import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CatalogueError, interpret, readTable, recogniseRoles } from './index.ts';

const example = (file: string) =>
  interpret(readTable(readFileSync(new URL(`../../../examples/catalogues/${file}`, import.meta.url))));

test('the columns of the sample catalogue are recognised for what they are', () => {
  const { attributes, ...roles } = recogniseRoles(example('computer-parts.csv'));
  assert.deepEqual(roles, { title: 'name', category: 'category', brand: 'brand', price: 'price' });
  assert.ok(attributes.includes('color') && attributes.includes('panel_type'));
  assert.ok(!attributes.includes('price') && !attributes.includes('name'));
});

test('images, links and prices are recognised by contents, in shop exports of several makes', () => {
  const shopify = interpret(
    readTable(
      'Handle,Title,Vendor,Type,Variant Price,Variant Compare At Price,Image Src,Variant Inventory Qty\n' +
        'a,Oak chair,Acme,Chair,10,12,https://x.example/a.jpg,3\nb,Ash chair,Acme,Chair,11,,https://x.example/b.jpg,0\n' +
        'c,Oak table,Bolt,Table,30,,https://x.example/c.jpg,1\nd,Ash table,Bolt,Table,31,,https://x.example/d.jpg,2\n',
    ),
  );
  const { attributes: _, ...roles } = recogniseRoles(shopify);
  assert.deepEqual(roles, {
    title: 'Title',
    category: 'Type',
    brand: 'Vendor',
    price: 'Variant Price',
    image: 'Image Src',
    availability: 'Variant Inventory Qty',
  });
  const german = interpret(
    readTable(
      'Artikelnummer;Bezeichnung;Kategorie;Marke;Preis;Link;Verfügbarkeit\n' +
        '1;Stuhl Eiche hell;Stühle;Acme;10,50;https://x.example/1;lieferbar\n2;Stuhl Esche;Stühle;Bolt;11,00;https://x.example/2;ausverkauft\n' +
        '3;Tisch Eiche;Tische;Acme;99,00;https://x.example/3;lieferbar\n4;Tisch Esche;Tische;Bolt;89,00;https://x.example/4;lieferbar\n',
    ),
  );
  const { attributes: __, ...found } = recogniseRoles(german);
  assert.deepEqual(found, {
    title: 'Bezeichnung',
    category: 'Kategorie',
    brand: 'Marke',
    price: 'Preis',
    url: 'Link',
    availability: 'Verfügbarkeit',
  });
});

test('a role can be given to another column, or to none', () => {
  const catalogue = example('computer-parts.csv');
  const roles = recogniseRoles(catalogue, { category: 'type', brand: null });
  assert.equal(roles.category, 'type');
  assert.equal(roles.brand, null);
  assert.ok(roles.attributes.includes('brand') && roles.attributes.includes('category'));
  assert.throws(() => recogniseRoles(catalogue, { price: 'cost' }), CatalogueError);
});

test('a column that says where a thing is sold is not its availability', () => {
  assert.equal(recogniseRoles(example('lego-sets.csv')).availability, undefined);
});
