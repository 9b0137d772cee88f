import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpret } from '../columns/interpreter.ts';
import { readTable } from '../csv/table-reader.ts';
import { magnitude } from './decimal-sign.ts';
import { readMeasure } from './measure-text.ts';

const read = (text: string, dimension?: string): string | undefined => {
  const measure = readMeasure(text, dimension);
  if (measure === undefined) return undefined;
  return `${magnitude(measure.number, '.')} ${measure.number.unit?.name ?? ''}|${measure.rest}`;
};

test('the measure in a text is read with its unit, and the words beside it are kept apart', () => {
  assert.equal(read('85 g (3.00 oz)'), '85 g|oz');
  assert.equal(read('6.1 inches, 91.4 cm² (~86 % screen-to-body ratio)'), '6.1 in|cm screen to body ratio');
  assert.equal(read('Li-Ion 4000 mAh'), '4000 mah|li ion');
  assert.equal(read('about 1.5 kg'), '1.5 kg|');
});

test('of several measures the one of the asked dimension is taken', () => {
  assert.equal(read('3 oz, 85 mm', 'length'), '85 mm|oz');
});

test('packs are multiplied where they are weighed or filled, and sides of a thing are not', () => {
  assert.equal(read('2 x 1.5 l'), '3 l|');
  assert.equal(read('140 x 80 cm'), undefined);
});

test('feet and inches are inches, and a range is its middle', () => {
  assert.equal(read(`5'11"`), '71 in|');
  assert.equal(read('1200-1400 m'), '1300 m|');
  assert.equal(read('1400-1200 m'), '1200 m|');
  assert.equal(read('1-2 monkeys'), undefined);
});

test('words are no measure, nor is a long text', () => {
  assert.equal(read('red'), undefined);
  assert.equal(read(`${'x '.repeat(60)}5 g`), undefined);
});

/** The one column of 40 products. */
const column = (name: string, text: (product: number) => string) =>
  interpret(
    readTable(
      `sku,${name}\n${Array.from({ length: 40 }, (_, i) => `p${i},"${text(i).replaceAll('"', '""')}"`).join('\n')}\n`,
    ),
  ).attributes[0];

test('a column of measures in texts is a number in their unit', () => {
  const weight = column('net', (i) => `${80 + (i % 9)} g (${(2.8 + (i % 9) / 30).toFixed(2)} oz)`);
  assert.deepEqual([weight.kind, weight.unit, weight.values[0].number], ['number', 'g', 80]);
  const battery = column('battery', (i) => `${i % 2 ? 'Li-Ion' : 'Li-Po'} ${3000 + 100 * (i % 7)} mAh`);
  assert.deepEqual([battery.kind, battery.unit], ['number', 'mah']);
  const altitude = column('altitude', (i) =>
    i % 3 === 0 ? `${1000 + i * 10}-${1200 + i * 10}` : `${1100 + i * 10}`,
  );
  assert.equal(altitude.kind, 'number');
});

test('texts that name a thing with its measure are no numbers', () => {
  const creams = [
    'Rose cream',
    'Oat oil',
    'Aloe gel',
    'Lime soap',
    'Mint balm',
    'Fig scrub',
    'Plum wash',
    'Pear mist',
  ];
  assert.notEqual(column('kind', (i) => `${creams[i % 8]} ${50 + (i % 4)} ml`).kind, 'number');
});

test('nine of ten texts with a measure are enough, fewer are not', () => {
  const mixed = (words: number) =>
    column('net', (i) => (i < words ? `as ordered ${'abcdefgh'[i]}` : `${80 + (i % 9)} g (net)`));
  assert.equal(mixed(4).kind, 'number');
  assert.notEqual(mixed(8).kind, 'number');
});

test('a year and a month are a date', () => {
  assert.equal(
    column('announced', (i) => `20${10 + (i % 9)}, ${['January', 'May', 'October'][i % 3]}`).kind,
    'date',
  );
});

test('contents in grams and some in litres are numbers; as many in each are words', () => {
  const contents = (litres: number) =>
    column('content', (i) => (i % 10 < litres ? `${100 + (i % 7)} ml (net)` : `${100 + (i % 9)} g (net)`));
  assert.deepEqual([contents(4).kind, contents(4).unit], ['number', 'g']);
  assert.equal(contents(5).kind, 'category');
});

test('temperatures are numbers, and so is a measure that ends a sentence', () => {
  const served = column('served', (i) => `${6 + (i % 5)}-${8 + (i % 5)}°C. \u200b`);
  assert.deepEqual([served.kind, served.unit], ['number', '°C']);
  const aged = column('fermented', (i) => `${10 + (i % 9)} °C`);
  assert.deepEqual([aged.kind, aged.unit], ['number', '°C']);
});
