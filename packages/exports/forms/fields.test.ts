import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readExport } from '../index.ts';
import { bytesOf, cellsOf, tableOf } from '../testing.fixture.ts';

const cells = async (text: string) => cellsOf(tableOf((await readExport(bytesOf(text))).rows));
const of = async (record: object) => (await cells(JSON.stringify([{ id: 'p', ...record }]))).p;

test('nested fields, lists and lists of objects', async () => {
  assert.deepEqual(
    await of({
      care: { wash: 5, iron: 'no' },
      tags: ['a', 'b', 'a', null],
      images: [{ uri: 'x' }, { uri: 'y' }],
      isNew: false,
      big: 12345678901234,
    }),
    {
      'care.wash': '5',
      'care.iron': 'no',
      tags: 'a\u001fb',
      'images.uri': 'x\u001fy',
      isNew: 'false',
      big: '12345678901234',
    },
  );
});

test('lists of named values are attributes of those names, as shop systems write them', async () => {
  const red = { Colour: 'red', Size: 'S\u001fM' };
  for (const attributes of [
    [
      { name: 'Colour', value: 'red' },
      { name: 'Size', value: ['S', 'M'] },
    ],
    [
      { id: 6, name: 'Colour', visible: true, options: ['red'] },
      { id: 7, name: 'Size', visible: true, options: ['S', 'M'] },
    ],
    [
      { key: 'Colour', value: { text: ['red'], numbers: [] } },
      { key: 'Size', value: { text: ['S', 'M'] } },
    ],
    [
      { attribute_code: 'Colour', value: 'red' },
      { attribute_code: 'Size', value: ['S', 'M'] },
    ],
  ])
    assert.deepEqual(await of({ attributes }), red);
  assert.deepEqual(await of({ specs: [{ name: 'Width', value: 5, unit: 'cm' }] }), { Width: '5 cm' });
  assert.deepEqual(await of({ title: 'x', specs: [{ name: 'title', value: 'y' }] }), {
    title: 'x',
    'specs.title': 'y',
  });
  // Objects with a name and nothing that is its value are none.
  assert.deepEqual(await of({ categories: [{ id: 1, name: 'Hats' }] }), {
    'categories.id': '1',
    'categories.name': 'Hats',
  });
});

test('names of fields that a program would trip over are names', async () => {
  assert.deepEqual(await cells('[{"id":"p","__proto__":"x","constructor":"y","toString":"z"}]'), {
    p: { ['__proto__']: 'x', constructor: 'y', toString: 'z' },
  });
});

test('a field that is null in one record and an object in another is no column of its own', async () => {
  const { rows } = await readExport(
    bytesOf('[{"id":1,"price":null,"note":null},{"id":2,"price":{"value":3}}]'),
  );
  assert.deepEqual(
    rows.names.filter((name) => name !== ''),
    ['id', 'note', 'price.value'],
  );
});

test('a feed of a merchant centre: names without their namespace, details as attributes', async () => {
  const feed = `<?xml version="1.0" encoding="ISO-8859-1"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title><link>x</link>
<item><g:id>1</g:id><title>Gr&#252;n &amp; blau&nbsp;</title><g:title>Gr&#252;n</g:title>
  <g:shipping><g:country>DE</g:country><g:price>3 EUR</g:price></g:shipping><g:shipping><g:country>AT</g:country></g:shipping>
  <g:product_detail><g:section_name>General</g:section_name><g:attribute_name>Fabric</g:attribute_name><g:attribute_value>Wool</g:attribute_value></g:product_detail>
  <description><![CDATA[<b>Soft</b>]]></description></item>
<item><g:id>2</g:id><title>Rot</title></item></channel></rss>`;
  assert.deepEqual(await cells(feed), {
    1: {
      title: 'Gr\u00fcn & blau',
      'g:title': 'Gr\u00fcn',
      'shipping.country': 'DE\u001fAT',
      'shipping.price': '3 EUR',
      Fabric: 'Wool',
      description: '<b>Soft</b>',
    },
    2: { title: 'Rot' },
  });
});

test('an Atom feed, and a feed with one product', async () => {
  const entry = (id: number) => `<entry><g:id>${id}</g:id><title>Hat</title></entry>`;
  const atom = (entries: string) =>
    `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="x"><title>s</title>${entries}</feed>`;
  assert.deepEqual(await cells(atom(entry(1) + entry(2))), { 1: { title: 'Hat' }, 2: { title: 'Hat' } });
  assert.deepEqual(await cells(atom(entry(1))), { 1: { title: 'Hat' } });
});

test('products are the elements that hold most, not the categories beside them, and parameters are attributes', async () => {
  const catalogue = `<yml_catalog><shop><categories>${Array.from({ length: 4 }, (_, at) => `<category id="${at}" parentId="0">c${at}</category>`).join('')}</categories>
<offers>${[1, 2, 3].map((id) => `<offer id="o${id}" available="true"><price>${id}</price><vendor>V</vendor><param name="Width" unit="cm">${id}</param><param name="Colour">red</param></offer>`).join('')}</offers></shop></yml_catalog>`;
  const read = await cells(catalogue);
  assert.deepEqual(read.o2, { available: 'true', price: '2', vendor: 'V', Width: '2 cm', Colour: 'red' });
  assert.equal(Object.keys(read).length, 3);
});

test('a feed in the encoding that it names, and one that is not in it', async () => {
  const latin = Buffer.from(
    '<?xml version="1.0" encoding="windows-1252"?><r><p><id>1</id><c>gr\u00fcn</c></p><p><id>2</id><c>x</c></p></r>',
    'latin1',
  );
  const { rows } = await readExport(new Uint8Array(latin));
  assert.deepEqual(cellsOf(tableOf(rows))[1], { c: 'gr\u00fcn' });
  const wrong = Buffer.from(latin.toString('latin1').replace('windows-1252', 'utf-8'), 'latin1');
  await assert.rejects(readExport(new Uint8Array(wrong)), { code: 'broken_encoding' });
});
