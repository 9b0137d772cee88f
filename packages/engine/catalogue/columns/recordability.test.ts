import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readTable } from '../csv/table-reader.ts';
import type { Attribute } from '../types.ts';
import { interpret } from './interpreter.ts';
import { isRecordable } from './recordability.ts';

/** The column as it is interpreted among 40 products, each value given in turn. */
function column(name: string, values: readonly (string | number)[]): Attribute {
  const rows = Array.from({ length: 40 }, (_, product) => `p${product},"${values[product % values.length]}"`);
  return interpret(readTable(`sku,"${name}"\n${rows.join('\n')}\n`)).attributes[0];
}
const reason = (name: string, values: readonly (string | number)[]) => {
  const { notQuestion, notRecordable } = column(name, values);
  return notQuestion ?? notRecordable;
};

test('a fact that a shopper asks for is recordable', () => {
  for (const [name, values] of [
    ['Colour', ['red', 'blue', 'green']],
    ['brand name', ['Acme', 'Globex']],
    ['Energy rating', ['A++', 'A+', 'B']],
    ['rated power', ['800 W', '1000 W', '1200 W']],
    ['keyboard layout', ['QWERTY', 'QWERTZ']],
    ['Bluetooth enabled', ['yes', 'no']],
    ['requires assembly', ['yes', 'no']],
    ['Principe actif', ['acide', 'retinol', 'zinc']],
    ['Taxa de atualização', ['60 Hz', '120 Hz', '144 Hz']],
    ['Gewicht netto', ['10 kg', '12 kg', '15 kg']],
  ] as const)
    assert.equal(reason(name, values), undefined, name);
});

test('prices in one word, pages of a catalogue and languages of a feed are no advice to record', () => {
  for (const name of ['oldprice', 'saleprice', 'listprice'])
    assert.ok(['price', 'operational'].includes(reason(name, [19, 29, 39]) ?? ''), name);
  for (const name of ['Catalogue page', 'Pagina PDF', 'Page no'])
    assert.ok(!isRecordable(column(name, [1, 2, 3, 14])), name);
  assert.equal(reason('Pages', [120, 240, 360]), undefined);
  assert.equal(reason('name.lang', ['de', 'fr']), 'operational');
  for (const name of ['lang', 'short_description.lang'])
    assert.equal(reason(name, ['de', 'fr']), 'operational', name);
  assert.equal(reason('Ärmel lang', ['ja', 'nein']), undefined, 'long, in German');
  assert.ok(!isRecordable(column('article', [1001, 1002, 1017])));
  assert.equal(reason('article type', ['shoe', 'boot']), undefined);
});

test('what the variants of a product differ by is no fact, and answers that are called like facts are', () => {
  assert.equal(reason('Vt', ['Farbe', 'Größe', 'Länge', 'Set']), 'merchandising');
  assert.equal(reason('Vt', ['Farbe', 'Set', 'Karton']), undefined);
  assert.equal(reason('Teil', ['Futter', 'Set', 'Karton', 'Farbe', 'Band']), undefined);
});

test('feedback is told of digits behind the apostrophe by which spreadsheets mark text', () => {
  assert.equal(reason('review count', ["'4", "'12", "'7"]), 'feedback');
});

test('money is no advice to record, by name in any language or by its currency', () => {
  for (const name of [
    'price',
    'MSRP (USD)',
    'Versandkosten',
    'Brutto-VK',
    'Umsatz netto',
    'prix barré',
    'precio',
    'wholesale',
    'Cena netto',
    'Shop: Endkunden Netto',
    'unit cost',
  ])
    assert.ok(['price', 'operational'].includes(reason(name, [10, 12, 15]) ?? ''), name);
  assert.equal(reason('Student', ['10 €', '12 €', '15 €']), 'price');
});

test('numbers of telephones name a maker, and tell nothing of the product', () => {
  const five = (text: (at: number) => string) => [1, 2, 3, 4, 5].map(text);
  assert.equal(
    reason(
      'Call',
      five((at) => `+44 161 555 012${at}`),
    ),
    'code',
  );
  assert.equal(
    reason(
      'Range',
      five((at) => `${at}0 - ${at}5 kg`),
    ),
    undefined,
  );
});

test('feedback is no advice to record; a rating in words is a fact', () => {
  assert.equal(reason('Rating', [4.5, 3.9, 4.1]), 'feedback');
  assert.equal(reason('Rating', ['4.5 of 5 stars', '3 of 5 stars']), 'feedback');
  assert.equal(reason('Bewertungen', [12, 3, 40]), 'feedback');
  assert.equal(reason('units sold', [12, 3, 40]), 'feedback');
  assert.equal(reason('fans', [12, 3, 40]), 'feedback');
  assert.equal(reason('Rating', ['PG-13', 'R', 'G']), undefined);
});

test('merchandising and operations are no advice to record', () => {
  for (const [name, values] of [
    ['Is new', ['yes', 'no']],
    ['On Sale', ['yes', 'no']],
    ['Lieferzeit', ['1-2 Tage', '3-4 Tage']],
    ['Disponibilité', ['en stock', 'sur commande']],
    ['QUANTITY', [5, 7, 11]],
    ['shipping weight', ['1 kg', '2 kg']],
    ['attribute_key_1', ['weight', 'colour']],
    ['productOptionName3', ['Size', 'Colour']],
  ] as const)
    assert.equal(reason(name, values), 'merchandising', name);
  assert.equal(reason('quantity', ['500 g', '250 g', '1 kg']), undefined);
});

test('names of products are no advice to record, in any locale', () => {
  for (const name of ['erp_name-en_US', 'Kurzbezeichnung', 'name.de_DE', 'farm title', 'meta title'])
    assert.ok(
      ['name', 'identifier', 'operational'].includes(reason(name, ['Apollo', 'Zeus', 'Ares']) ?? ''),
      name,
    );
});

test('dates are no advice to record, unless they say when a product came out', () => {
  assert.equal(reason('Grading date', ['2020-01-05', '2021-06-07', '2022-03-04']), 'date');
  assert.equal(reason('Release date', ['2020-01-05', '2021-06-07', '2022-03-04']), undefined);
  assert.equal(reason('stamp_t', [1580000000, 1581000000, 1592000000, 1603000000, 1614000000]), 'date');
});

test('numbers that are names are categories, by name', () => {
  for (const name of ['categoryId', 'brand id', 'google_product_category', 'class no', 'style code']) {
    const attribute = column(name, [43, 471, 166, 5322]);
    assert.equal(attribute.kind, 'category', name);
    assert.ok(!isRecordable(attribute), name);
  }
  assert.equal(column('Category.One.Defects', [0, 1, 2, 7]).kind, 'number');
  assert.equal(column('number of bags', [10, 11, 25]).kind, 'number');
  assert.equal(column('model year', [2019, 2020, 2021]).kind, 'number');
});

test('prices of any height are numbers: in a column that is called so, and in whole thousands under any name', () => {
  const millions = fc.array(fc.integer({ min: 10_000, max: 999_999 }), { minLength: 10, maxLength: 20 });
  fc.assert(
    fc.property(millions, fc.nat(999), (thousands, rest) => {
      const round = thousands.map((amount) => amount * 1000);
      assert.equal(column('harga', round).kind, 'number');
      const exact = round.map((amount) => amount + rest);
      for (const name of ['price', 'msrp', 'fiyat', 'цена'])
        assert.equal(column(name, exact).kind, 'number', name);
    }),
    { numRuns: 30 },
  );
});

test('numbers that are names are categories, by their values', () => {
  // Leading zeros, and trade item numbers with their check digit.
  assert.equal(column('family', ['0012', '0140', '2201', '7300']).notRecordable, 'code');
  assert.equal(column('family', [12, 140, 2201, 7300]).kind, 'number');
  const trade = ['4006381333931', '5901234123457', '0013803252897', '4549292028508', '4549292057485'];
  assert.equal(column('value 7', trade).notRecordable, 'code');
  // Eight digits and more measure nothing, with or without spaces; seven may.
  const tariff = ['8201 10 00 90', '8211930000', '7323 93 00 90', '3917400000', '8424 20 00 00'];
  assert.equal(column('value 7', tariff).notRecordable, 'code');
  const long = ['82119312', '82115437', '73239911', '39174023', '84242019'];
  assert.equal(column('value 7', long).notRecordable, 'code');
  assert.equal(
    column(
      'value 7',
      long.map((text) => text.slice(1)),
    ).notRecordable,
    undefined,
  );
});

test('several short numbers are a list, and one long number in parts is a code', () => {
  const cells = (text: (at: number) => string) => Array.from({ length: 12 }, (_, at) => text(at));
  for (const name of ['Schuhe', 'EU', 'fits'])
    for (const list of [
      cells((at) => [34, 35, 36, 37, 38].map((size) => size + at).join(' ')),
      cells((at) => `08 10 12 14 ${16 + at}`),
      cells((at) => `${1200 + 10 * at} 600 ${750 + at}`),
      cells((at) => `${1200 + 10 * at} ${90 + at} 600 ${750 + at}`),
    ])
      assert.equal(reason(name, list), undefined, `${name}: ${list[0]}`);
  for (const code of [
    cells((at) => `${101 + 7 * at} 420 ${37 + 5 * at} 03`),
    cells((at) => `${40 + at} 0${(at * 41_231) % 9973} 12`),
  ])
    assert.equal(reason('fits', code), 'code', code[0]);
});

test('whole prices of eight digits are prices under every name of money', () => {
  for (const name of ['montant', 'importe', 'bedrag', 'Betrag', 'cost', 'prix', 'UVP']) {
    const { kind, notRecordable } = column(
      name,
      Array.from({ length: 20 }, (_, at) => 12_345_678 + 12_345 * at),
    );
    assert.deepEqual([kind, notRecordable], ['number', 'price'], name);
  }
});
