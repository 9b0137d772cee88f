import assert from 'node:assert/strict';
import { test } from 'node:test';
import Papa from 'papaparse';
import { interpret } from '../columns/interpreter.ts';
import { readTable } from '../csv/table-reader.ts';

/** What products have in a column; the values of several rows one by one. */
function valuesIn(csv: string, name: string): Record<string, string> {
  const { ids, columns } = readTable(csv);
  const column = columns.find((own) => own.name === name);
  assert.ok(column, `there is ${name} among ${columns.map((own) => own.name).join(' | ')}`);
  return Object.fromEntries(
    ids.flatMap((id, product) =>
      column.cell[product] < 0 ? [] : [[id, column.texts[column.cell[product]].replaceAll('\u001f', ' & ')]],
    ),
  );
}

const namesOf = (csv: string): string[] => readTable(csv).columns.map(({ name }) => name);
const file = (...rows: string[][]): string => Papa.unparse(rows);

// Made-up products in the forms that shop systems document.

test('Magento: additional attributes, with commas and in quotation marks; configurable products know their variations', () => {
  const csv = file(
    ['sku', 'product_type', 'name', 'additional_attributes', 'configurable_variations'],
    ['cap-s', 'simple', 'Cap S', 'size=S,color=Red', ''],
    ['cap-m', 'simple', 'Cap M', 'size=M,color=Red', ''],
    [
      'cap',
      'configurable',
      'Cap',
      'climate=Cool|Windy,"material=Wool, felted"',
      'sku=cap-s,size=S,color=Red|sku=cap-m,size=M,color=Red',
    ],
    ['tie', 'simple', 'Tie', 'color=Blue,material=Silk, woven', ''],
    ['belt', 'simple', 'Belt', 'color=Brown,material=Leather', ''],
  );
  assert.deepEqual(valuesIn(csv, 'size'), { 'cap-s': 'S', 'cap-m': 'M', cap: 'M & S' });
  assert.deepEqual(valuesIn(csv, 'material'), {
    'cap-s': 'Wool, felted',
    'cap-m': 'Wool, felted',
    cap: 'Wool, felted',
    tie: 'Silk, woven',
    belt: 'Leather',
  });
  assert.deepEqual(valuesIn(csv, 'climate'), {
    'cap-s': 'Cool|Windy',
    'cap-m': 'Cool|Windy',
    cap: 'Cool|Windy',
  });
  assert.deepEqual(namesOf(csv).slice(0, 2), ['product_type', 'name']);
  assert.ok(!namesOf(csv).some((name) => /additional_attributes|configurable_variations/.test(name)));
});

test('Magento: bundles are no variations, and options to choose from are no attributes', () => {
  const csv = file(
    ['sku', 'price', 'bundle_values', 'custom_options'],
    ['mat', '15', '', ''],
    ['strap', '10', '', 'name=Engraving,type=field,price=3|name=Colour,type=drop_down,price=0'],
    ['block', '8', '', 'name=Engraving,type=field,price=2|name=Colour,type=drop_down,price=1'],
    ['set', '', 'name=One,type=select,sku=mat,price=12|name=Two,type=select,sku=strap,price=9', ''],
    ['kit', '', 'name=One,type=radio,sku=mat,price=11|name=Two,type=select,sku=block,price=7', ''],
  );
  assert.deepEqual(namesOf(csv), ['price', 'bundle_values', 'custom_options']);
});

test('Shopify: options in several languages are one, metafields keep their names, measures are read', () => {
  const weight = 'Gewicht (product.metafields.custom.weight)';
  const fabrics = 'Stoffe (product.metafields.custom.fabrics)';
  const csv = file(
    ['Handle', 'Option1 Name', 'Option1 Value', 'Option2 Name', 'Option2 Value', weight, fabrics],
    ['a', 'Color', 'BLACK', 'Size', 'S', '{"value":1.5,"unit":"kg"}', '["wool","silk"]'],
    ['a', '', 'BLACK', '', 'M', '', ''],
    ['b', 'Farbe', 'Black', 'Größe', 'M', '{"value":0.5,"unit":"kg"}', '["flax"]'],
    ['c', 'COLOR', 'White', 'SIZE', 'L', '', '[]'],
    ['e', 'Color', 'Red', 'Size', 'L', '', ''],
    ['d', 'Title', 'Default Title', '', '', '{"value":800,"unit":"g"}', ''],
  );
  assert.deepEqual(valuesIn(csv, 'Color'), { a: 'BLACK', b: 'Black', c: 'White', e: 'Red' });
  assert.deepEqual(valuesIn(csv, 'Size'), { a: 'M & S', b: 'M', c: 'L', e: 'L' });
  assert.deepEqual(valuesIn(csv, fabrics), { a: 'silk & wool', b: 'flax' });
  assert.ok(!namesOf(csv).includes('Title'));
  const attribute = interpret(readTable(csv)).attributes.find(({ name }) => name === weight)!;
  assert.deepEqual(
    new Set(attribute.values.map(({ number }) => number)),
    new Set(attribute.unit === 'g' ? [1500, 500, 800] : [1.5, 0.5, 0.8]),
  );
});

test('options that one product has together, and those that share numbers only, stay apart', () => {
  const csv = file(
    ['Handle', 'Option1 Name', 'Option1 Value', 'Option2 Name', 'Option2 Value'],
    ['a', 'Top size', 'S', 'Bottom size', 'S'],
    ['a', '', 'M', '', 'M'],
    ['b', 'Ring', '5', '', ''],
    ['b', '', '6', '', ''],
    ['c', 'Pack', '5', '', ''],
    ['c', '', '6', '', ''],
  );
  assert.deepEqual(namesOf(csv).slice(-4).sort(), ['Bottom size', 'Pack', 'Ring', 'Top size']);
});

test('BigCommerce: custom fields', () => {
  const csv = file(
    ['Product ID', 'Name', 'Product Custom Fields'],
    ['1', 'Mug', 'Material=Clay;Volume=300 ml'],
    ['2', 'Jug', 'Material=Glass;Volume=1 l'],
    ['3', 'Bowl', 'Material=Clay;Diameter=18 cm'],
    ['4', 'Dish', 'Diameter=20 cm;Material=Glass'],
  );
  assert.deepEqual(valuesIn(csv, 'Material'), { 1: 'Clay', 2: 'Glass', 3: 'Clay', 4: 'Glass' });
  assert.deepEqual(valuesIn(csv, 'Diameter'), { 3: '18 cm', 4: '20 cm' });
});

test('PrestaShop: features with their positions', () => {
  const csv = file(
    ['Product ID', 'Feature (Name:Value:Position:Customized)'],
    ['1', 'Edad:12+:1:0,Idioma:Español:2:0'],
    ['2', 'Edad:8+:1:0,Idioma:Inglés:2:1,Nota:a:b:3:1'],
    ['3', 'Edad:8+:1:0,Nota:c:2:1'],
  );
  assert.deepEqual(valuesIn(csv, 'Edad'), { 1: '12+', 2: '8+', 3: '8+' });
  assert.deepEqual(valuesIn(csv, 'Nota'), { 2: 'a:b', 3: 'c' });
});

test('OpenCart and Google: attributes with their groups', () => {
  const csv = file(
    ['product_id', 'attributes'],
    ['1', 'Processor:Cores:4|Memory:RAM:8 GB'],
    ['2', 'Processor:Cores:2|Memory:RAM:16 GB'],
    ['3', 'Processor:Cores:8|Memory:RAM:16 GB'],
  );
  assert.deepEqual(valuesIn(csv, 'RAM'), { 1: '8 GB', 2: '16 GB', 3: '16 GB' });
  const feed = file(
    ['id', 'product_detail'],
    ['1', 'General:Type:Jacket,General:Fit:Slim'],
    ['2', 'General:Type:Coat,General:Fit:Wide'],
    ['3', 'General:Type:Coat,Care:Wash:30 °C'],
  );
  assert.deepEqual(valuesIn(feed, 'Type'), { 1: 'Jacket', 2: 'Coat', 3: 'Coat' });
});

test('Shopware and Facebook: names and values in one cell', () => {
  const csv = file(
    ['productNumber', 'translations.DEFAULT.name', 'properties'],
    ['SW1', 'Hemd', 'Farbe: Rot|Größe: M'],
    ['SW2', 'Hose', 'Farbe: Blau|Größe: L'],
    ['SW3', 'Schal', 'Farbe: Blau|Stoff: Wolle'],
    ['SW4', 'Mütze', 'Farbe: Rot|Stoff: Wolle'],
  );
  assert.deepEqual(valuesIn(csv, 'Stoff'), { SW3: 'Wolle', SW4: 'Wolle' });
  const feed = file(
    ['id', 'additional_variant_attribute'],
    ['1', 'Scent:Rose,Volume:50 ml'],
    ['2', 'Scent:Mint,Volume:50 ml'],
    ['3', 'Scent:Mint,Volume:100 ml'],
  );
  assert.deepEqual(valuesIn(feed, 'Scent'), { 1: 'Rose', 2: 'Mint', 3: 'Mint' });
});

test('Amazon and Akeneo: numbers with the units beside them', () => {
  const csv = file(
    ['item_sku', 'item_weight', 'item_weight_unit_of_measure', 'mileage.value', 'mileage.unit'],
    ['1', '500', 'GR', '12', 'km'],
    ['2', '1.5', 'KG', '8', 'mi'],
    ['3', '', 'KG', '5', ''],
  );
  assert.deepEqual(valuesIn(csv, 'item_weight'), { 1: '500 GR', 2: '1.5 KG' });
  assert.deepEqual(valuesIn(csv, 'mileage.value'), { 1: '12 km', 2: '8 mi', 3: '5' });
  assert.deepEqual(namesOf(csv), ['item_weight', 'mileage.value']);
  const { attributes } = interpret(readTable(csv));
  assert.equal(
    attributes[0].kind === 'number' || attributes[0].values.some(({ number }) => number !== undefined),
    true,
  );
});

test('a column that only sounds like a unit is one of its own', () => {
  const csv = file(['id', 'price', 'price unit', 'unit'], ['1', '5', '100 g', 'a'], ['2', '6', '1 kg', 'b']);
  assert.deepEqual(namesOf(csv), ['price', 'price unit', 'unit']);
});

test('Akeneo and Lightspeed: of several languages the fullest speaks', () => {
  const csv = file(
    [
      'sku',
      'name-en_US',
      'name-de_DE',
      'care-en_US-print',
      'care-de_DE-print',
      'EN_Fit',
      'NL_Fit',
      'size_de',
      'size_fr',
    ],
    ['1', 'Cap', 'Mütze', 'wash', 'waschen', 'slim', '', '38', '40'],
    ['2', 'Tie', '', '', 'bürsten', 'wide', 'wijd', '40', '42'],
  );
  const { columns } = readTable(csv);
  const translations = columns.flatMap(({ name, translationOf }) =>
    translationOf === undefined ? [] : [[name, translationOf]],
  );
  assert.deepEqual(translations, [
    ['name-de_DE', 'name-en_US'],
    ['care-en_US-print', 'care-de_DE-print'],
    ['NL_Fit', 'EN_Fit'],
  ]);
});

test('Etsy, Squarespace, Tiendanube, JTL, Spryker: pairs of columns in any order and language', () => {
  const pairs: [string, string][] = [
    ['VARIATION 1 NAME', 'VARIATION 1 VALUES'],
    ['Option Name 1', 'Option Value 1'],
    ['Nombre de propiedad 1', 'Valor de propiedad 1'],
    ['Attributname 1', 'Attributwert 1'],
    ['attribute_key_1', 'value_1'],
    ['productOptionName1', 'productOptionDescription1'],
    ['Nom option 1', 'Valeur option 1'],
  ];
  for (const [name, value] of pairs) {
    const csv = file(
      ['id', value, name],
      ['a', 'Red', 'Colour'],
      ['b', 'Blue', 'Colour'],
      ['c', 'M', 'Size'],
    );
    assert.deepEqual(valuesIn(csv, 'Colour'), { a: 'Red', b: 'Blue' }, name);
    assert.deepEqual(valuesIn(csv, 'Size'), { c: 'M' }, name);
  }
});

test('the name and the description of a product are no pair, nor are names and values of different things', () => {
  const csv = file(
    ['id', 'name.en_US', 'description.en_US', 'name 1', 'description 1', 'brand name 1', 'energy value 1'],
    ['a', 'Cap', 'A cap', 'x', 'y', 'Ala', '5'],
    ['b', 'Tie', 'A tie', 'x', 'z', 'Bero', '6'],
  );
  assert.equal(namesOf(csv).length, 6);
  assert.ok(readTable(csv).columns.every(({ writtenIn }) => writtenIn === undefined));
});

test('Wix: names on the row of the product, values on those of its variants', () => {
  const csv = file(
    [
      'handleId',
      'fieldType',
      'name',
      'productOptionName1',
      'productOptionType1',
      'productOptionDescription1',
    ],
    ['a', 'Product', 'Card', 'Paper', 'DROP_DOWN', 'Matt;Gloss'],
    ['a', 'Variant', '', '', '', 'Matt'],
    ['a', 'Variant', '', '', '', 'Gloss'],
    ['b', 'Product', 'Print', 'Paper', 'DROP_DOWN', 'Matt;Silk'],
  );
  assert.deepEqual(valuesIn(csv, 'Paper'), { a: 'Gloss & Matt', b: 'Matt & Silk' });
});

test('Ecwid: a row for each option of a product', () => {
  const csv = file(
    ['product_sku', 'product_name', 'product_option_name', 'product_option_value'],
    ['a', 'Cap', '', ''],
    ['a', '', 'Colour', 'Red'],
    ['a', '', 'Colour', 'Blue'],
    ['a', '', 'Size', 'M'],
    ['b', 'Tie', '', ''],
    ['b', '', 'Colour', 'Green'],
    ['c', 'Hat', '', ''],
    ['c', '', 'Size', 'L'],
    ['c', '', 'Colour', 'Red'],
  );
  assert.deepEqual(valuesIn(csv, 'Colour'), { a: 'Blue & Red', b: 'Green', c: 'Red' });
  assert.deepEqual(valuesIn(csv, 'Size'), { a: 'M', c: 'L' });
});

test('plentymarkets and others: facts in the markup of descriptions', () => {
  const csv = file(
    ['id', 'description'],
    ['1', '<p>Warm &amp; soft.</p><ul><li><b>Material:</b> Wool</li><li>Care: by hand</li></ul>'],
    ['2', '<ul><li>Material: Silk &amp; flax</li><li>Hand made in a small town near the sea</li></ul>'],
    ['3', '<ul><li>Material: Wool</li></ul><p>Note: colours may differ.</p>'],
    ['4', '<p>Sold out: see the new one.</p>'],
  );
  assert.deepEqual(valuesIn(csv, 'Material'), { 1: 'Wool', 2: 'Silk & flax', 3: 'Wool' });
  assert.deepEqual(namesOf(csv), ['description', 'Material']);
});

test('WooCommerce: a variation has what its product states', () => {
  const csv = file(
    ['ID', 'SKU', 'Type', 'Parent', 'Brand'],
    ['1', 'cap', 'variable', '', 'Ala'],
    ['2', 'cap-s', 'variation', 'id:1', ''],
    ['3', 'tie', 'simple', '', 'Bero'],
  );
  assert.deepEqual(valuesIn(csv, 'Brand'), { 1: 'Ala', 2: 'Ala', 3: 'Bero' });
});
