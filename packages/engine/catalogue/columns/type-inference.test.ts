import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { interpret, readTable } from '../index.ts';

function column(cells: readonly string[], others: Record<string, readonly string[]> = {}, name = 'a') {
  const names = Object.keys(others);
  const rows = cells.map((cell, i) => [
    `p${i}`,
    cell,
    ...names.map((other) => others[other][i % others[other].length]),
  ]);
  const table = readTable(
    `${['id', name, ...names].join(';')}\n${rows.map((row) => row.map((cell) => (/[";\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(';')).join('\n')}\n`,
  );
  return interpret(table).attributes[0];
}

const magnitudes = (cells: readonly string[], others = {}, name = 'a') =>
  column(cells, others, name).values.map(({ number }) => number);

test('units are normalised: 10 cm is 10cm is 100 mm', () => {
  const { kind, unit, values, cell } = column(['10 cm', '10cm', '100 mm', '0.2 m', '20 cm']);
  assert.equal(kind, 'number');
  assert.equal(unit, 'cm');
  assert.deepEqual(
    values.map(({ number }) => number),
    [10, 20],
  );
  assert.deepEqual([...cell], [0, 0, 0, 1, 1]);
});

test('a word after the numbers of most cells of a column is its unit, whatever the word', () => {
  const { kind, unit, values } = column(['1,400 masl', '1200 masl', '950masl', '1100', '1,250 masl']);
  assert.equal(kind, 'number');
  assert.equal(unit, 'masl');
  assert.deepEqual(
    values.map(({ number }) => number),
    [950, 1100, 1200, 1250, 1400],
  );
});

test('pounds and kilograms, inches in every spelling', () => {
  const { unit, values } = column(['1 kg', '3 kg', '2.2046226218 lbs', '2000 g']);
  assert.equal(unit, 'kg');
  assert.deepEqual(
    values.map(({ number }) => number!.toFixed(6)),
    ['1.000000', '1.000000', '2.000000', '3.000000'].slice(-values.length),
  );
  assert.deepEqual(magnitudes(['27"', '27 in', '27-inch', '27 inches', '32"']), [27, 32]);
});

test('currency signs stand before or behind', () => {
  assert.deepEqual(magnitudes(['$10', '10 USD', '$1,250.50', 'US$ 99']), [10, 99, 1250.5]);
  assert.equal(column(['5 €', '7,50 €', '€ 1.299,00']).unit, '€');
  assert.deepEqual(magnitudes(['5 €', '7,50 €', '€ 1.299,00']), [5, 7.5, 1299]);
});

const PRICES: readonly (readonly [readonly string[], unit: string, readonly number[]])[] = [
  [['ab 119,00 €', '219,00 €', '1.119,00 €', 'ab 12,50 €'], '€', [12.5, 119, 219, 1119]],
  [['à partir de 119,00 €', 'dès 59,90 €', '89,95 €'], '€', [59.9, 89.95, 119]],
  [['From $1,119.00', '$89.95', 'from $20'], '$', [20, 89.95, 1119]],
  [['UVP 119,00 €*', '89,00 €*', '99,00 €'], '€', [89, 99, 119]],
  [["CHF 1'299.–", 'CHF 49.90', 'CHF 12.-'], 'chf', [12, 49.9, 1299]],
  [['1.299,- €', '49,90 €', '499,– €'], '€', [49.9, 499, 1299]],
  [['1 299:-', '499:-', '49:-'], 'kr', [49, 499, 1299]],
  [['¥599', '89元', '¥1,299', '￥79', '399元起'], '¥', [79, 89, 399, 599, 1299]],
  [['¥28,000', '12,800円', '9,800円(税込)', '１５，０００円'], 'jpy', [9800, 12_800, 15_000, 28_000]],
  [['₩12,000', '9,500원'], 'krw', [9500, 12_000]],
  [['₹1,29,999', '₹999', '₹12,499', 'Rs. 1,05,000'], '₹', [999, 12_499, 105_000, 129_999]],
  [['12 990 руб.', '8 490 ₽', '490 р.'], 'rub', [490, 8490, 12_990]],
  [['٣٥٠ ر.س', '١٬٢٠٠ ر.س', '99 ر.س'], 'sar', [99, 350, 1200]],
  [['$19.99 CAD', '$5.00 CAD'], 'cad', [5, 19.99]],
  [['USD $12.50', 'USD $13'], '$', [12.5, 13]],
  [['HK$120', 'HK$1,200'], 'hkd', [120, 1200]],
];

for (const [cells, unit, numbers] of PRICES) {
  test(`prices are read as shops write them: ${cells.join(' | ')}`, () => {
    const read = column(cells, {}, 'price');
    assert.equal(read.unit, unit);
    assert.deepEqual(
      read.values.map(({ number }) => number),
      numbers,
    );
  });
}

test('texts that are not prices are not read as prices', () => {
  for (const cells of [
    ['ab 12', 'ab 34', 'ab 56'],
    ['from 10 cm', 'from 20 cm'],
    ['10.-20 €', '20.-40 €'],
    ['ab 5 €/Monat', 'ab 9 €/Monat'],
    ['$10', '€12', '$15', '£20'],
    ['100円', '200円', '80元', '90元'],
    ['$5 EUR', '€7 USD'],
    ['1,05,00', '2,10,00'],
  ]) {
    assert.notEqual(column(cells, {}, 'price').kind, 'number', cells.join(' | '));
  }
});

test('decimal commas and thousands separators are distinguished by the column', () => {
  assert.deepEqual(magnitudes(['1,5', '2,25', '3']), [1.5, 2.25, 3]);
  assert.deepEqual(magnitudes(['1,299', '899', '2,499', '1,100']), [899, 1100, 1299, 2499]);
  assert.deepEqual(magnitudes(['1.299', '899', '2.499', '1.100']), [899, 1100, 1299, 2499]);
  assert.deepEqual(magnitudes(['1.125', '2.5', '0.333']), [0.333, 1.125, 2.5]);
  assert.deepEqual(magnitudes(["1'299.50", '1 299,50'.replace(',', '.'), '7']), [7, 1299.5]);
});

test('packed pairs are no numbers', () => {
  const resolutions = column(['1920,1080', '2560,1440', '1280,800', '3840,2160', '1920,1080']);
  assert.equal(resolutions.kind, 'category');
  assert.equal(resolutions.values.length, 4);
  const ranges = column(['15,25', '20,20', '10,40', '15,25', '20,20', '10,40'], {
    price: ['70.98', '5999.5', '39.97'],
  });
  assert.equal(ranges.kind, 'category');
});

test('a column with a few words among its numbers stays a number', () => {
  const prices = [
    ...Array.from({ length: 20 }, (_, i) => `SR ${i * 10 + 5}`),
    'No old price',
    'No old price',
  ];
  const { kind, values } = column(prices);
  assert.equal(kind, 'number');
  assert.equal(values.filter(({ number }) => number === undefined).length, 1);
});

test('numbers of different measures are no number', () => {
  assert.equal(column(['10 cm', '5 kg', '12 cm', '7 kg', '10 cm', '5 kg', '12 cm', '7 kg']).kind, 'category');
});

test('a text that merely begins with a digit is a word', () => {
  for (const text of [
    '3D',
    '802.11 b/g',
    '2 x HDMI 2.0',
    '16:9',
    '1/2',
    '2016-2017',
    '1.2.3',
    'A4',
    'USB 3',
    '51x51 cm',
  ]) {
    assert.equal(
      column([text, `${text} `, 'other']).values.some(({ number }) => number !== undefined),
      false,
      text,
    );
  }
});

test('dates are read in the forms that exports write, day or month first by the column', () => {
  const days = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000;
  assert.deepEqual(magnitudes(['25/12/2020', '03/04/2020']), [days('2020-04-03'), days('2020-12-25')]);
  assert.deepEqual(magnitudes(['12/25/2020', '03/04/2020']), [days('2020-03-04'), days('2020-12-25')]);
  assert.deepEqual(magnitudes(['April 4th, 2015', '5 May 2016', '2017-06-07', '7.6.2017']), [
    days('2015-04-04'),
    days('2016-05-05'),
    days('2017-06-07'),
  ]);
  assert.equal(column(['31/02/2020', 'x']).kind, 'category');
});

test('a word is no value of a measure, and one among values without a unit', () => {
  const csv = (name: string, word: string) =>
    `id,${name}\n${Array.from({ length: 40 }, (_, at) => `p${at},${at % 5 === 0 ? word : (at % 7) * 15 + 10}`).join('\n')}\n`;
  const words = fc.constantFrom('on request', 'auf Anfrage', 'variabel', 'siehe Text');
  const units = fc.constantFrom('height_cm', 'Capacity (l)', 'weight in kg', 'Breite [mm]');
  fc.assert(
    fc.property(units, words, (name, word) => {
      const { attributes, warnings } = interpret(readTable(csv(name, word)));
      const [{ kind, cell, placeholders }] = attributes;
      assert.equal(kind, 'number');
      assert.equal(cell.filter((own) => own >= 0).length, 32);
      assert.equal(placeholders.length, 8);
      assert.ok(
        warnings.some(({ code, message }) => code === 'words_among_numbers' && message.includes(word)),
      );
    }),
  );
  const [size] = interpret(readTable(csv('size', 'One size'))).attributes;
  assert.equal(size.cell.filter((own) => own >= 0).length, 40);
});
