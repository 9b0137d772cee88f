import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { interpret, interpretAlike } from '../columns/interpreter.ts';
import { isRecordable } from '../columns/recordability.ts';
import { readTable } from '../csv/table-reader.ts';
import { mendMojibake } from './mojibake.ts';

/** An export of 60 products with one column of texts, read as tolerantly as exports are. */
function read(name: string, texts: readonly string[], id = (product: number) => `S${product}`) {
  const lines = Array.from(
    { length: 60 },
    (_, at) => `${id(at)},Shoe ${at},${['Acme', 'Bolt', 'Crux'][at % 3]},"${texts[at % texts.length]}"`,
  );
  return interpret(readTable([`sku,title,brand,${name}`, ...lines].join('\n'), { tolerant: true }));
}
const column = (catalogue: ReturnType<typeof read>, name: string) =>
  catalogue.attributes.find((attribute) => attribute.name === name)!;
const told = ({ warnings }: ReturnType<typeof read>, code: string) =>
  warnings.flatMap((warning) => (warning.code === code ? [warning.message] : []));
const asWindows = (text: string): string =>
  new TextDecoder('windows-1252').decode(new TextEncoder().encode(text));

test('trade item numbers of which a spreadsheet left a power of ten are codes, and told with their products', () => {
  for (const text of ['4.0065E+12', '4,00638E+12', '4.01E+12']) {
    const catalogue = read('gtin', [text, '4.0071E+12', '4.0081E+12']);
    assert.notEqual(column(catalogue, 'gtin').kind, 'number');
    assert.equal(isRecordable(column(catalogue, 'gtin')), false);
    assert.match(
      told(catalogue, 'shortened_numbers')[0],
      /"gtin".*"4.*E\+12", in 60 of 60 products \(S0, S1, S10 …\)/,
    );
  }
  assert.deepEqual(told(read('watts', ['1.5E+3', '2E+10', '1e-5']), 'shortened_numbers'), []);
});

test('what is left of long numbers unites no products', () => {
  const lines = Array.from(
    { length: 40 },
    (_, at) => `4.00${10 + (at >> 1)}E+12,${['Acme', 'Bolt'][at % 2]},${at % 7}`,
  );
  const table = readTable(['gtin,brand,length', ...lines].join('\n'), { tolerant: true });
  assert.equal(table.ids.length, 40);
  assert.equal(told(interpret(table), 'shortened_numbers').length, 1);
});

test('dates among sizes are told with the products that have them', () => {
  const sizes = ['4', '6', '8-10', '12', '14'];
  for (const [name, texts, dates] of [
    ['size', [...sizes, 'Feb 10'], 1],
    ['Größe', [...sizes, '10-Feb', '2024-02-10', '6. Mai'], 3],
    ['waist', [...sizes, '10-Feb'], 1],
    ['size', ['10-Feb', '8-Jun'], 2],
  ] as const) {
    const [message] = told(read(name, texts), 'dates_of_sizes');
    const products = Array.from({ length: 60 }, (_, at) => at % texts.length).filter(
      (at) => at >= texts.length - dates,
    );
    assert.match(message, new RegExp(`"${name}".* in ${products.length} of 60 products`));
  }
});

test('dates that were written as dates, and sizes, are no damage', () => {
  for (const [name, texts] of [
    ['launch', ['10-Feb', '8-Jun', '12-Apr', '3-Mar']],
    ['released', ['2024-02-10', '2023-06-08', '2022-04-12']],
    ['size', ['XS', 'S', 'M', '10-12', '30/32', '2-pack', '38 EU']],
    ['season', ['Feb 10', 'winter', 'summer 24']],
  ] as const)
    assert.deepEqual(told(read(name, texts), 'dates_of_sizes'), [], name);
});

test('letters of another encoding are told with what they mean', () => {
  const [message] = told(read('Farbe', ['weiß', 'grün', 'rot'].map(asWindows)), 'mojibake');
  assert.match(message, /"grÃ¼n" is "grün", in 40 of 60 products .* UTF-8/);
  assert.match(told(read('color', ['красный', 'синий'].map(asWindows)), 'mojibake')[0], /is "красный"/);
  assert.match(told(read('note', ["men's", 'men’s'].map(asWindows)), 'mojibake')[0], /"menâ€™s" is "men’s"/);
  assert.match(told(read('Farbe', ['gr\ufffdn', 'rot']), 'mojibake')[0], /"gr\ufffdn", in 30/);
});

test('of two exports each is told an example of its own', () => {
  const table = (word: string) =>
    readTable(
      ['sku,name', ...Array.from({ length: 20 }, (_, at) => `${at},${asWindows(`${word} ${at}`)}`)].join(
        '\n',
      ),
      { tolerant: true },
    );
  const told = interpretAlike([table('Zürich'), table('Ägäis')], {}).map(
    ({ warnings }) => warnings[0].message,
  );
  assert.match(told[0], /is "Zürich 0", in 20/);
  assert.match(told[1], /is "Ägäis 0", in 20/);
});

test('texts of any language are no damage, and damaged ones are mended to what they were', () => {
  const names = ['NESCAFÉ®', 'MALMÖ', '„NÄ“', 'Größe', 'naïve', 'Ærø', 'ÇA', 'Ñandú', '×2', 'Łódź', 'Œuvre™'];
  assert.deepEqual(told(read('name of it', names), 'mojibake'), []);
  const letters = fc.string({
    unit: fc.constantFrom(...'aé ßñüøçžșơЖяλשع’–€漢\u0308'),
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(letters, (text) => {
      assert.equal(mendMojibake(asWindows(text)).text, text);
      if (/[^\0-\x7f]/.test(text)) assert.ok(mendMojibake(asWindows(text)).garbled > 0);
    }),
  );
});
